internal import Suggestions
internal import TagCore
internal import TagStore

/// Suggesting tags.
extension TagService {
    /// The best tags for a question, best first; none of them given already.
    ///
    /// A typed text decides which tags may appear: a better kind of match always comes first. What is given and the label's
    /// words decide the order inside a kind, then use. Complexity: about linear in the rows of what is given.
    public func suggestions(for query: SuggestionQuery) throws -> [Suggestion] {
        try updateResident()
        let answer = SuggestionAnswer(query)
        if let index = resident?.tags, query.isOfTypedTextAlone {
            return answer.suggestions(in: index)
        }
        return try store.read { reader in
            let counts = StoredCooccurrences(reader, cache: resident?.cache ?? CooccurrenceCache())
            let suggestions = try answer.suggestions(
                from: reader,
                resident: resident?.tags,
                counts: counts
            )
            resident?.cache = counts.cache
            return suggestions
        }
    }

    /// Whether every tag is held in memory, so that question after question is answered without reading them again.
    ///
    /// It is for processes that live long: the first question reads every tag, which takes some seconds for a million.
    public func keepSuggestionsInMemory(_ keeps: Bool = true) {
        keepsResident = keeps
        if !keeps { resident = nil }
    }

    /// The names of the tags that are selected in a set, in its order.
    public func selection(of reference: SetReference = .chosen) throws -> [String] {
        try reading(reference) { reader, set in
            let ids = try reader.selectedTagIDs(inSet: set.id)
            let names = try reader.names(of: ids)
            return ids.compactMap { names[$0] }
        }
    }

    private func updateResident() throws {
        guard keepsResident else { return }
        let version = try store.dataVersion()
        guard resident?.isCurrent(at: version) != true || hasCommitted else { return }
        hasCommitted = false
        try store.read { reader in
            if try resident?.follow(in: reader, version: version) == true { return }
            resident = nil
            resident = try ResidentIndex(reader: reader, version: version)
        }
    }
}

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
