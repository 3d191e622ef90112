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

    /// One line that states the problem and the correction.
    public var words: String {
        let problem =
            switch reason {
            case .alias: "is an alias"
            case .spelling: "is another spelling"
            case .similar: "is like \(tag.quoted), \(likeness?.words ?? "typed differently")"
            }
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
