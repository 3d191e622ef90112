internal import Suggestions
internal import TagCore
internal import TagStore

/// The direct implications of a tag: anything tagged `beagle` also counts as tagged `dog`, and `dog/beagle` as `dog`.
public struct Implications: Hashable, Sendable, Codable {
    /// The tag.
    public var tag: String
    /// The names of the directly implied tags.
    public var implies: [String]

    /// Creates the implications of a tag.
    public init(tag: String, implies: [String]) {
        self.tag = tag
        self.implies = implies
    }
}

/// A page of the list of implications.
public struct ImplicationPage: Hashable, Sendable {
    /// The implications, one element per tag, in the order the tags were created.
    public var implications: [Implications]
    /// The cursor of the next page; `nil` at the end of the list.
    public var next: Int64?
}

/// Adding, deleting and listing implications between tags.
extension TagService.Tags {
    /// Adds an implication: anything with the first tag also counts as having the second tag and
    /// all tags that the second implies.
    ///
    /// ```swift
    /// try service.sets.addTags(["beagle", "dog", "animal"])
    /// try service.tags.addImplication(from: "beagle", to: "dog")
    /// try service.tags.addImplication(from: "dog", to: "animal")
    /// let suggested = try service.suggestions.find(for: SuggestionQuery(given: ["beagle"]))
    /// print(suggested.map(\.tag))  // dog, animal
    /// ```
    ///
    /// - Parameters:
    ///   - name: the tag that implies the other.
    ///   - other: the implied tag.
    /// - Returns: the names of both.
    /// - Throws: `TagServiceError.unknownTag`, `.impliesItself`, `.implicationCycle`; `.countsByName` if the other is below the tag.
    @discardableResult public func addImplication(from name: String, to other: String) throws -> Implications {
        try writing { writer in
            let (tag, implied) = try Self.tags(of: name, other, in: writer.reader)
            try Self.requireNoCycle(tag, implied, in: writer.reader)
            writer.summary = "imply \(tag.name) \(implied.name)"
            try writer.apply(.putImplication(ImplicationRow(tag.id, implies: implied.id)))
            return Implications(tag: tag.name, implies: [implied.name])
        }
    }

    /// Deletes an implication.
    ///
    /// - Parameters:
    ///   - name: the tag that implies the other.
    ///   - other: the implied tag.
    /// - Returns: the names of both.
    /// - Throws: `TagServiceError.unknownTag`, `.impliesItself`, `.unknownImplication`; `.countsByName` if the tag counts as the
    ///   other because of its name.
    @discardableResult public func deleteImplication(from name: String, to other: String) throws -> Implications {
        try writing { writer in
            let (tag, implied) = try Self.tags(of: name, other, in: writer.reader)
            let row = ImplicationRow(tag.id, implies: implied.id)
            guard try writer.reader.contains(row) else {
                try Self.requireNotBelow(tag, implied, in: writer.reader)
                throw TagServiceError.unknownImplication(tag.name, implied.name)
            }
            writer.summary = "unimply \(tag.name) \(implied.name)"
            try writer.apply(.deleteImplication(row))
            return Implications(tag: tag.name, implies: [implied.name])
        }
    }

    /// Adds an implication of each of several tags in one undo step; implications that exist already are left as they are.
    ///
    /// - Parameters:
    ///   - names: the tags that imply the other.
    ///   - other: the implied tag.
    /// - Returns: the number of added implications.
    /// - Throws: `TagServiceError.unknownTag`, `.impliesItself`, `.implicationCycle`; then nothing changes.
    @discardableResult public func addImplications(from names: [String], to other: String) throws -> Int {
        try changeImplications(from: names, to: other, isOn: true)
    }

    /// Deletes the implication of each of several tags in one undo step; tags without it are left as they are.
    ///
    /// - Parameters:
    ///   - names: the tags that imply the other.
    ///   - other: the implied tag.
    /// - Returns: the number of deleted implications.
    /// - Throws: `TagServiceError.unknownTag`, `.impliesItself`; then nothing changes.
    @discardableResult public func deleteImplications(from names: [String], to other: String) throws -> Int {
        try changeImplications(from: names, to: other, isOn: false)
    }

    private func changeImplications(from names: [String], to other: String, isOn: Bool) throws -> Int {
        try writing { writer in
            var changed: [String] = []
            for name in names {
                let (tag, implied) = try Self.tags(of: name, other, in: writer.reader)
                let row = ImplicationRow(tag.id, implies: implied.id)
                guard try writer.reader.contains(row) != isOn else { continue }
                if isOn { try Self.requireNoCycle(tag, implied, in: writer.reader) }
                try writer.apply(isOn ? .putImplication(row) : .deleteImplication(row))
                changed.append(tag.name)
            }
            let command = isOn ? "imply" : "unimply"
            writer.summary = "\(StepSummary(command: command, names: changed).text) \(other)"
            return changed.count
        }
    }

