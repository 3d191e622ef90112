#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// A new file of a store that arrives in parts; it gets its name when it is complete.
///
/// An upload that isn't finished leaves nothing behind, except a temporary file if the process is killed.
public final class StreamedUpload {
    /// The number of bytes that have arrived.
    public private(set) var size = 0
    private let name: StoreFileName
    private let folder: OpenFolder
    private let temporary: (name: String, file: Int32)

    /// Starts a file in a folder, and creates the folder of its device.
    ///
    /// - Throws: ``SyncStoreError/missingFolder(path:)`` if the store's folder doesn't exist.
    public init(_ name: StoreFileName, in target: FolderTarget) throws(SyncStoreError) {
        self.name = name
        folder = try OpenFolder(path: target.location).makeFolder(StoreFileName.folder)
            .makeFolder(name.device.folderName)
        temporary = try folder.openTemporary(for: name.fileName)
    }

    deinit {
        close(temporary.file)
        folder.remove(temporary: temporary.name)
    }

    /// Appends bytes.
    public func append(_ bytes: [UInt8]) throws(SyncStoreError) {
        try folder.write(bytes, to: temporary.file, at: size, name.fileName)
        size += bytes.count
    }

    /// Waits until the bytes are on disk.
    public func synchronize() throws(SyncStoreError) { try folder.synchronize(temporary.file, name.fileName) }

    /// Gives the file its name; returns `false`, and changes nothing, if a file has this name.
    public func finish() throws(SyncStoreError) -> Bool { try folder.rename(temporary.name, toNew: name.fileName) }
}

/// A file of a store that is read in parts.
public final class StreamedDownload: Sendable {
    /// The number of bytes.
    public let size: Int
    private let file: Int32
    private let path: String

    /// Opens a file of a folder; returns `nil` if it doesn't exist.
    public init?(_ name: StoreFileName, in target: FolderTarget) throws(SyncStoreError) {
        guard let devices = try OpenFolder(path: target.location).folder(StoreFileName.folder),
            let folder = try devices.folder(name.device.folderName),
            let opened = try folder.openFile(name.fileName, limit: name.sizeLimit)
        else { return nil }
        (file, size) = opened
        path = target.path(of: name)
    }

    deinit { close(file) }

    /// Returns up to 64 KiB at an offset; nothing at the end.
    public func part(at offset: Int) throws(SyncStoreError) -> [UInt8] {
        try OpenFolder.part(of: file, at: offset, max(0, min(65_536, size - offset)), path: path)
    }
}
