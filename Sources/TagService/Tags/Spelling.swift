internal import TagCore
internal import TagStore
internal import TextMeasurement

/// Finding names in users' files that should be corrected.
extension TagService.Tags {
    /// Finds aliases, other spellings and near duplicates of tags among names that appear in files.
    ///
    /// ```swift
    /// let found = try service.tags.spellings(of: ["Reading", "runing"])
    /// for correction in found.values { print(correction.words) }
    /// ```
    ///
    /// A tag that is a near duplicate of a more used tag is corrected as well, unless the two are recorded as distinct. A
    /// correction never needs another correction, so fixing a file once is enough.
    ///
    /// - Parameters:
    ///   - names: the names; invalid tag names are ignored.
    ///   - similar: whether to look for near duplicates.
    /// - Returns: the corrections by name.
    /// - Throws: SQLite's errors.
    /// - Complexity: with near duplicates O(*n* log *n*) in the total length of all names and tags.
    public func spellings(of names: Set<String>, similar: Bool = true) throws -> [String: TagSpelling] {
        let valid = names.filter { CheckedName.isTag($0) }
        let kept = similar ? try tagsToKeep() : [:]
        let (found, unknown) = try known(valid, kept)
        var spellings = found
        guard similar else { return spellings }
        let likenesses = try self.similar(to: unknown.sorted())
            .reduce(into: [TagKey: SimilarTag]()) { $0[TagKey($1.tag)] = $1 }
        for name in unknown {
            // New names that only resemble each other aren't corrected.
            guard let like = likenesses[TagKey(name)], let tag = try nameOfTag(like.other) else { continue }
            spellings[name] = TagSpelling(
                name: name, tag: kept[tag]?.other ?? tag, reason: .similar, likeness: like.likeness)
        }
        return spellings
    }

    /// Finds the names to correct in a folder of notes, which are also compared with each other.
    ///
    /// Of several spellings of a tag, the most common is right, and of two near duplicates without a tag, the more common.
    ///
    /// ```swift
    /// let found = try service.tags.spellings(ofNotes: ["travel/japan": 9, "travel/Japan": 1])
    /// print(found["travel/Japan"]?.tag ?? "")  // travel/japan
    /// ```
    ///
    /// - Parameters:
    ///   - counts: the number of notes with each name; invalid tag names are ignored.
    ///   - similar: whether to look for near duplicates.
    /// - Returns: the corrections by name.
    /// - Throws: SQLite's errors.
    /// - Complexity: as ``TagService/Tags/spellings(of:similar:)``.
    public func spellings(ofNotes counts: [String: Int], similar: Bool = true) throws -> [String: TagSpelling] {
        var spellings = try spellings(of: Set(counts.keys), similar: similar)
        let written = try self.written(in: counts)
        for tag in written.values {
            for name in tag.counts.keys where spellings[name].map({ $0.reason == .spelling }) ?? true {
                let correction = TagSpelling(name: name, tag: tag.name, reason: .spelling, isTie: tag.isTie)
                spellings[name] = WhiteSpace.collapsed(name) == tag.name ? nil : correction
            }
        }
        guard similar else { return spellings }
        let new = written.values.filter { $0.stored == nil && spellings[$0.name] == nil }
            .sorted { ($1.total, $0.name) < ($0.total, $1.name) }
        var targets: [TagKey: String] = [:]
        for like in try self.similar(to: new.map(\.name)) {
            guard let rare = written[TagKey(like.tag)], let common = written[TagKey(like.other)] else { continue }
            let isTie = rare.total == common.total
            // Words that differ in a letter may be different words if both are in regular use.
            let isTypo = rare.total < 2 || common.total / 4 >= rare.total
            guard like.likeness != .letter || isTypo && !isTie else { continue }
            // The more common names come first, so the target's correction is known already.
            let target = targets[TagKey(like.other)] ?? common.name
            if !isTie { targets[TagKey(like.tag)] = target }
            for name in rare.counts.keys {
                spellings[name] = TagSpelling(
                    name: name, tag: target, reason: .similar, likeness: like.likeness, isTie: isTie)
            }
        }
        return spellings
    }

