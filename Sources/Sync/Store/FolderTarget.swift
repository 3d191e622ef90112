/// A store in a folder, which another program may synchronize, or on a disk that moves between devices.
public struct FolderTarget: SyncTarget {
    /// The path of the folder.
    public let location: String

    /// Creates the target; the folder is opened by each operation, because its disk may come and go.
    public init(path: String) {
        // Messages append names to the path.
        var path = path[...]
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        location = String(path)
    }

    /// Creates the folder, unless it exists, for its owner alone.
    public func makeFolder() throws(SyncStoreError) { try OpenFolder.make(path: location, mode: 0o700) }

    /// Returns the files in the folders of all devices.
    public func list() throws(SyncStoreError) -> SyncListing {
        var listing = SyncListing()
        let root = try OpenFolder(path: location)
        guard let devices = try root.folder(StoreFileName.folder) else { return listing }
        for name in try devices.names().sorted() {
            guard let device = DeviceID(folderName: name) else { continue }
            do throws(SyncStoreError) {
                guard let folder = try devices.folder(name) else { continue }
                try list(folder, of: device, in: &listing)
            } catch { listing.problems.append(error) }
        }
        listing.files.sort { $0.name < $1.name }
        return listing
    }

    private func list(
        _ folder: borrowing OpenFolder, of device: DeviceID, in listing: inout SyncListing
    ) throws(SyncStoreError) {
        for name in try folder.names() {
            guard let file = StoreFileName(fileName: name, device: device) else { continue }
            switch try folder.entry(name) {
            case .file(let size, let changed):
                listing.files.append(SyncListing.File(name: file, size: size, changed: Int64(changed)))
            case .other: listing.problems.append(.notAFile(path: folder.path(of: name)))
            // Its device has just replaced it with a base.
            case nil: continue
            }
        }
    }

    /// Returns a file's bytes, or `nil` if there's no such file.
    public func read(_ name: StoreFileName) throws(SyncStoreError) -> [UInt8]? {
        guard let devices = try OpenFolder(path: location).folder(StoreFileName.folder),
            let folder = try devices.folder(name.device.folderName)
        else { return nil }
        return try folder.read(name.fileName, limit: name.sizeLimit)
    }

    /// Writes a new file under a temporary name, and gives it its name when it is on disk.
    public func create(_ name: StoreFileName, _ bytes: [UInt8]) throws(SyncStoreError) -> Bool {
        try OpenFolder(path: location).makeFolder(StoreFileName.folder).makeFolder(name.device.folderName)
            .create(name.fileName, bytes)
    }

    /// Deletes a file, if it exists, and the folder of its device if that is empty then.
    public func delete(_ name: StoreFileName) throws(SyncStoreError) {
        guard let devices = try OpenFolder(path: location).folder(StoreFileName.folder),
            let folder = try devices.folder(name.device.folderName)
        else { return }
        try folder.delete(name.fileName)
        devices.deleteIfEmpty(folder: name.device.folderName)
    }

    /// Returns the bytes of `tagflow-sync.json`, or `nil` if it doesn't exist.
    public func readDescription() throws(SyncStoreError) -> [UInt8]? {
        try OpenFolder(path: location).read(StoreDescription.fileName, limit: StoreDescription.sizeLimit)
    }

    /// Replaces `tagflow-sync.json` atomically if it has the expected bytes.
    ///
    /// Two devices that replace it at the same instant can both succeed; the last one counts.
    public func replaceDescription(_ old: [UInt8]?, with new: [UInt8]) throws(SyncStoreError) -> Bool {
        let root = try OpenFolder(path: location)
        guard let old else { return try root.create(StoreDescription.fileName, new) }
        guard try root.read(StoreDescription.fileName, limit: StoreDescription.sizeLimit) == old else { return false }
        try root.replace(StoreDescription.fileName, new)
        return true
    }
}
