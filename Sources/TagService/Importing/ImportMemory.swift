internal import Foundation
internal import TagStore

/// A set while an import fills it.
///
/// A class, since a value in a dictionary would be copied with each line.
final class ImportTarget {
    private var row: SetRow
    /// Whether the import may set what belongs to the set as a whole.
    let isNew: Bool
    private var position: Int64

    var id: Int64 { row.id }

    init(_ row: SetRow, isNew: Bool, with writer: StoreWriter) throws {
        self.row = row
        position = try writer.reader.lastPosition(inSet: row.id)
        self.isNew = isNew
    }

    /// Adds a tag at the end, which is not there yet.
    func add(_ tagID: Int64, with writer: StoreWriter) throws {
        try writer.apply(.putMember(nextMember(tagID)))
    }

    /// The row that makes a tag the last member.
    func nextMember(_ tagID: Int64) throws -> MemberRow {
        let (next, isTooFar) = position.addingReportingOverflow(TagService.positionStep)
        guard !isTooFar else {
            throw ImportProblem("the set '\(row.name)' has no room for more tags")
        }
        position = next
        return MemberRow(setID: id, tagID: tagID, position: position, isSelected: false)
    }

    /// Selects a member.
    func select(_ tagID: Int64, with writer: StoreWriter) throws {
        guard var member = try writer.reader.member(setID: id, tagID: tagID), !member.isSelected
        else { return }
        member.isSelected = true
        try writer.apply(.putMember(member))
    }

    /// Keeps layout settings.
    func keep(_ layout: LayoutSettings, with writer: StoreWriter) throws {
        row.layout = try layout.json()
        try writer.apply(.putSet(row))
    }
}

/// What an import remembers of what it has looked up: no more than some megabytes, whatever the file holds.
struct ImportMemory {
    private struct Member: Hashable {
        var setID: Int64
        var tagID: Int64
    }

    private static let mostTagBytes = 4 << 20
    private static let mostTags = 50_000
    private static let mostMembers = 100_000
    private static let mostSets = 1_000

    private var tags: [String: Int64] = [:]
    private var tagBytes = 0
    private var members: Set<Member> = []
    private var sets: [String: ImportTarget] = [:]

    /// The tag that a key leads to, where that is remembered.
    func tagID(ofKey key: String) -> Int64? { tags[key] }

    mutating func keep(tagID: Int64, ofKey key: String) {
        tagBytes += key.utf8.count
        if tags.count >= Self.mostTags || tagBytes > Self.mostTagBytes {
            tags.removeAll(keepingCapacity: true)
            tagBytes = key.utf8.count
        }
        tags[key] = tagID
    }

    /// Whether a tag is remembered to be a member of a set.
    func isMember(_ tagID: Int64, ofSet setID: Int64) -> Bool {
        members.contains(Member(setID: setID, tagID: tagID))
    }

    mutating func keep(member tagID: Int64, ofSet setID: Int64) {
        if members.count >= Self.mostMembers { members.removeAll(keepingCapacity: true) }
        members.insert(Member(setID: setID, tagID: tagID))
    }

    /// The set of a key, where it is remembered.
    func target(ofKey key: String) -> ImportTarget? { sets[key] }

    mutating func keep(_ target: ImportTarget, ofKey key: String) {
        if sets.count >= Self.mostSets { sets.removeAll(keepingCapacity: true) }
        sets[key] = target
    }
}

/// How recent an import's tags are: from its saved selections, and from what an export kept.
///
/// Held back so that a tag is written once and not with each use; written early where there are many.
struct ImportedFrecencies {
    private static let mostHeld = 50_000

    /// Tags from this one on are made by the import.
    private let firstMadeTag: Int64
    private var frecencies: [Int64: Double?] = [:]
    /// What the file says of tags that were there before.
    private var kept: [Int64: Double] = [:]
    /// The made tags whose frecency the file says itself: a bit each, from the first made tag on.
    private var settled: [UInt64] = []

