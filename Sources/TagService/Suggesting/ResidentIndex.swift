internal import Suggestions
internal import TagCore
internal import TagStore

/// Every tag, and the counts that questions have read, kept in memory by a long-lived process.
///
/// It follows commits of this and other processes tag by tag, and is rebuilt after very large ones.
struct ResidentIndex {
    /// Every tag.
    private(set) var tags: CompletionIndex
    /// The counts that were read since they last changed.
    var cache = CooccurrenceCache()
    /// The number of the last change that was followed.
    private var lastChange: Int64
    /// The `data_version` of the database at the last update.
    private var version: Int64

    /// Reads every tag.
    ///
    /// Complexity: linear in the tags: some seconds for a million.
    init(reader: StoreReader, version: Int64) throws {
        self.version = version
        lastChange = try reader.lastChange()
        let aliases = try Dictionary(grouping: reader.allAliases(), by: \.tagID)
        tags = try CompletionIndex { add in
            try reader.forEachFoundTag { found in
                let tag = CompletionTag(found, aliases: aliases[found.tag.id] ?? [])
                if let tag { add(tag) }
            }
        }
    }

    /// Whether no other process has committed since the last update.
    func isCurrent(at version: Int64) -> Bool {
        self.version == version
    }

    /// Applies what was committed since; false if that is too much, so that the index must be rebuilt.
    mutating func follow(in reader: StoreReader, version: Int64) throws -> Bool {
        let changes = try reader.changes(since: lastChange)
        guard let tagIDs = changes.tagIDs else { return false }
        self.version = version
        lastChange = changes.last
        for id in tagIDs {
            guard let key = UInt32(exactly: id) else { continue }
            let found = try reader.found([id]).first
            if let found, let tag = CompletionTag(found, aliases: try reader.aliases(of: id)) {
                tags.insert(tag)
            } else {
                tags.remove(key)
            }
        }
        if changes.changesCounts { cache = CooccurrenceCache() }
        return true
    }
}
