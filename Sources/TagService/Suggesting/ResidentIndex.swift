internal import Suggestions
internal import TagStore

/// Every tag, and what questions have read of the counts, kept in memory by a process that lives long.
///
/// It follows the process's own commits tag by tag, and is made anew after a commit of another one.
struct ResidentIndex {
    /// Every tag.
    private(set) var tags: CompletionIndex
    /// What was read of the counts since they last changed.
    var cache = CooccurrenceCache()
    /// The version of the data that is held.
    private let version: Int64

    /// More changed tags than this are read again with all others.
    private static let updateLimit = 10_000

    /// Reads every tag.
    ///
    /// Complexity: linear in the tags: some seconds for a million.
    init(reader: StoreReader, version: Int64) throws {
        self.version = version
        let aliases = try Dictionary(grouping: reader.allAliases(), by: \.tagID)
        tags = try CompletionIndex { add in
            try reader.forEachFoundTag { found in
                let tag = CompletionTag(found, aliases: aliases[found.tag.id] ?? [])
                if let tag { add(tag) }
            }
        }
    }

    /// Whether no other process has committed since.
    func isCurrent(at version: Int64) -> Bool {
        self.version == version
    }

    /// Takes the process's own commit in; false where it is so large that all must be read anew.
    mutating func follow(_ footprint: Footprint, in reader: StoreReader) throws -> Bool {
        guard footprint.tagIDs.count <= Self.updateLimit else { return false }
        for id in footprint.tagIDs {
            guard let key = UInt32(exactly: id) else { continue }
            let found = try reader.found([id]).first
            if let found, let tag = CompletionTag(found, aliases: try reader.aliases(of: id)) {
                tags.insert(tag)
            } else {
                tags.remove(key)
            }
        }
        if footprint.changesCounts { cache = CooccurrenceCache() }
        return true
    }
}