    /// Throws `TagServiceError.implicationCycle` if an implication would close a cycle, also through levels.
    private static func requireNoCycle(_ tag: TagRow, _ implied: TagRow, in reader: StoreReader) throws {
        try requireNotBelow(implied, tag, in: reader)
        guard let path = try TagLevels(in: nil, reader).path(from: implied.id, to: tag.id) else { return }
        let names = try reader.names(of: path)
        throw TagServiceError.implicationCycle([tag.name] + path.map { names[$0] ?? "" })
    }

    /// Throws `TagServiceError.countsByName` if a tag is below another.
    private static func requireNotBelow(_ tag: TagRow, _ other: TagRow, in reader: StoreReader) throws {
        guard TagPath.isKey(tag.key.text, below: other.key.text),
            try TagLevels(in: nil, reader).tagID(above: tag.id) != nil
        else { return }
        throw TagServiceError.countsByName(tag.name, as: other.name)
    }

    /// Returns all implications, also those of the levels of names, one element per tag, in the order the tags were created.
    ///
    /// - Complexity: linear in the number of implications, and of tags.
    public func implications() throws -> [Implications] { try implicationPage(limit: nil).implications }

    /// Returns the direct implications of a tag.
    ///
    /// - Throws: `TagServiceError.unknownTag`.
    public func implications(of name: String) throws -> Implications {
        try store.read { reader in
            let tag = try Self.tag(name, in: reader)
            let implied = try TagLevels(in: nil, reader).tagIDs(impliedBy: tag.id)
            let names = try reader.names(of: implied)
            return Implications(tag: tag.name, implies: implied.map { names[$0] ?? "" })
        }
    }

    /// Returns a page of the list of implications.
    ///
    /// - Parameters:
    ///   - place: the cursor from the previous page; `nil` for the first page.
    ///   - limit: the maximum number of tags on the page; `nil` for no limit.
    /// - Returns: the implications and the cursor of the next page.
    /// - Throws: `StoreError`.
    /// - Complexity: linear in the number of implications on the page.
    public func implicationPage(after place: Int64? = nil, limit: Int?) throws -> ImplicationPage {
        try store.read { reader in
            let rows = try reader.implications(after: place ?? 0, limit: limit.map { max(1, $0) + 1 })
            var implied = Dictionary(grouping: rows, by: \.tagID).mapValues { $0.map(\.impliedTagID) }
            for (tag, above) in try TagLevels(in: nil, reader).tagsAbove() where tag > place ?? 0 {
                if implied[tag]?.contains(above) != true { implied[tag, default: []].append(above) }
            }
            let tags = implied.keys.sorted()
            let shown = tags.prefix(limit.map { max(1, $0) } ?? tags.count)
            let names = try reader.names(of: shown.flatMap { [$0] + (implied[$0] ?? []) })
            return ImplicationPage(
                implications: shown.map { id in
                    Implications(tag: names[id] ?? "", implies: (implied[id] ?? []).map { names[$0] ?? "" })
                }, next: shown.count < tags.count ? shown.last : nil)
        }
    }

    /// Returns the two different tags of an implication.
    private static func tags(of name: String, _ other: String, in reader: StoreReader) throws -> (TagRow, TagRow) {
        let (tag, implied) = (try tag(name, in: reader), try Self.tag(other, in: reader))
        guard tag.id != implied.id else { throw TagServiceError.impliesItself(tag.name) }
        return (tag, implied)
    }

    /// Moves the implications of a tag to the tag that it is merged into.
    ///
    /// An implication between the two tags is dropped. An implication that would close a cycle is
    /// dropped, too. For example, if the merged tag implies a third tag, which implies the
    /// remaining tag, only the third tag's implication is kept. The implications of the merged tag
    /// are moved before the implications of other tags that imply it.
    ///
    /// - Returns: the dropped implications, except those between the two tags.
    static func moveImplications(of from: TagRow, to into: TagRow, with writer: StoreWriter) throws -> [Implications] {
        let reader = writer.reader
        let rows =
            try reader.tagIDs(impliedBy: from.id).map { ImplicationRow(from.id, implies: $0) }
            + reader.tagIDs(implying: from.id).map { ImplicationRow($0, implies: from.id) }
        for row in rows { try writer.apply(.deleteImplication(row)) }
        var dropped: [ImplicationRow] = []
        for row in rows {
            let (tag, implied) = (
                row.tagID == from.id ? into.id : row.tagID, row.impliedTagID == from.id ? into.id : row.impliedTagID
            )
            guard tag != implied else { continue }
            let moved = ImplicationRow(tag, implies: implied)
            if try reader.implicationPath(from: implied, to: tag) == nil {
                try writer.apply(.putImplication(moved))
            } else {
                dropped.append(moved)
            }
        }
        let names = try reader.names(of: dropped.flatMap { [$0.tagID, $0.impliedTagID] })
        return dropped.map { Implications(tag: names[$0.tagID] ?? "", implies: [names[$0.impliedTagID] ?? ""]) }
    }
}

/// An implication that nearly all items support.
public struct LikelyImplication: Hashable, Sendable, Codable {
    /// The tag that would imply the other.
    public var tag: String
    /// The tag that would be implied.
    public var implies: String
    /// The share of items with the first tag that also have the second, from 0 to 1.
    public var share: Double
    /// The number of items with the first tag.
    public var support: Int
}

