internal import TagCore
internal import TagStore

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
