/// A cache for the database queries of an import, limited to a few megabytes regardless of the size of the file.
struct ImportCache {
    private struct Member: Hashable {
        var setID: Int64
        var tagID: Int64
    }

    private static let maximumTagBytes = 4 << 20
    private static let maximumTags = 50_000
    private static let maximumMembers = 100_000
    private static let maximumSets = 1_000

    private var tags: [String: Int64] = [:]
    private var tagBytes = 0
    private var members: Set<Member> = []
    private var sets: [String: ImportTarget] = [:]

    /// Returns the cached tag with a key.
    func tagID(ofKey key: String) -> Int64? { tags[key] }

    mutating func insert(tagID: Int64, ofKey key: String) {
        tagBytes += key.utf8.count
        if tags.count >= Self.maximumTags || tagBytes > Self.maximumTagBytes {
            tags.removeAll(keepingCapacity: true)
            tagBytes = key.utf8.count
        }
        tags[key] = tagID
    }

    /// Returns whether a tag is cached as a member of a set.
    func isMember(_ tagID: Int64, ofSet setID: Int64) -> Bool { members.contains(Member(setID: setID, tagID: tagID)) }

    mutating func insert(member tagID: Int64, ofSet setID: Int64) {
        if members.count >= Self.maximumMembers { members.removeAll(keepingCapacity: true) }
        members.insert(Member(setID: setID, tagID: tagID))
    }

    /// Returns the cached set with a key.
    func target(ofKey key: String) -> ImportTarget? { sets[key] }

    mutating func insert(_ target: ImportTarget, ofKey key: String) {
        if sets.count >= Self.maximumSets { sets.removeAll(keepingCapacity: true) }
        sets[key] = target
    }
}