    /// Changes the names of tags to their most common spelling, and merges tags that were near duplicates in the notes.
    ///
    /// - Parameters:
    ///   - counts: the number of notes with each name.
    ///   - spellings: the corrections that were made in the notes.
    /// - Returns: the old and the new names, sorted.
    /// - Throws: `StoreError`.
    @discardableResult public func follow(
        notes counts: [String: Int], _ spellings: [String: TagSpelling]
    ) throws -> [(old: String, new: String)] {
        let written = try written(in: counts)
        let renames = written.values
            .compactMap { tag in tag.stored.flatMap { tag.isTie || $0 == tag.name ? nil : (old: $0, new: tag.name) } }
            .sorted { $0 < $1 }
        let merges = spellings.values.filter { $0.reason == .similar && !$0.isTie }.sorted { $0.name < $1.name }
        guard !renames.isEmpty || !merges.isEmpty else { return [] }
        return try writing { writer in
            writer.summary = "notes fix"
            var changed: [(old: String, new: String)] = []
            for (old, new) in renames {
                guard var row = try writer.reader.target(of: TagKey(old))?.tag else { continue }
                row.name = new
                try writer.apply(.putTag(row))
                changed.append((old, new))
            }
            for spelling in merges {
                guard case .tag(let from)? = try writer.reader.target(of: TagKey(spelling.name)),
                    let into = try writer.reader.target(of: TagKey(spelling.tag))?.tag, from.id != into.id
                else { continue }
                _ = try Self.merge(from, into: into, with: writer)
                changed.append((from.name, into.name))
            }
            return changed
        }
    }

    /// A tag as notes spell it.
    private struct WrittenTag {
        /// The number of notes with each spelling.
        var counts: [String: Int]
        /// The name in the database.
        var stored: String?
        /// The most common spelling.
        var name: String
        /// Whether another spelling is as common.
        var isTie: Bool
        /// The number of notes.
        var total: Int
    }

    /// Returns the tags of notes with their most common spelling, without those that are named by an alias.
    ///
    /// The uses of a tag outside the notes count for its name in the database. A tag without uses was named on purpose.
    private func written(in counts: [String: Int]) throws -> [TagKey: WrittenTag] {
        let groups = Dictionary(grouping: counts.filter { CheckedName.isTag($0.key) }, by: { TagKey($0.key) })
        return try store.read { reader in
            try groups.reduce(into: [:]) { written, group in
                let counts = Dictionary(group.value.map { ($0.key, $0.value) }) { first, _ in first }
                let total = counts.values.reduce(0, +)
                var votes = Dictionary(counts.map { (WhiteSpace.collapsed($0.key), $0.value) }, uniquingKeysWith: +)
                var stored: String?
                switch try reader.target(of: group.key) {
                case .alias: return
                case .tag(let tag):
                    stored = tag.name
                    let uses = Int(clamping: try reader.uses(of: UInt32(clamping: tag.id)))
                    votes[tag.name, default: 0] += uses == 0 ? total + 1 : max(uses - total, 0)
                case nil: break
                }
                let order = votes.sorted { left, right in
                    if left.value != right.value { return left.value > right.value }
                    if (left.key == stored) != (right.key == stored) { return left.key == stored }
                    return left.key < right.key
                }
                let isTie = order.count > 1 && order[0].value == order[1].value
                written[group.key] = WrittenTag(
                    counts: counts, stored: stored, name: order[0].key, isTie: isTie, total: total)
            }
        }
    }

    /// Returns the names that aren't the name, key or alias of a tag.
    ///
    /// - Throws: SQLite's errors.
    public func unknownNames(among names: Set<String>) throws -> Set<String> {
        try store.read { reader in try names.filter { try reader.target(of: TagKey($0)) == nil } }
    }

    /// Returns the tag to write instead of each tag that is a near duplicate.
    private func tagsToKeep() throws -> [String: SimilarTag] {
        try similar(limit: .max).pairs.reduce(into: [:]) { $0[$1.tag] = $1 }
    }

    private func nameOfTag(_ name: String) throws -> String? {
        try store.read { reader in try reader.target(of: TagKey(name))?.tag.name }
    }

    /// Returns the corrections of names that refer to tags, and the names that don't.
    private func known(
        _ names: Set<String>, _ kept: [String: SimilarTag]
    ) throws -> (spellings: [String: TagSpelling], unknown: [String]) {
        try store.read { reader in
            var spellings: [String: TagSpelling] = [:]
            var unknown: [String] = []
            for name in names {
                guard let target = try reader.target(of: TagKey(name)) else {
                    unknown.append(name)
                    continue
                }
                spellings[name] = Self.spelling(of: name, target, kept)
            }
            return (spellings, unknown)
        }
    }

