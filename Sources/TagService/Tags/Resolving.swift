internal import TagCore
internal import TagStore

/// Looking up the rows that names refer to.
extension ServicePart {
    /// Returns the set of a reference; that of an entrance is created if necessary, and remembered.
    static func set(_ reference: SetReference, with writer: StoreWriter) throws -> SetRow {
        guard case .entrance(let entrance, let name) = reference else { return try set(reference, in: writer.reader) }
        return try TagService.Sets.set(of: entrance, named: name, with: writer)
    }

    /// Returns the set of a reference; `nil` for that of an entrance that doesn't exist yet.
    static func existingSet(_ reference: SetReference, in reader: StoreReader) throws -> SetRow? {
        guard case .entrance(let entrance, let name) = reference else { return try set(reference, in: reader) }
        return try TagService.Sets.set(of: entrance, named: name, in: reader)
    }

    /// Returns the set of a reference.
    static func set(_ reference: SetReference, in reader: StoreReader) throws -> SetRow {
        switch reference {
        case .chosen:
            guard let set = try reader.chosenSet() else { throw TagServiceError.unknownSet("default", nearest: []) }
            return set
        case .entrance:
            guard let set = try existingSet(reference, in: reader) else {
                throw TagServiceError.unknownSet(TagService.Sets.usualName, nearest: [])
            }
            return set
        case .named(let name):
            try CheckedName.checkLength(of: name, of: .set)
            guard let set = try reader.set(key: TagKey(name)) else {
                let names = try reader.sets().map(\.name)
                throw TagServiceError.unknownSet(name, nearest: NearestNames(to: name).offers(among: names))
            }
            return set
        }
    }

    /// Returns the tag with a name, key or alias.
    ///
    /// - Parameters:
    ///   - name: the name, key or alias.
    ///   - reader: the reader of the transaction.
    ///   - canBeMade: whether the error for an unknown tag suggests creating it.
    /// - Returns: the tag.
    /// - Throws: `TagServiceError.unknownTag`.
    static func tag(_ name: String, in reader: StoreReader, canBeMade: Bool = false) throws -> TagRow {
        try CheckedName.checkLength(of: name, of: .tag(nil))
        guard let target = try reader.target(of: TagKey(name)) else {
            throw try unknownTag(name, in: reader, canBeMade: canBeMade)
        }
        return target.tag
    }

    /// Returns the error for a name that no tag has.
    static func unknownTag(_ name: String, in reader: StoreReader, canBeMade: Bool = false) throws -> TagServiceError {
        .unknownTag(name, nearest: try nearest(to: name, in: reader), canBeMade: canBeMade)
    }

    /// Returns the member of a set with a name, key or alias.
    static func member(
        _ name: String, of set: SetRow, in reader: StoreReader, canBeMade: Bool = false
    ) throws -> (TagRow, MemberRow) {
        let tag = try tag(name, in: reader, canBeMade: canBeMade)
        guard let member = try reader.member(setID: set.id, tagID: tag.id) else {
            throw TagServiceError.notInSet(tag: tag.name, set: set.name)
        }
        return (tag, member)
    }

    /// Returns the members of a set with names, keys or aliases, each once, in order of first mention.
    ///
    /// A repeated name is looked up once.
    static func members(
        _ names: [String], of set: SetRow, in reader: StoreReader, canBeMade: Bool = false
    ) throws -> [(TagRow, MemberRow)] {
        var seenNames: Set<String> = []
        var seenTags: Set<Int64> = []
        var members: [(TagRow, MemberRow)] = []
        for name in names {
            try CheckedName.checkLength(of: name, of: .tag(nil))
            guard seenNames.insert(name).inserted else { continue }
            let found = try member(name, of: set, in: reader, canBeMade: canBeMade)
            if seenTags.insert(found.0.id).inserted { members.append(found) }
        }
        return members
    }

    /// Returns up to three tags that start with a name, contain it, or resemble it.
    static func nearest(to name: String, in reader: StoreReader) throws -> [String] {
        // The search covers all sets, so it could reveal tags that a set-limited caller must not see.
        guard !reader.isLimited else { return [] }
        let nearest = NearestNames(to: name)
        guard !nearest.key.folded.isEmpty else { return [] }
        let beginning = try reader.tags(beginningWith: nearest.key.folded, limit: nearestLimit)
        let containing = try reader.tags(containing: nearest.key.folded, limit: nearestLimit)
        // The full-text index finds groups of three letters, but a one-letter typo may change every
        // group.
        let near = try reader.tagsNear(nearest.key)
        let names = try (beginning + containing + near).map(\.tag.name) + reader.namesLike(nearest.key, limit: 2_000)
        return nearest.offers(among: names)
    }

    /// The maximum number of candidates that start with a name, and that contain it.
    private static var nearestLimit: Int { 10 }
}

extension TagService.Tags {
    /// Returns up to three tags that a user may have meant by a name: tags that start with it, contain it, or resemble it.
    public func nearest(to name: String) throws -> [String] {
        try store.read { try TagService.nearest(to: name, in: $0) }
    }
}
