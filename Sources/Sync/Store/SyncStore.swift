internal import Crypto

/// The files that devices share: immutable files of lines in a folder or on a server, usually encrypted.
///
/// 1. ``create(at:passphrase:)`` makes a store, ``join(_:passphrase:)`` unlocks one with its passphrase, and
///    ``open(_:id:key:)`` checks that it is still the store that the database knows.
/// 2. ``list()`` returns the names of all files; ``read(_:_:)`` checks and decrypts a file, and passes on its lines.
/// 3. ``write(_:_:)`` compresses, encrypts and writes a file of this device.
///
/// The meaning of the lines is up to the caller: each is the JSON of a change.
///
/// ```swift
/// let store = try SyncStore.create(at: FolderTarget(path: "/mnt/stick"), passphrase: "correct horse")
/// let name = StoreFileName(device: device, number: 1, kind: .segment)
/// try store.write(name) { try $0.append(#"{"title":"Sea"}"#.utf8) }
/// try store.read(name) { print($0.count) }  // 15
/// ```
public struct SyncStore: Sendable {
    /// The folder or server.
    public let target: any SyncTarget
    /// The id of the store.
    public let id: StoreID
    /// The key of the files, or `nil` if the store isn't encrypted.
    public let key: StoreKey?

    // MARK: Opening

    /// Returns whether the target has a store.
    public static func exists(at target: any SyncTarget) throws(SyncStoreError) -> Bool {
        try target.readDescription() != nil
    }

    /// Creates a store.
    ///
    /// - Parameters:
    ///   - target: An existing folder, or a server.
    ///   - passphrase: The passphrase that wraps the store's key, or `nil` for an unencrypted store.
    /// - Returns: The store with a new id and key.
    /// - Throws: ``SyncStoreError/changedMeanwhile(path:)`` if there is a store, and
    ///   ``SyncStoreError/lostDescription(path:)`` if there are files of a store that has lost its description.
    public static func create(at target: any SyncTarget, passphrase: String?) throws(SyncStoreError) -> SyncStore {
        guard try target.list().files.isEmpty else {
            throw try exists(at: target)
                ? .changedMeanwhile(path: target.descriptionPath) : .lostDescription(path: target.location)
        }
        let key = passphrase.map { (StoreKey(), passphrase: $0) }
        let description = try StoreDescription(store: .new(), key: key)
        guard try target.replaceDescription(nil, with: description.bytes()) else {
            throw .changedMeanwhile(path: target.descriptionPath)
        }
        return SyncStore(target: target, id: description.store, key: key?.0)
    }

    /// Unlocks an existing store; writes nothing.
    ///
    /// - Parameters:
    ///   - target: The folder or server of the store.
    ///   - passphrase: The passphrase, or `nil` to join an unencrypted store.
    /// - Returns: The store with its id and key, which the database keeps.
    /// - Throws: ``SyncStoreError/wrongPassphrase(path:)``, and ``SyncStoreError/encrypted(path:)`` or
    ///   ``SyncStoreError/notEncrypted(path:)`` if the store isn't as expected.
    public static func join(_ target: any SyncTarget, passphrase: String?) throws(SyncStoreError) -> SyncStore {
        let description = try Self.description(of: target).parsed
        try check(description, isEncrypted: passphrase != nil, target)
        guard let passphrase else { return SyncStore(target: target, id: description.store, key: nil) }
        guard let key = try description.key(passphrase: passphrase) else {
            throw .wrongPassphrase(path: target.location)
        }
        return SyncStore(target: target, id: description.store, key: key)
    }

    /// Opens the store that a database knows; writes nothing.
    ///
    /// - Parameters:
    ///   - target: The folder or server of the store.
    ///   - id: The expected id.
    ///   - key: The key that the database keeps, or `nil` if the store isn't encrypted.
    /// - Returns: The store.
    /// - Throws: ``SyncStoreError/otherStore(path:)`` if its id differs, and ``SyncStoreError/encrypted(path:)`` or
    ///   ``SyncStoreError/notEncrypted(path:)`` if its encryption does.
    public static func open(_ target: any SyncTarget, id: StoreID, key: StoreKey?) throws(SyncStoreError) -> SyncStore {
        let store = SyncStore(target: target, id: id, key: key)
        _ = try store.currentDescription()
        return store
    }

    /// Wraps the key with another passphrase; other devices keep working, because they have the key.
    ///
    /// - Throws: ``SyncStoreError/changedMeanwhile(path:)`` if another device changes the passphrase at the same time, and
    ///   ``SyncStoreError/notEncrypted(path:)`` if the store has no key.
    public func changePassphrase(to passphrase: String) throws(SyncStoreError) {
        guard let key else { throw .notEncrypted(path: target.location) }
        var (description, bytes) = try currentDescription()
        try description.wrap(key, passphrase: passphrase)
        guard try target.replaceDescription(bytes, with: description.bytes()) else {
            throw .changedMeanwhile(path: target.descriptionPath)
        }
    }

