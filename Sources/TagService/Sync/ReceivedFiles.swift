internal import Sync

/// The unread files of a store, without those that a base among them replaces.
struct ReceivedFiles {
    /// The files.
    private(set) var files: [ReceivedFile] = []
    /// The messages about damaged files, which were skipped.
    private(set) var problems: [String] = []

    /// Reads files in the given order.
    ///
    /// - Throws: `SyncStoreError` unless it's about one damaged file.
    init(_ names: [StoreFileName], of store: SyncStore) throws {
        var replaced: Set<StoreFileName> = []
        for name in names where !replaced.contains(name) {
            do {
                guard let file = try Self.read(name, of: store) else { continue }
                files.append(file)
                replaced.formUnion(file.replaced)
            } catch let error as SyncStoreError where error.kind == .damagedFile { problems.append(error.description) }
        }
    }

    private static func read(_ name: StoreFileName, of store: SyncStore) throws -> ReceivedFile? {
        var file = ReceivedFile(name: name)
        let damage = SyncStoreError.damagedFile(path: store.target.path(of: name))
        do { guard try store.read(name, { try file.append(line: $0) }) else { return nil } } catch is ReceivedFile
            .Damaged
        { throw damage }
        guard file.header != nil else { throw damage }
        return file
    }
}
