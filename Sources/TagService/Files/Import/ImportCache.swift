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

/// A 4 MB Bloom filter of the keys that an import has created.
///
/// It saves the database query for a key that is definitely new.
struct CreatedKeys {
    private static let bitWidth = 25
    private var bits: [UInt64] = Array(repeating: 0, count: 1 << (bitWidth - 6))

    mutating func insert(_ key: String) {
        let (first, second) = Self.places(of: key)
        bits[first >> 6] |= 1 << UInt64(first & 63)
        bits[second >> 6] |= 1 << UInt64(second & 63)
    }

    /// Returns whether the key may have been inserted; `false` is certain.
    func mayContain(_ key: String) -> Bool {
        let (first, second) = Self.places(of: key)
        return bits[first >> 6] & (1 << UInt64(first & 63)) != 0 && bits[second >> 6] & (1 << UInt64(second & 63)) != 0
    }

    /// Returns the positions of the two bits of a key.
    private static func places(of key: String) -> (Int, Int) {
        let hash = UInt(bitPattern: key.hashValue)
        let mask: UInt = (1 << bitWidth) - 1
        return (Int(hash & mask), Int(hash >> bitWidth & mask))
    }
}