    init(firstMadeTag: Int64) {
        self.firstMadeTag = firstMadeTag
    }

    /// Counts a use of a tag at a time, in milliseconds since 1970.
    mutating func add(useAt time: Int64, of tagID: Int64, with writer: StoreWriter) throws {
        // An export's own number is exact for a tag that the import makes.
        guard !isSettled(tagID) else { return }
        let before = try frecency(of: tagID, with: writer)
        frecencies[tagID] = StoredFrecency.adding(useAt: time, to: before)
        if frecencies.count >= Self.mostHeld { try write(with: writer) }
    }

    /// Keeps what the file says; of a tag that was there before, the more recent one stands.
    mutating func keep(_ frecency: Double, of tagID: Int64, with writer: StoreWriter) throws {
        if tagID >= firstMadeTag {
            settle(tagID)
            frecencies[tagID] = .some(frecency)
        } else if try self.frecency(of: tagID, with: writer) ?? -.infinity < frecency {
            kept[tagID] = max(kept[tagID] ?? frecency, frecency)
        }
        if frecencies.count + kept.count >= Self.mostHeld { try write(with: writer) }
    }

    /// Writes what is held back.
    mutating func write(with writer: StoreWriter) throws {
        for (id, frecency) in kept {
            let own = try self.frecency(of: id, with: writer)
            frecencies[id] = max(own ?? frecency, frecency)
        }
        for (id, frecency) in frecencies.sorted(by: { $0.key < $1.key })
        where try writer.reader.tag(id: id)?.frecency != frecency {
            try writer.apply(.setFrecency(tagID: id, frecency))
        }
        frecencies.removeAll(keepingCapacity: true)
        kept.removeAll(keepingCapacity: true)
    }

    private mutating func frecency(of tagID: Int64, with writer: StoreWriter) throws -> Double? {
        if let known = frecencies[tagID] { return known }
        let stored = try writer.reader.tag(id: tagID)?.frecency
        frecencies[tagID] = .some(stored)
        return stored
    }

    private func isSettled(_ tagID: Int64) -> Bool {
        guard tagID >= firstMadeTag else { return false }
        let (word, bit) = (tagID - firstMadeTag).quotientAndRemainder(dividingBy: 64)
        return word < settled.count && settled[Int(word)] & 1 << UInt64(bit) != 0
    }

    /// Says that the frecency with which a tag was made is the one to stand.
    mutating func settle(_ tagID: Int64) {
        let (word, bit) = (tagID - firstMadeTag).quotientAndRemainder(dividingBy: 64)
        while settled.count <= word { settled.append(0) }
        settled[Int(word)] |= 1 << UInt64(bit)
    }
}

/// Which keys an import has made: of almost every new one it knows that it is new, in 4 MB, however many they are.
///
/// A Bloom filter: a database need not be asked for what was never put in.
struct MadeKeys {
    private static let bitWidth = 25
    private var bits: [UInt64] = Array(repeating: 0, count: 1 << (bitWidth - 6))

    mutating func insert(_ key: String) {
        let (first, second) = Self.places(of: key)
        bits[first >> 6] |= 1 << UInt64(first & 63)
        bits[second >> 6] |= 1 << UInt64(second & 63)
    }

    /// Whether the key may have been inserted; `false` is certain.
    func mayContain(_ key: String) -> Bool {
        let (first, second) = Self.places(of: key)
        return bits[first >> 6] & (1 << UInt64(first & 63)) != 0
            && bits[second >> 6] & (1 << UInt64(second & 63)) != 0
    }

    /// The two bits of a key.
    private static func places(of key: String) -> (Int, Int) {
        let hash = UInt(bitPattern: key.hashValue)
        let mask: UInt = (1 << bitWidth) - 1
        return (Int(hash & mask), Int(hash >> bitWidth & mask))
    }
}
