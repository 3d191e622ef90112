internal import CMalloc
internal import Suggestions
internal import TagCore
internal import TagStore

/// Every tag, and the counts that queries have read, kept in memory by a long-lived process.
///
/// The index is updated after each commit of this or another process, and is rebuilt after a very large commit. An index of many tags is
/// stored in a file next to the database (``IndexFile``). The next process maps the file, and this process replaces its copy by it.
final class ResidentIndex {
    /// Every tag.
    private(set) var tags = CompletionIndex()
    /// Every rule between tags.
    private(set) var rules = TagImplications()
    /// The model that the database names.
    private(set) var model: StoreReader.ModelReference?
    /// The counts that were read since they last changed.
    private var cache = CountCache()
    /// The number of the last change that was followed.
    private var lastChange: Int64 = 0
    /// The `data_version` of the database at the last update.
    private var version: Int64
    /// Where the index is kept; `nil` for a database in memory.
    private let file: IndexFile?
    /// The mapped file; `nil` for an index in memory.
    private var stored: StoredIndex?
    /// The number of tags that have changed since the file was made or tried to be made.
    private var followed = 0

    /// The minimum number of tags for keeping their index in a file.
    private let keptFrom: Int
    /// The number of changed tags after which the file is rewritten, because applying them takes about as long as opening it.
    private static let renewedAfter = 2_000
    /// The minimum age of the file in seconds before it is rewritten, so that a busy server doesn't rewrite it
    /// constantly.
    private static let renewedAge = 600.0

    /// Maps the index that is kept in a file, or reads every tag.
    ///
    /// - Complexity: linear in the tags. A million tags take a few seconds, or a few hundredths of a second with a mapped file.
    convenience init(reader: StoreReader, version: Int64, file: IndexFile?, keptFrom: Int) throws {
        self.init(file: file, keptFrom: keptFrom, version: version)
        rules = try TagImplications(reader)
        model = try reader.model()
        if open(in: reader), try follow(in: reader, version: version) { return }
        try build(from: reader)
        if !keep(in: reader) { try build(from: reader) }
    }

    /// Reads every tag.
    private func build(from reader: StoreReader) throws {
        stored = nil
        followed = 0
        cache.names = [:]
        lastChange = try reader.lastChange()
        let aliases = try Dictionary(grouping: reader.allAliases(), by: \.tagID)
        tags = try CompletionIndex { add in
            try reader.forEachFoundTag { found in
                let tag = CompletionTag(found, aliases: aliases[found.tag.id] ?? [])
                if let tag { add(tag) }
            }
        }
    }

    private init(file: IndexFile?, keptFrom: Int, version: Int64 = 0) {
        self.file = file
        self.keptFrom = keptFrom
        self.version = version
    }

    /// Runs a query with the cached counts, and caches the counts that it reads.
    func withCounts<Result>(_ reader: StoreReader, _ body: (StoredCounts) throws -> Result) rethrows -> Result {
        // Two that refer to the counts would copy them all when one is added.
        let counts = StoredCounts(reader, cache: cache)
        cache = CountCache()
        defer { cache = counts.nextCache }
        return try body(counts)
    }

    /// Whether no other process has committed since the last update, and the mapped file is as it was.
    func isCurrent(at version: Int64) -> Bool { self.version == version && isSound }

    /// Whether the mapped file, if any, is as it was when it was opened.
    var isSound: Bool { stored?.isUnchanged ?? true }

    /// Applies the commits since the last update.
    ///
    /// - Parameters:
    ///   - reader: the database.
    ///   - version: its `data_version`.
    ///   - limit: the maximum size of the changed names, in bytes.
    /// - Returns: `false` if there are too many changes, so that the index must be rebuilt; it is as it was then.
    /// - Throws: `StoreError`, and then the index is as it was too.
    func follow(in reader: StoreReader, version: Int64, limit: Int = .max) throws -> Bool {
        guard isSound else { return false }
        let changes = try reader.changes(since: lastChange)
        guard let tagIDs = changes.tagIDs else { return false }
        var (changed, removed): ([CompletionTag], [UInt32]) = ([], [])
        var size = 0
        for id in tagIDs {
            guard let key = UInt32(exactly: id) else { continue }
            let found = try reader.found([id]).first
            if let found, let tag = CompletionTag(found, aliases: try reader.aliases(of: id)) {
                changed.append(tag)
                size += found.tag.name.utf8.count
                guard size <= limit else { return false }
            } else {
                removed.append(key)
            }
        }
        model = try reader.model()
        if !tagIDs.isEmpty { cache.names = [:] }
        for key in removed { tags.remove(key) }
        tags.insert(contentsOf: changed)
        if changes.changesImplications { rules = try TagImplications(reader) }
        if changes.changesCounts { cache = CountCache() }
        // Any commit may have changed names, calibration samples or the linear model.
        (cache.last, cache.calibrations) = (nil, [:])
        // Set last, so that after an error the next update reads these changes again.
        (self.version, lastChange) = (version, changes.last)
        followed += tagIDs.count
        if let stored, followed >= Self.renewedAfter, stored.age >= Self.renewedAge { return keep(in: reader) }
        return true
    }
}

