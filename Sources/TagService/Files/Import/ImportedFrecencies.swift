internal import TagStore

/// The frecencies of imported tags, computed from the items or read from an export.
///
/// They are written at the end, or earlier if there are many, so that a tag isn't written for every use.
struct ImportedFrecencies {
    private static let maximumHeld = 50_000

    /// The first tag that the import created.
    private let firstCreatedTag: Int64
    private var frecencies: [Int64: Double?] = [:]
    /// The frecencies in the file of tags that existed before the import.
    private var kept: [Int64: Double] = [:]
    /// A bit for each created tag, starting with the first, that is set if the file contains its frecency.
    private var settled: [UInt64] = []

    init(firstCreatedTag: Int64) { self.firstCreatedTag = firstCreatedTag }

    /// Counts a use of a tag at a time, in milliseconds since 1970.
    mutating func add(useAt time: Int64, of tagID: Int64, with writer: StoreWriter) throws {
        // For a tag created by the import, the frecency in the file already includes this use.
        guard !isSettled(tagID) else { return }
        let before = try frecency(of: tagID, with: writer)
        frecencies[tagID] = StoredFrecency.adding(useAt: time, to: before)
        if frecencies.count >= Self.maximumHeld { try write(with: writer) }
    }

    /// Sets the frecency from the file; for a tag that existed before the import, the greater of both values is kept.
    mutating func keep(_ frecency: Double, of tagID: Int64, with writer: StoreWriter) throws {
        if tagID >= firstCreatedTag {
            settle(tagID)
            frecencies[tagID] = .some(frecency)
        } else if try self.frecency(of: tagID, with: writer) ?? -.infinity < frecency {
            kept[tagID] = max(kept[tagID] ?? frecency, frecency)
        }
        if frecencies.count + kept.count >= Self.maximumHeld { try write(with: writer) }
    }

    /// Writes the collected frecencies.
    mutating func write(with writer: StoreWriter) throws {
        for (id, frecency) in kept {
            let current = try self.frecency(of: id, with: writer)
            frecencies[id] = max(current ?? frecency, frecency)
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
        guard tagID >= firstCreatedTag else { return false }
        let (word, bit) = (tagID - firstCreatedTag).quotientAndRemainder(dividingBy: 64)
        return word < settled.count && settled[Int(word)] & 1 << UInt64(bit) != 0
    }

    /// Marks the frecency of a created tag as final.
    mutating func settle(_ tagID: Int64) {
        let (word, bit) = (tagID - firstCreatedTag).quotientAndRemainder(dividingBy: 64)
        while settled.count <= word { settled.append(0) }
        settled[Int(word)] |= 1 << UInt64(bit)
    }
}
