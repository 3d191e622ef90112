internal import TagStore

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
