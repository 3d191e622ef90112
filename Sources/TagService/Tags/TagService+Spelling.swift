internal import TagCore
internal import TagStore

/// Finding names in people's files that should be written otherwise.
extension TagService {
    /// Finds, among names that stand in files, aliases, other spellings of tags, and near duplicates of tags.
    ///
    /// A tag that is a near duplicate of a more used one counts as one too, unless they are remembered as distinct. What is
    /// to be written is never wrong itself, so that a file that was mended once is right.
    ///
    /// - Parameters:
    ///   - names: The names; those that no tag can have are left out.
    ///   - similar: Whether near duplicates are looked for.
    /// - Returns: What to write, by the names that are to be replaced.
    /// - Throws: SQLite's errors.
    /// - Complexity: with near duplicates O(*n* log *n*) in the total length of all names and tags.
    public func spellings(
        of names: Set<String>,
        similar: Bool = true
    ) throws -> [String: TagSpelling] {
        let valid = names.filter { (try? CheckedName($0, of: .tag(nil))) != nil }
        let kept = similar ? try tagsToKeep() : [:]
        let (found, unknown) = try known(valid, kept)
        var spellings = found
        guard similar else { return spellings }
        let likenesses = try similarTags(to: unknown.sorted())
            .reduce(into: [TagKey: SimilarTag]()) { $0[TagKey($1.tag)] = $1 }
        for name in unknown {
            // New names that are like one another are nobody's yet.
            guard let like = likenesses[TagKey(name)], let tag = try nameOfTag(like.other) else {
                continue
            }
            spellings[name] = TagSpelling(
                name: name,
                tag: kept[tag]?.other ?? tag,
                reason: .similar,
                likeness: like.likeness
            )
        }
        return spellings
    }

    /// The names among some that lead to no tag.
    ///
    /// - Throws: SQLite's errors.
    public func unknownNames(among names: Set<String>) throws -> Set<String> {
        try store.read { reader in
            try names.filter { try reader.target(of: TagKey($0)) == nil }
        }
    }

    /// For each tag that is a near duplicate, the one to write instead.
    private func tagsToKeep() throws -> [String: SimilarTag] {
        try similarTags(limit: .max).pairs.reduce(into: [:]) { $0[$1.tag] = $1 }
    }

    private func nameOfTag(_ name: String) throws -> String? {
        try store.read { reader in try reader.target(of: TagKey(name))?.tag.name }
    }

    /// What to write instead of names that lead to tags, and the names that do not.
    private func known(
        _ names: Set<String>,
        _ kept: [String: SimilarTag]
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
        of name: String,
        _ target: KeyTarget,
        _ kept: [String: SimilarTag]
    ) -> TagSpelling? {
        let tag = target.tag.name
        let similar = kept[tag]
        if case .alias = target {
            return TagSpelling(name: name, tag: similar?.other ?? tag, reason: .alias)
        }
        if let similar {
            return TagSpelling(
                name: name,
                tag: similar.other,
                reason: .similar,
                likeness: similar.likeness
            )
        }
        guard WhiteSpace.collapsed(name) != tag else { return nil }
        return TagSpelling(name: name, tag: tag, reason: .spelling)
    }
}
