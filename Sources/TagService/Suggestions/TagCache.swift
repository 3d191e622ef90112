internal import Suggestions
internal import Synchronization
internal import TagCore
internal import TagStore

/// Every tag, the implications between tags, and the counts that queries have read, kept in memory by a long-lived process.
///
/// They are updated after each commit of this or another process, and read again after a very large commit.
struct TagCache {
    private let isKept: Bool
    private let following: CommitFollowing
    /// Every tag; `nil` before the first query, or if they aren't kept.
    private(set) var tags: SearchableTags?
    /// Every implication; `nil` if ``tags`` is.
    private(set) var implications: TagImplications?
    /// The model that the database names.
    private(set) var model: StoreReader.ModelReference?
    /// The counts that were read since they last changed.
    private var counts = CountCache()
    /// The descriptions of tags; `nil` before they are read.
    private var described: DescribedTags?
    /// The number of the last change that was followed.
    private var lastChange: Int64 = 0
    /// The `data_version` of the database at the last update.
    private var version: Int64 = 0

    /// Creates an empty cache, which stays empty unless tags are to be kept.
    init(isKept: Bool = false, following: CommitFollowing = .eachQuery) {
        self.isKept = isKept
        self.following = following
    }

    /// Follows the commits since the last update; the first update reads every tag.
    ///
    /// - Parameters:
    ///   - store: the database.
    ///   - hasCommitted: whether there are commits to follow.
    /// - Throws: `StoreError`, and the next update tries again.
    /// - Complexity: linear in the changed tags. Reading 100,000 tags takes a few tenths of a second.
    mutating func update(from store: TagStore, after hasCommitted: borrowing Atomic<Bool>) throws {
        guard isKept else { return }
        let isTold = hasCommitted.load(ordering: .acquiring)
        if following == .whenTold, tags != nil, !isTold { return }
        let version = following == .whenTold ? 0 : try store.dataVersion()
        guard tags == nil || version != self.version || isTold else { return }
        // A commit announced from here on is either part of the read below, or read by the next query.
        hasCommitted.store(false, ordering: .releasing)
        do {
            try store.read { reader in if try tags == nil || !follow(in: reader) { try readAll(from: reader) } }
        } catch {
            hasCommitted.store(true, ordering: .releasing)
            throw error
        }
        self.version = version
    }

    /// Runs a query with the cached counts of a set or, with `nil`, of all sets, and caches the counts that it reads.
    mutating func withCounts<Result>(
        _ reader: StoreReader, inSet setID: Int64?, _ body: (StoredCounts) throws -> Result
    ) rethrows -> Result {
        // Two that refer to the counts would copy them all when one is added.
        let counts = StoredCounts(reader, inSet: setID, cache: self.counts, described: described)
        self.counts = CountCache()
        defer {
            self.counts = counts.nextCache
            described = counts.described
        }
        return try body(counts)
    }

    private mutating func readAll(from reader: StoreReader) throws {
        let last = try reader.lastChange()
        let (model, implications) = (try reader.model(), try TagImplications(reader))
        tags = try SearchableTags(reader)
        self.model = model
        self.implications = implications
        lastChange = last
        counts = CountCache()
        described = nil
    }

    /// Applies the changes since the last update.
    ///
    /// - Returns: `false` if there are too many changes, so that everything must be read; the cache is as it was then.
    private mutating func follow(in reader: StoreReader) throws -> Bool {
        let changes = try reader.changes(since: lastChange)
        guard let tagIDs = changes.tagIDs else { return false }
        var (changed, removed): ([CompletionTag], [UInt32]) = ([], [])
        for id in tagIDs {
            guard let key = UInt32(exactly: id) else { continue }
            let found = try reader.found([id]).first
            if let found, let tag = CompletionTag(found, aliases: try reader.aliases(of: id)) {
                changed.append(tag)
            } else {
                removed.append(key)
            }
        }
        let model = try reader.model()
        if changes.changesImplications { implications = try TagImplications(reader) }
        self.model = model
        for id in removed { tags?.remove(id) }
        for tag in changed { tags?.insert(tag) }
        if changes.changesCounts { counts = CountCache() }
        if !tagIDs.isEmpty { counts.names = KnownNames() }
        if try described?.isCurrent(for: tagIDs, in: reader) == false { described = nil }
        // Any commit may have changed names, calibration samples or the linear model.
        counts.last = nil
        counts.calibrations = [:]
        lastChange = changes.last
        return true
    }
}

/// The implications between tags, kept in memory.
struct TagImplications: Sendable {
    private var implied: [Int64: [Int64]] = [:]

    /// Reads every implication.
    ///
    /// - Complexity: O(implications).
    init(_ reader: StoreReader) throws {
        guard try reader.hasImplications() else { return }
        for rule in try reader.implications() { implied[rule.tagID, default: []].append(rule.impliedTagID) }
    }

    /// Returns the implications with those of the levels of names.
    func adding(_ above: [Int64: Int64]) -> TagImplications {
        var both = self
        for (tag, other) in above where !self[tag].contains(other) { both.implied[tag, default: []].append(other) }
        return both
    }

    /// Whether there are no implications.
    var isEmpty: Bool { implied.isEmpty }

    /// The tags that imply others.
    var tags: some Sequence<Int64> { implied.keys }

    /// The tags that a tag implies directly.
    subscript(tagID: Int64) -> [Int64] { implied[tagID] ?? [] }
}

extension SearchableTags {
    /// Reads every tag.
    ///
    /// - Complexity: linear in the tags and aliases.
    init(_ reader: StoreReader) throws {
        let aliases = try Dictionary(grouping: reader.allAliases(), by: \.tagID)
        self.init()
        try reader.forEachFoundTag { found in
            if let tag = CompletionTag(found, aliases: aliases[found.tag.id] ?? []) { insert(tag) }
        }
    }

    /// Reads the aliases of tags that were found.
    init(_ found: [StoreReader.FoundTag], in reader: StoreReader) throws {
        self.init(try found.compactMap { CompletionTag($0, aliases: try reader.aliases(of: $0.tag.id)) })
    }
}

extension CompletionTag {
    /// Converts a tag of the store; `nil` if its identifier is out of range.
    init?(_ found: StoreReader.FoundTag, aliases: [AliasRow]) {
        guard let id = UInt32(exactly: found.tag.id), id < 1 << 31 else { return nil }
        self.init(
            id: id, key: found.tag.key.text, foldedKey: found.tag.key.folded, name: found.tag.name,
            aliases: aliases.map { Alias(key: $0.key.text, foldedKey: $0.key.folded) },
            weight: Self.weight(uses: found.uses, frecency: found.tag.frecency))
    }

    /// The frecency that orders tags with equal matches.
    ///
    /// Uses at an unknown time count as uses in 1970: they order tags among themselves, and never above tags
    /// that are known to have been used recently.
    static func weight(uses: Int64, frecency: Double?) -> Double {
        let undated = Frecency(uses: Double(uses), at: 0)?.seconds
        return StoredFrecency.sum(frecency, undated) ?? neverUsed
    }
}