    private static func spelling(
        of name: String, _ target: StoreReader.KeyTarget, _ kept: [String: SimilarTag]
    ) -> TagSpelling? {
        let tag = target.tag.name
        let similar = kept[tag]
        if case .alias = target { return TagSpelling(name: name, tag: similar?.other ?? tag, reason: .alias) }
        if let similar {
            return TagSpelling(name: name, tag: similar.other, reason: .similar, likeness: similar.likeness)
        }
        guard WhiteSpace.collapsed(name) != tag else { return nil }
        return TagSpelling(name: name, tag: tag, reason: .spelling)
    }
}

/// The correction of a name found in a user's file.
public struct TagSpelling: Hashable, Sendable, Codable {
    /// The reason for a correction.
    public enum Reason: String, Hashable, Sendable, Codable, CaseIterable {
        /// The name is an alias, such as the name of a merged tag.
        case alias
        /// The name is another spelling of the tag, such as different case.
        case spelling
        /// The name is a near duplicate of a more used tag.
        case similar
    }

    /// The name in the file.
    public var name: String
    /// The name to write.
    public var tag: String
    /// The reason for the correction.
    public var reason: Reason
    /// The kind of similarity, if the name is a near duplicate.
    public var likeness: SimilarTag.Likeness?
    /// Whether both names are equally common in the notes, so that neither is changed automatically.
    public var isTie = false

    /// One line that states the problem and the correction.
    public var words: String {
        let problem =
            switch reason {
            case .alias: "is an alias"
            case .spelling: "is another spelling"
            case .similar: "is like \(tag.quoted), \(likeness?.words ?? "typed differently")"
            }
        guard !isTie else { return "\(name.quoted) \(problem), as common as \(tag.quoted); write one of them" }
        return "\(name.quoted) \(problem); write \(tag.quoted)"
    }
}

/// Tag names for programs that don't allow spaces: `deep learning` appears as `deep-learning`, and both find it.
extension TagService.Tags {
    /// Returns a tag's name with hyphens instead of white space.
    ///
    /// ```swift
    /// let name = TagService.Tags.hyphenated("deep learning")  // "deep-learning"
    /// ```
    public static func hyphenated(_ name: String) -> String {
        guard name.contains(where: \.isWhitespace) else { return name }
        return name.split(whereSeparator: \.isWhitespace).joined(separator: "-")
    }

    /// Looks up each name, and returns the tag's name; a name without a tag is returned unchanged.
    ///
    /// The tag is found by name, key or alias, and otherwise by its name with spaces instead of hyphens.
    ///
    /// - Throws: `TagServiceError.invalidName` for a name that is too long, `StoreError`.
    /// - Complexity: linear in the number of names.
    public func meant(_ names: [String]) throws -> [String] {
        try store.read { reader in try names.map { try Self.knownTag($0, in: reader) ?? $0 } }
    }

    /// Returns whether a name has a tag; see ``TagService/Tags/meant(_:)``.
    ///
    /// - Throws: `TagServiceError.invalidName` for a name that is too long, `StoreError`.
    public func isKnown(_ name: String) throws -> Bool { try store.read { try Self.knownTag(name, in: $0) != nil } }

    /// The maximum number of hyphens that are tried as spaces one by one.
    ///
    /// In a name with more hyphens, all are spaces, or all are hyphens.
    private static let hyphenLimit = 5

    /// Returns the name of a name's tag; `nil` for an unknown name.
    static func knownTag(_ name: String, in reader: StoreReader) throws -> String? {
        try CheckedName.checkLength(of: name, of: .tag(nil))
        if let target = try reader.target(of: TagKey(name)) { return target.tag.name }
        let parts = name.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count > 1 else { return nil }
        let all = 1 << (parts.count - 1).clamped(to: hyphenLimit) - 1
        let choices = parts.count - 1 > hyphenLimit ? [-1] : Array((1...all).reversed())
        for choice in choices {
            var text = String(parts[0])
            for (place, part) in parts.dropFirst().enumerated() {
                let isSpace = choice < 0 || choice >> place & 1 == 1
                text += (isSpace ? " " : "-") + part
            }
            // Names have no white space at their ends and no two spaces in a row, so they can't have become these hyphens.
            guard hyphenated(text) == name else { continue }
            if let target = try reader.target(of: TagKey(text)) { return target.tag.name }
        }
        return nil
    }
}

extension Int { fileprivate func clamped(to limit: Int) -> Int { Swift.min(self, limit) } }