/// The rules between tags, kept in memory.
struct TagImplications: Sendable {
    private var implied: [Int64: [Int64]] = [:]

    /// No rules.
    init() {}

    /// Reads every rule.
    ///
    /// - Complexity: O(rules).
    init(_ reader: StoreReader) throws {
        guard try reader.hasImplications() else { return }
        for rule in try reader.implications() { implied[rule.tagID, default: []].append(rule.impliedTagID) }
    }

    /// Whether there are no rules.
    var isEmpty: Bool { implied.isEmpty }

    /// The tags that have rules.
    var tags: some Sequence<Int64> { implied.keys }

    /// The tags that a tag implies directly.
    subscript(tagID: Int64) -> [Int64] { implied[tagID] ?? [] }
}

/// The file next to the database. Without it, or if it is damaged, queries have the same results.
extension ResidentIndex {
    /// Identifies how this version builds an index, so that files of other versions aren't used.
    private static let form: UInt64 = {
        let samples: [(uses: Int64, frecency: Double?)] = [(0, nil), (7, nil), (3, 1_700_000_000)]
        let weights = samples.map { CompletionTag.weight(uses: $0.uses, frecency: $0.frecency) }
        return BlockChecksum.of([CompletionIndex.storedForm] + weights.map(\.bitPattern))
    }()

    /// Maps the index in the file; returns false if the file is missing or doesn't match the database.
    private func open(in reader: StoreReader) -> Bool {
        guard let stored = file?.open(form: Self.form) else { return false }
        do { return try reader.hasPassed(stored.state) && use(stored) } catch {
            // The database may have another history, so the index is rebuilt.
            return false
        }
    }

    private func use(_ stored: StoredIndex) -> Bool {
        do { tags = try CompletionIndex(stored: stored.bytes) } catch {
            // The checksum is right, so another program wrote the file.
            return false
        }
        self.stored = stored
        lastChange = stored.state.change
        followed = 0
        return true
    }

    /// Returns whether the index in a file, with the changes since then, matches the tags; `nil` if the file can't be used.
    ///
    /// Programs other than ours may have written to the tags without a note of it.
    static func isRight(_ file: IndexFile, in reader: StoreReader) throws -> Bool? {
        // This index never rewrites the file.
        let index = ResidentIndex(file: file, keptFrom: .max)
        guard index.open(in: reader), try index.follow(in: reader, version: 0) else { return nil }
        let aliases = try Dictionary(grouping: reader.allAliases(), by: \.tagID)
        var count = 0
        var isRight = true
        try reader.forEachFoundTag { found in
            let tag = CompletionTag(found, aliases: aliases[found.tag.id] ?? [])
            guard isRight, let tag else { return }
            count += 1
            isRight = index.tags.contains(tag)
        }
        return isRight && index.tags.count == count
    }

    /// Writes the file of an index of many tags, and maps it in place of the index in memory.
    ///
    /// - Returns: false if the index in memory was released and the file can't be used, so that the index must be rebuilt.
    private func keep(in reader: StoreReader) -> Bool {
        followed = 0
        guard let file else { return true }
        guard tags.count >= keptFrom else {
            // A file that doesn't match would be read by each process in vain.
            file.remove()
            return true
        }
        do {
            let state = try reader.indexState()
            guard let state, state.change == lastChange else { return true }
            try file.write(form: Self.form, state: state, tags.store)
        } catch {
            // The folder can't be written or the disk is full; the index stays in memory.
            return true
        }
        // Having both would take twice the memory.
        tags = CompletionIndex()
        stored = nil
        CMallocTrim()
        return open(in: reader)
    }
}
