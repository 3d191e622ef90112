#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// The error of a store, or of one of its files.
///
/// The description is one line: the file, the problem, and how to fix it.
public enum SyncStoreError: Error, Hashable, Sendable {
    // MARK: The target

    /// The folder of the store doesn't exist.
    case missingFolder(path: String)
    /// A file or symbolic link has the place of a folder.
    case notAFolder(path: String)
    /// The folder or server doesn't respond.
    case unreachable(path: String, reason: String)
    /// Permission is missing.
    case denied(path: String, reason: String)
    /// A server refuses the token.
    case refusedToken(path: String, reason: String)
    /// The URL isn't that of a tagflow server.
    case notAServer(path: String)
    /// The server redirects to another address, which must not get the token.
    case redirected(path: String, location: String)
    /// The server's limit for the files of a space is reached; its reason contains the remedy.
    case quotaExceeded(path: String, reason: String)
    /// The disk is full.
    case fullDisk(path: String)
    /// A folder has more entries than a store ever has.
    case tooManyFiles(path: String, limit: Int)
    /// There isn't enough memory.
    case noMemory

    // MARK: The store

    /// The folder has no store.
    case noStore(path: String)
    /// The folder has files of a store, but not its description.
    case lostDescription(path: String)
    /// The description of the store can't be read.
    case damagedDescription(path: String, reason: String)
    /// A newer version of tagflow wrote the store or the file.
    case newerFormat(path: String)
    /// The id of the store isn't the expected one.
    case otherStore(path: String)
    /// The store is encrypted, but no passphrase or key was given.
    case encrypted(path: String)
    /// The store isn't encrypted, but a passphrase or key was given.
    case notEncrypted(path: String)
    /// The passphrase is wrong.
    case wrongPassphrase(path: String)
    /// Another device changed the store at the same time.
    case changedMeanwhile(path: String)

    // MARK: A file

    /// The content of a file isn't what its device wrote.
    case damagedFile(path: String)
    /// A file of another store.
    case foreignFile(path: String)
    /// A file that was moved or copied to another name.
    case renamedFile(path: String, written: StoreFileName)
    /// An unencrypted file in an encrypted store.
    case unsealedFile(path: String)
    /// A symbolic link, folder or special file with the name of a file.
    case notAFile(path: String)
    /// A file or its content exceeds the limit.
    case tooLarge(path: String)
    /// A new line or file would exceed the limit.
    case tooLong(limit: Int)
    /// A device may only delete its files.
    case otherDevice(path: String)
}

extension SyncStoreError {
    /// The kinds of errors, by what a caller can do.
    public enum Kind: Hashable, Sendable {
        /// The folder doesn't exist.
        case missing
        /// The target can't be reached; trying again later may help.
        case unreachable
        /// Permission is missing, or the passphrase is wrong.
        case denied
        /// The store is damaged, or isn't the expected store.
        case damaged
        /// One file is damaged; the others can be exchanged.
        case damagedFile
        /// Another device or process changes the store; trying again helps.
        case busy
        /// The disk is full, or there isn't enough memory.
        case noSpace
    }

    /// The kind of the error.
    public var kind: Kind {
        switch self {
        case .missingFolder: .missing
        case .unreachable, .notAServer, .redirected: .unreachable
        case .denied, .wrongPassphrase, .refusedToken: .denied
        case .fullDisk, .quotaExceeded, .noMemory: .noSpace
        case .changedMeanwhile: .busy
        case .notAFolder, .noStore, .lostDescription, .damagedDescription, .newerFormat, .otherStore, .encrypted,
            .notEncrypted, .tooManyFiles, .tooLong, .otherDevice:
            .damaged
        case .damagedFile, .foreignFile, .renamedFile, .unsealedFile, .notAFile, .tooLarge: .damagedFile
        }
    }

    /// Creates the error for a system call that failed with a value of `errno`.
    init(_ number: Int32, path: String) {
        // The text of strerror is copied immediately, and no thread of tagflow changes the locale.
        let reason = unsafe String(cString: strerror(number))
        self =
            switch number {
            case EACCES, EPERM, EROFS: .denied(path: path, reason: reason)
            case ENOSPC, EDQUOT, EFBIG: .fullDisk(path: path)
            case ENOMEM: .noMemory
            case ENOTDIR: .notAFolder(path: path)
            case ELOOP: .notAFile(path: path)
            default: .unreachable(path: path, reason: reason)
            }
    }
}

extension SyncStoreError: CustomStringConvertible {
    /// The problem and how to fix it, on one line.
    public var description: String {
        switch self {
        case .missingFolder(let path): "no folder '\(path)'; create it, or connect its disk"
        case .notAFolder(let path): "'\(path)' is a file or a symbolic link; expected a folder"
        case .unreachable(let path, let reason):
            "can't reach '\(path)': \(reason); check the connection or the disk, and try again"
        case .denied(let path, let reason): "can't access '\(path)': \(reason); change its permissions"
        case .refusedToken(let path, let reason):
            "'\(path)' refuses the token: \(reason); create one there with 'tagflow token new NAME --scope sync'"
        case .notAServer(let path): "'\(path)' isn't the address of a tagflow server; check it"
        case .redirected(let path, let location):
            "'\(path)' redirects to '\(location)'; enter the address of the server itself"
        case .quotaExceeded(let path, let reason): "can't write '\(path)': \(reason)"
        case .fullDisk(let path): "can't write '\(path)': the disk is full; free space and try again"
        case .tooManyFiles(let path, let limit):
            "'\(path)' has more than \(limit) entries; remove those of other programs"
        case .noMemory: "not enough memory; close other programs and try again"
        case .noStore(let path):
            "'\(path)' has no '\(StoreDescription.fileName)'; check that its disk is connected and the folder is synchronized"
        case .lostDescription(let path):
            "'\(path)' has lost its '\(StoreDescription.fileName)'; restore it from another device, or choose an empty folder"
        case .damagedDescription(let path, let reason):
            "'\(path)' is damaged: \(reason); restore it from another device"
        case .newerFormat(let path): "'\(path)' was written by a newer tagflow; update it"
        case .otherStore(let path):
            "'\(path)' is another store; check that the right disk is connected, or leave the old store with 'sync leave'"
        case .encrypted(let path): "'\(path)' is encrypted; enter its passphrase"
        case .notEncrypted(let path):
            "'\(path)' isn't encrypted; join it with '--unencrypted', or choose another folder"
        case .wrongPassphrase(let path): "wrong passphrase for '\(path)'; enter the passphrase that it was set up with"
        case .changedMeanwhile(let path): "'\(path)' was changed by another device; try again"
        case .damagedFile(let path):
            "'\(path)' is damaged or incomplete; wait until the folder is synchronized, or copy the file again from its device"
        case .foreignFile(let path): "'\(path)' belongs to another store; remove it"
        case .renamedFile(let path, let written):
            "'\(path)' was written as '\(written.path)'; rename it to that, or remove it"
        case .unsealedFile(let path): "'\(path)' isn't encrypted, but its store is; remove it"
        case .notAFile(let path): "'\(path)' is a symbolic link or a special file; replace it with the file itself"
        case .tooLarge(let path): "'\(path)' is larger than tagflow writes; copy it again from its device"
        case .tooLong(let limit): "a change is longer than \(limit >> 20) MB; shorten the note or text"
        case .otherDevice(let path): "can't delete '\(path)': it belongs to another device"
        }
    }
}