/// The implications that nearly all items support.
public struct LikelyImplications: Hashable, Sendable, Codable {
    /// The implications with the most support, in descending order of support.
    public var pairs: [LikelyImplication]
    /// The total number of likely implications.
    public var count: Int
}

/// Finding implications that the items support.
extension TagService.Tags {
    /// Finds pairs of tags where nearly every item with the first tag also has the second.
    ///
    /// The less used tag of a pair implies the more used tag. A pair is listed if at least 10 items
    /// have the first tag and at least 95% of them have the second. Pairs are skipped if more than
    /// half of all items have the second tag, because such a tag co-occurs with everything.
    /// Implications that already follow from stored or listed implications are skipped, and so are
    /// implications that would close a cycle.
    ///
    /// - Parameter limit: the maximum number of implications to return.
    /// - Returns: the implications and their total number.
    /// - Throws: `StoreError`.
    /// - Complexity: linear in the number of counted pairs; quadratic in the number of pairs found for one tag.
    public func likelyImplications(limit: Int = 50) throws -> LikelyImplications {
        try store.read { reader in
            let found = try ImplicationFinder(reader).candidates
            let shown = found.prefix(max(0, limit))
            let names = try reader.names(of: shown.flatMap { [$0.tag, $0.implied] })
            return LikelyImplications(
                pairs: shown.map { candidate in
                    LikelyImplication(
                        tag: names[candidate.tag] ?? "", implies: names[candidate.implied] ?? "",
                        share: Double(candidate.count) / Double(candidate.support), support: candidate.support)
                }, count: found.count)
        }
    }
}

/// A search for likely implications in the counts of tag pairs, in descending order of support.
struct ImplicationFinder {
    struct Candidate {
        let tag: Int64
        let implied: Int64
        /// The number of items with both tags.
        let count: Int
        /// The number of items with the first tag.
        let support: Int
    }

    private(set) var candidates: [Candidate] = []
    /// The stored implications, and those of the levels of names.
    private let known: TagImplications
    /// The tags that each tag directly implies, stored or found.
    private var implied: [Int64: Set<Int64>] = [:]

    // These limits were chosen on debtags (24,240 items, 594 tags): with implications found in one half of the items, 99.5 % of
    // the items in the other half agreed.

    /// The minimum number of items with the first tag.
    private static let minimumSupport = 10
    /// The minimum share of those items that have the second tag.
    private static let minimumShare = 0.95
    /// The maximum share of all items that have the second tag.
    private static let maximumUse = 0.5
    /// The maximum number of candidates examined; those with the most support come first.
    private static let limit = 10_000

    init(_ reader: StoreReader) throws {
        known = try TagImplications(reader).adding(TagLevels(in: nil, reader).tagsAbove())
        let found = try Self.candidates(reader)
            .sorted { ($1.support, $0.tag, $0.implied) < ($0.support, $1.tag, $1.implied) }
        for tag in known.tags { implied[tag] = Set(known[tag]) }
        for candidate in found.prefix(Self.limit) where !closesCycle(candidate) {
            candidates.append(candidate)
            implied[candidate.tag, default: []].insert(candidate.implied)
        }
        candidates = candidates.filter { !isRedundant($0) }
    }

    /// Returns the pairs within the limits, from the less used tag to the more used.
    ///
    /// If both are used equally, the newer tag implies the older.
    private static func candidates(_ reader: StoreReader) throws -> [Candidate] {
        let uses = try reader.tagUses(least: minimumSupport)
        let most = Int(maximumUse * Double(try reader.itemCount()))
        var found: [Candidate] = []
        for (tag, support) in uses {
            guard let feature = UInt32(exactly: tag) else { continue }
            for entry in try reader.pairCounts(of: feature).entries {
                let (other, count) = (Int64(PairCounts.feature(entry)), Int(PairCounts.count(entry)))
                guard Double(count) >= minimumShare * Double(support), let use = uses[other], use <= most,
                    (support, -tag) < (use, -other)
                else { continue }
                found.append(Candidate(tag: tag, implied: other, count: count, support: support))
            }
        }
        return found
    }

    /// Returns whether a candidate would close a cycle with the stored implications and those found
    /// so far.
    ///
    /// Candidates lead from less used to more used tags, so a cycle must include a stored implication.
    private func closesCycle(_ candidate: Candidate) -> Bool {
        guard !known.isEmpty else { return false }
        let following = ImpliedTag.following([candidate.implied]) { Array(implied[$0] ?? []) }
        return following.contains { $0.id == candidate.tag }
    }

    /// Returns whether a candidate is already stored, or follows from two other implications.
    private func isRedundant(_ candidate: Candidate) -> Bool {
        if ImpliedTag.following([candidate.tag], by: { known[$0] }).contains(where: { $0.id == candidate.implied }) {
            return true
        }
        return implied[candidate.tag]?.contains { implied[$0]?.contains(candidate.implied) == true } == true
    }
}
