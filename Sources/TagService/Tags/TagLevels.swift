internal import TagCore
internal import TagStore

/// Which tags count as which: implications and the levels of names, as one set or all sets see them.
///
/// ```
/// let levels = try TagLevels(in: set.id, reader)
/// try levels.tagIDs(countingAs: travel)  // travel, travel/italy, and the tags that imply one of them
/// ```
struct TagLevels {
    private let reader: StoreReader
    private let isOn: Bool
    private let hasImplications: Bool
    /// The sets whose tags have no levels, if this is about all sets.
    private let setsWithout: [Int64]

    /// Reads whether levels count.
    ///
    /// - Parameters:
    ///   - setID: the set; with `nil`, levels count, except those of tags that only sets without levels have.
    ///   - reader: the reader of the transaction.
    /// - Throws: SQLite's errors.
    init(in setID: Int64?, _ reader: StoreReader) throws {
        let without = try reader.setsWithoutLevels()
        try self.init(
            reader, isOn: setID.map { !without.contains($0) } ?? true, setsWithout: setID == nil ? without : [])
    }

    /// Creates the value for a set whose tags have levels, or don't.
    init(_ reader: StoreReader, isOn: Bool, setsWithout: [Int64] = []) throws {
        self.reader = reader
        self.isOn = isOn
        self.setsWithout = setsWithout
        hasImplications = try reader.hasImplications()
    }

    /// Returns the nearest tag above a tag; `nil` without one.
    func tagID(above tagID: Int64) throws -> Int64? {
        guard isOn, try hasLevels(tagID) else { return nil }
        return try reader.tagID(above: tagID)
    }

    /// Returns the tags below a tag, by key.
    func tags(below tagID: Int64) throws -> [TagRow] {
        guard isOn else { return [] }
        return try reader.tags(below: tagID).filter { try hasLevels($0.id) }
    }

    /// Returns the nearest tag above each tag that has one.
    ///
    /// - Complexity: linear in the number of tags.
    func tagsAbove() throws -> [Int64: Int64] { isOn ? try reader.tagsAbove().filter { try hasLevels($0.key) } : [:] }

    private func hasLevels(_ tagID: Int64) throws -> Bool {
        try setsWithout.isEmpty || !reader.isTag(tagID, onlyInSets: setsWithout)
    }

    /// Returns the tags that a tag directly implies, and the nearest tag above it.
    func tagIDs(impliedBy tagID: Int64) throws -> [Int64] {
        let implied = try hasImplications ? reader.tagIDs(impliedBy: tagID) : []
        guard let above = try self.tagID(above: tagID), !implied.contains(above) else { return implied }
        return implied + [above]
    }

    /// Returns the tags on a shortest chain of implications and levels from one tag to another, including both.
    ///
    /// Without such a chain, it returns `nil`.
    ///
    /// - Complexity: linear in the number of tags that the first tag implies, directly or through others, and their
    ///   implications; if nothing counts as the other tag, only that is looked up.
    func path(from start: Int64, to end: Int64) throws -> [Int64]? {
        guard start != end else { return [start] }
        let isImplied = try hasImplications && !reader.tagIDs(implying: end).isEmpty
        guard try isImplied || !tags(below: end).isEmpty else { return nil }
        // The tag that each tag was reached from; the start is reached from itself.
        var origin = [start: start]
        var level = [start]
        while origin[end] == nil, !level.isEmpty {
            var reached: [Int64] = []
            for tag in level {
                for implied in try tagIDs(impliedBy: tag) where origin[implied] == nil {
                    origin[implied] = tag
                    reached.append(implied)
                }
            }
            level = reached
        }
        guard origin[end] != nil else { return nil }
        var path = [end]
        while let last = path.last, let before = origin[last], before != last { path.append(before) }
        return Array(path.reversed())
    }

    /// Returns a tag and all tags that count as it: those below it, and those that imply one of these.
    ///
    /// - Complexity: linear in the number of tags found and their implications.
    func tagIDs(countingAs tagID: Int64) throws -> [Int64] {
        try tagIDs(countingAsAny: [tagID] + tags(below: tagID).map(\.id))
    }

    /// Returns tags and all tags that imply one of them, with those below these.
    private func tagIDs(countingAsAny family: [Int64]) throws -> [Int64] {
        var found = Set(family)
        guard hasImplications else { return found.sorted() }
        var pending = family
        while let tag = pending.popLast() {
            for other in try reader.tagIDs(implying: tag) where found.insert(other).inserted {
                let below = try tags(below: other).map(\.id).filter { found.insert($0).inserted }
                pending += [other] + below
            }
        }
        return found.sorted()
    }

    /// Returns the tags that count as the tag with a typed name; `nil` for an unknown name.
    ///
    /// `travel/` means everything below `travel`, even if there isn't a tag `travel`.
    func tagIDs(countingAs key: TagKey) throws -> [Int64]? {
        if isOn, let branch = TagPath.key(ofBranch: key.text) {
            var below = try reader.tags(belowKey: branch).map(\.id).filter(hasLevels)
            let known = try reader.tagID(of: TagKey(branch))
            // An alias of a tag means the branch of the tag, too.
            if let known { below += try tags(below: known).map(\.id) }
            if known != nil || !below.isEmpty { return try tagIDs(countingAsAny: below) }
        }
        return try reader.target(of: key).map { try tagIDs(countingAs: $0.tag.id) }
    }

    /// Returns the condition for the items with a tag that counts as the tag with a typed name; `nil` for an unknown name.
    func items(with key: TagKey) throws -> ItemCondition? {
        guard !setsWithout.isEmpty else { return try tagIDs(countingAs: key).map { .tags($0) } }
        guard let all = try TagLevels(reader, isOn: true).tagIDs(countingAs: key) else { return nil }
        let flat = try TagLevels(reader, isOn: false).tagIDs(countingAs: key) ?? []
        guard flat != all else { return .tags(all) }
        return .any([.tags(flat), .all([.tags(all)] + setsWithout.map { .not(.set($0)) })])
    }

    /// Returns the number of uses of a tag and of those below it, each item once.
    func uses(ofTagAndBelow tag: TagRow, _ below: [TagRow]) throws -> Int {
        let ids = [tag.id] + below.map(\.id)
        let items = try reader.itemCount(
            matching: setsWithout.isEmpty
                ? .tags(ids) : .any([.tags([tag.id]), .all([.tags(ids)] + setsWithout.map { .not(.set($0)) })]))
        return ([tag] + below)
            .reduce(items) { Int(clamping: Int64($0).addingReportingOverflow($1.otherUses).partialValue) }
    }
}