    /// Reads the description, and checks that it is that of this store.
    private func currentDescription() throws(SyncStoreError) -> (StoreDescription, bytes: [UInt8]) {
        let (description, bytes) = try Self.description(of: target)
        guard description.store == id else { throw .otherStore(path: target.location) }
        try Self.check(description, isEncrypted: key != nil, target)
        return (description, bytes)
    }

    private static func description(
        of target: any SyncTarget
    ) throws(SyncStoreError) -> (parsed: StoreDescription, bytes: [UInt8]) {
        // An empty folder may be the mount point of a disk that isn't connected, so it never means deletion.
        guard let bytes = try target.readDescription() else { throw .noStore(path: target.location) }
        return (try StoreDescription(bytes, path: target.descriptionPath), bytes)
    }

    private static func check(
        _ description: StoreDescription, isEncrypted: Bool, _ target: any SyncTarget
    ) throws(SyncStoreError) {
        guard (description.wrappedKey != nil) != isEncrypted else { return }
        throw isEncrypted ? .notEncrypted(path: target.location) : .encrypted(path: target.location)
    }

    // MARK: Files

    /// Returns the names and sizes of the files of all devices.
    public func list() throws(SyncStoreError) -> SyncListing { try target.list() }

    /// Checks and decrypts a file, and passes each line to a closure, without its line feed.
    ///
    /// - Parameters:
    ///   - name: The name of the file.
    ///   - body: Takes a line.
    /// - Returns: `false` if there's no such file, for example because its device has replaced it with a base.
    /// - Throws: A ``SyncStoreError`` that names the file, or the closure's error. Damaged bytes are found before the first
    ///   line is passed on.
    @discardableResult public func read(
        _ name: StoreFileName, _ body: (ArraySlice<UInt8>) throws -> Void
    ) throws -> Bool {
        guard let bytes = try target.read(name) else { return false }
        let path = target.path(of: name)
        let content = try content(of: bytes, name, path: path)
        do {
            try SyncLineReader.lines(of: content, limit: name.contentLimit, body)
            return true
        } catch let error as SyncLineReader.Failure {
            throw switch error {
            case .invalid: SyncStoreError.damagedFile(path: path)
            case .tooLong: SyncStoreError.tooLarge(path: path)
            case .noMemory: SyncStoreError.noMemory
            }
        }
    }

    /// Checks a file, and returns its compressed lines.
    private func content(
        of file: [UInt8], _ name: StoreFileName, path: String
    ) throws(SyncStoreError) -> ArraySlice<UInt8> {
        let header = SyncFileHeader(store: id, name: name, isSealed: key != nil)
        let content = try header.content(of: file, path: path)
        if let key {
            guard let lines = key.open(content, header: header.bytes) else { throw .damagedFile(path: path) }
            return lines[...]
        }
        let (lines, digest) = (content.dropLast(Self.digestSize), content.suffix(Self.digestSize))
        guard digest.count == Self.digestSize, digest.elementsEqual(Self.digest(header, lines)) else {
            throw .damagedFile(path: path)
        }
        return lines
    }

    /// Writes a file of this device.
    ///
    /// - Parameters:
    ///   - name: The name, which the database has recorded, so that it recognizes the file after a crash.
    ///   - body: Appends the lines.
    /// - Returns: The size in bytes; `nil` if a file has this name, which isn't changed.
    /// - Throws: A ``SyncStoreError``, or the closure's error; then nothing is written.
    @discardableResult public func write(_ name: StoreFileName, _ body: (SyncLineWriter) throws -> Void) throws -> Int?
    {
        let writer = try SyncLineWriter(limit: name.contentLimit)
        try body(writer)
        let lines = try writer.finish()
        let header = SyncFileHeader(store: id, name: name, isSealed: key != nil)
        let content = try key?.seal(lines, header: header.bytes) ?? (lines + Self.digest(header, lines[...]))
        let file = header.bytes + content
        return try target.create(name, file) ? file.count : nil
    }

    /// Deletes a file that a base has replaced.
    ///
    /// - Parameters:
    ///   - name: The name of the file.
    ///   - device: This device, which deletes no file of others.
    /// - Throws: ``SyncStoreError/otherDevice(path:)`` if the file isn't the device's.
    public func delete(_ name: StoreFileName, device: DeviceID) throws(SyncStoreError) {
        guard name.device == device else { throw .otherDevice(path: target.path(of: name)) }
        try target.delete(name)
    }

    private static let digestSize = 32

    /// Returns the SHA-256 of an unencrypted file.
    private static func digest(_ header: SyncFileHeader, _ lines: ArraySlice<UInt8>) -> [UInt8] {
        var hash = SHA256()
        hash.update(data: header.bytes)
        hash.update(data: lines)
        return Array(hash.finalize())
    }
}
