internal import Suggestions
internal import TagStore

/// Every tag, and what questions have read of the counts, kept in memory by a process that lives long.
///
/// It follows commits tag by tag, the process's own and those of others, and is made anew after very large ones.
struct ResidentIndex {
    /// Every tag.
    private(set) var tags: CompletionIndex
    /// What was read of the counts since they last changed.
    var cache = CooccurrenceCache()
    /// The number of the last change that was followed.
    private var lastChange: Int64
    /// The database's version by the last look, as far as other connections count it.
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

    /// Whether no other process has committed since the last look.
    func isCurrent(at version: Int64) -> Bool {
        self.version == version
    }

    /// Takes in what was committed since; false where it is so much that all must be read anew.
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
