/// A place that stores the files of a store: a folder or a server.
///
/// It moves bytes and never interprets them. A file is written completely or not at all, and is never changed.
public protocol SyncTarget: Sendable {
    /// The path or URL for messages.
    var location: String { get }

    /// Returns the path or URL of a file for messages.
    func path(of name: StoreFileName) -> String

    /// The path or URL of `tagflow-sync.json` for messages.
    var descriptionPath: String { get }

    /// Returns the names and sizes of all files in the folders of devices; unknown names are ignored.
    func list() throws(SyncStoreError) -> SyncListing

    /// Returns a file's bytes, or `nil` if there's no such file.
    func read(_ name: StoreFileName) throws(SyncStoreError) -> [UInt8]?

    /// Writes a new file; returns `false`, and changes nothing, if a file has this name.
    func create(_ name: StoreFileName, _ bytes: [UInt8]) throws(SyncStoreError) -> Bool

    /// Deletes a file, if it exists.
    func delete(_ name: StoreFileName) throws(SyncStoreError)

    /// Returns the bytes of `tagflow-sync.json`, or `nil` if it doesn't exist.
    func readDescription() throws(SyncStoreError) -> [UInt8]?

    /// Replaces `tagflow-sync.json`; returns `false`, and changes nothing, if its bytes aren't `old`.
    ///
    /// If `old` is `nil`, it is created, and must not exist.
    func replaceDescription(_ old: [UInt8]?, with new: [UInt8]) throws(SyncStoreError) -> Bool
}

extension SyncTarget {
    /// Returns the path or URL of a file for messages.
    public func path(of name: StoreFileName) -> String { "\(location)/\(name.path)" }

    /// The path or URL of `tagflow-sync.json` for messages.
    public var descriptionPath: String { "\(location)/\(StoreDescription.fileName)" }
}

/// The files of a store.
public struct SyncListing: Hashable, Sendable {
    /// A file with its size and the time of its last change.
    public struct File: Hashable, Sendable {
        /// The name of the file.
        public let name: StoreFileName
        /// The size in bytes.
        public let size: Int
        /// When it changed last, in milliseconds since 1970 by the clock of its file system; `nil` if the target doesn't
        /// report that.
        public let changed: Int64?

        /// Creates an entry.
        public init(name: StoreFileName, size: Int, changed: Int64? = nil) {
            self.name = name
            self.size = size
            self.changed = changed
        }
    }

    /// The files by device and number.
    public internal(set) var files: [File] = []
    /// The size of each file.
    package var sizes: [StoreFileName: Int] { Dictionary(files.map { ($0.name, $0.size) }) { first, _ in first } }
    /// The errors for entries that have names of files or devices, but aren't files or folders.
    public internal(set) var problems: [SyncStoreError] = []

    /// Creates a listing.
    public init(files: [File] = []) { self.files = files.sorted { $0.name < $1.name } }
}
