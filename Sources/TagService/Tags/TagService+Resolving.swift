internal import TagCore
internal import TagStore

/// Looking up the rows that names refer to.
extension TagService {
    /// The set that a reference names.
    static func set(_ reference: SetReference, in reader: StoreReader) throws -> SetRow {
        switch reference {
        case .chosen:
            guard let set = try reader.chosenSet() else {
                throw TagServiceError.unknownSet("default", nearest: [])
            }
            return set
        case .named(let name):
            try CheckedName.checkLength(of: name, of: .set)
            guard let set = try reader.set(key: TagKey(name)) else {
                let names = try reader.sets().map(\.name)
                throw TagServiceError.unknownSet(
                    name,
                    nearest: NearestNames(to: name).offers(among: names)
                )
            }
            return set
        }
    }

    /// The tag with a name, key or alias; the error for none offers to make it where that is asked for.
    static func tag(
        _ name: String,
        in reader: StoreReader,
        canBeMade: Bool = false
    ) throws -> TagRow {
        try CheckedName.checkLength(of: name, of: .tag(nil))
        guard let target = try reader.target(of: TagKey(name)) else {
            throw TagServiceError.unknownTag(
                name,
                nearest: try nearest(to: name, in: reader),
                canBeMade: canBeMade
            )
        }
        return target.tag
    }

    /// The member of a set with a name, key or alias.
    static func member(
        _ name: String,
        of set: SetRow,
        in reader: StoreReader,
        canBeMade: Bool = false
    ) throws -> (TagRow, MemberRow) {
        let tag = try tag(name, in: reader, canBeMade: canBeMade)
        guard let member = try reader.member(setID: set.id, tagID: tag.id) else {
            throw TagServiceError.notInSet(tag: tag.name, set: set.name)
        }
        return (tag, member)
    }

    /// The members of a set with names, keys or aliases, each once, in the order in which they are first named.
    ///
    /// A repeated name is looked up once.
    static func members(
        _ names: [String],
        of set: SetRow,
        in reader: StoreReader,
        canBeMade: Bool = false
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

    /// The tags that begin with a name, those that contain it, and those that it may be a misspelling of: three at most.
    private static func nearest(to name: String, in reader: StoreReader) throws -> [String] {
        // The search knows no sets; what it offers might be in none that the caller sees.
        guard !reader.isLimited else { return [] }
        let nearest = NearestNames(to: name)
        guard !nearest.key.folded.isEmpty else { return [] }
        let beginning = try reader.tags(beginningWith: nearest.key.folded, limit: nearestLimit)
        let containing = try reader.tags(containing: nearest.key.folded, limit: nearestLimit)
        // A typo of one letter may leave no three letters in a row as they were.
        let near = try reader.tagsNear(nearest.key)
        let names =
            try (beginning + containing + near).map(\.tag.name)
            + reader.namesLike(nearest.key, limit: 2_000)
        return nearest.offers(among: names)
    }

    /// The most tags that are looked at because they begin with a name or contain it.
    private static let nearestLimit = 10

    /// The tags that a name may have meant: those that begin with it or contain it, and misspellings; three at most.
    public func nearestTags(to name: String) throws -> [String] {
        try store.read { try Self.nearest(to: name, in: $0) }
    }
}
