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
            guard let set = try reader.set(key: TagKey(name)) else {
                let names = try reader.sets().map(\.name)
                throw TagServiceError.unknownSet(name, nearest: NearestNames(to: name).among(names))
            }
            return set
        }
    }

    /// The tag with a name, key or alias.
    static func tag(_ name: String, in reader: StoreReader) throws -> TagRow {
        guard let target = try reader.target(of: TagKey(name)) else {
            throw TagServiceError.unknownTag(name, nearest: try nearest(to: name, in: reader))
        }
        return target.tag
    }

    /// The member of a set with a name, key or alias.
    static func member(
        _ name: String,
        of set: SetRow,
        in reader: StoreReader
    ) throws -> (TagRow, MemberRow) {
        let tag = try tag(name, in: reader)
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
        in reader: StoreReader
    ) throws -> [(TagRow, MemberRow)] {
        var seenNames: Set<String> = []
        var seenTags: Set<Int64> = []
        var members: [(TagRow, MemberRow)] = []
        for name in names where seenNames.insert(name).inserted {
            let found = try member(name, of: set, in: reader)
            if seenTags.insert(found.0.id).inserted { members.append(found) }
        }
        return members
    }

    private static func nearest(to name: String, in reader: StoreReader) throws -> [String] {
        let nearest = NearestNames(to: name)
        return nearest.among(try reader.namesLike(nearest.key, limit: 2_000))
    }
}
