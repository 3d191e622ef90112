internal import CMalloc
internal import Suggestions
internal import TagCore
internal import TagStore

/// Every tag, and the counts that queries have read, kept in memory by a long-lived process.
///
/// It follows commits of this and other processes tag by tag, and is rebuilt after very large ones. That of many tags is kept in a file
/// beside the database (``IndexFile``), which the next process maps, and with which this one replaces its own copy.
final class ResidentIndex {
    /// Every tag.
    private(set) var tags = CompletionIndex()
    /// Every rule between tags.
    private(set) var rules = TagImplications()
    /// The model that the database names.
    private(set) var model: StoreReader.ModelReference?
    /// The counts that were read since they last changed.
    private var cache = CooccurrenceCache()
    /// The number of the last change that was followed.
    private var lastChange: Int64 = 0
    /// The `data_version` of the database at the last update.
    private var version: Int64
    /// Where the index is kept; `nil` for a database in memory.
    private let file: IndexFile?
    /// The file as it is mapped; `nil` for an index in memory of its own.
    private var stored: StoredIndex?
    /// The number of tags that have changed since the file was made or tried to be made.
    private var followed = 0

    /// The minimum number of tags for keeping their index in a file.
    private let keptFrom: Int
    /// After how many changed tags the file is made anew: to follow them takes about as long as to open it.
    private static let renewedAfter = 2_000
    /// The minimum age of the file in seconds before it is rewritten, so that a busy server doesn't rewrite it
    /// constantly.
    private static let renewedAge = 600.0

    /// Maps the index that is kept in a file, or reads every tag.
    ///
    /// Complexity: linear in the tags: some seconds for a million, some hundredths of one if a file is mapped.
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
        cache.names = KnownNames()
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

    /// Lets a query use the counts, and add to them what it reads.
    func withCounts<Result>(
        _ reader: StoreReader,
        _ body: (StoredCooccurrences) throws -> Result
    ) rethrows -> Result {
        // Two that refer to the counts would copy them all when one is added.
        let counts = StoredCooccurrences(reader, cache: cache)
        cache = CooccurrenceCache()
        defer { cache = counts.cache }
        return try body(counts)
    }

    /// Whether no other process has committed since the last update, and the mapped file is as it was.
    func isCurrent(at version: Int64) -> Bool {
        self.version == version && isSound
    }

    /// Whether the mapped file, if any, is as it was when it was opened.
    var isSound: Bool { stored?.isUnchanged ?? true }

    /// Applies the commits since the last update.
    ///
    /// - Parameters:
    ///   - reader: the database.
    ///   - version: its `data_version`.
    ///   - limit: the size in bytes of the changed names up to which they are applied.
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
        if !tagIDs.isEmpty { cache.names = KnownNames() }
        for key in removed { tags.remove(key) }
        tags.insert(contentsOf: changed)
        if changes.changesImplications { rules = try TagImplications(reader) }
        if changes.changesCounts { cache = CooccurrenceCache() }
        // Only now: what could not be read is followed the next time.
        (self.version, lastChange) = (version, changes.last)
        followed += tagIDs.count
        if let stored, followed >= Self.renewedAfter, stored.age >= Self.renewedAge {
            return keep(in: reader)
        }
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
        for rule in try reader.implications() {
            implied[rule.tagID, default: []].append(rule.impliedTagID)
        }
    }

    /// Whether there are none.
    var isEmpty: Bool { implied.isEmpty }

    /// The tags that have rules.
    var tags: some Sequence<Int64> { implied.keys }

    /// The tags that a tag implies by rules of its own.
    subscript(tagID: Int64) -> [Int64] { implied[tagID] ?? [] }
}

/// The file beside the database. Whatever is wrong with it, queries are answered without it.
extension ResidentIndex {
    /// Tells how this program makes an index of tags, so that what another version made is not used.
    private static let form: UInt64 = {
        let samples: [(uses: Int64, frecency: Double?)] = [(0, nil), (7, nil), (3, 1_700_000_000)]
        let weights = samples.map { CompletionTag.weight(uses: $0.uses, frecency: $0.frecency) }
        return BlockChecksum.of([CompletionIndex.storedForm] + weights.map(\.bitPattern))
    }()

    /// Maps the index of the file; false if there is none that fits.
    private func open(in reader: StoreReader) -> Bool {
        // A log that cannot be read tells nothing of the file's state.
        guard let stored = file?.open(form: Self.form),
            (try? reader.hasPassed(stored.state)) == true
        else { return false }
        return use(stored)
    }

    private func use(_ stored: StoredIndex) -> Bool {
        // Bytes that are of no index are told apart by their checksum already.
        guard let tags = try? CompletionIndex(stored: stored.bytes) else { return false }
        self.tags = tags
        self.stored = stored
        lastChange = stored.state.change
        followed = 0
        return true
    }

    /// Whether what a file keeps, with what has changed since, is what the tags are now; `nil` if it cannot be used.
    ///
    /// Programs other than ours may have written to the tags without a note of it.
    static func isRight(_ file: IndexFile, in reader: StoreReader) throws -> Bool? {
        // The file is not made anew here.
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

    /// Makes the file of an index of many tags, and maps it in place of what is in memory.
    ///
    /// - Returns: false if what is in memory was given up and the file cannot be used, so that the index must be rebuilt.
    private func keep(in reader: StoreReader) -> Bool {
        followed = 0
        guard let file else { return true }
        guard tags.count >= keptFrom else {
            // What does not fit would be read in vain each time.
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
        // Both at once would take twice the memory.
        tags = CompletionIndex()
        stored = nil
        CMallocTrim()
        return open(in: reader)
    }
}
