import Foundation
internal import TagCore

/// Items with a word, in ascending order, as stored in a row of `word_posting`.
struct PostingChunk: Hashable {
    /// The items, each with a byte for the weight of the word.
    var entries: [StoredPosting] = []

    /// The most entries of a row, which then fits into a page of the database with others.
    static let limit = 300

    /// The entries as a blob.
    ///
    /// The first item is in the row's key, so its difference is 0.
    var data: Data {
        var writer = ByteWriter()
        var last = entries.first?.item ?? 0
        for entry in entries {
            writer.write(Int(entry.item - last))
            writer.bytes.append(entry.weight)
            last = entry.item
        }
        return Data(writer.bytes)
    }

    init(_ entries: [StoredPosting]) { self.entries = entries }

    /// Decodes a blob; `nil` for bytes that no entries have.
    init?(first: Int64, data: Data) {
        var reader = ByteReader(bytes: [UInt8](data))
        var item = first
        while !reader.isAtEnd {
            guard let difference = reader.number(), (difference > 0) != entries.isEmpty,
                let weight = reader.bytes(1)?.first, weight > 0
            else { return nil }
            let (next, isTooLarge) = item.addingReportingOverflow(Int64(difference))
            guard !isTooLarge else { return nil }
            item = next
            entries.append(StoredPosting(item: item, weight: weight))
        }
    }

    /// Inserts, replaces or removes entries.
    ///
    /// - Parameter changes: the items in ascending order; `nil` removes an item.
    /// - Complexity: O(entries + changes).
    mutating func apply(_ changes: some Sequence<(item: Int64, weight: UInt8?)>) {
        var merged: [StoredPosting] = []
        merged.reserveCapacity(entries.count + 1)
        var rest = entries[...]
        for change in changes {
            while let next = rest.first, next.item < change.item {
                merged.append(next)
                rest.removeFirst()
            }
            if rest.first?.item == change.item { rest.removeFirst() }
            if let weight = change.weight { merged.append(StoredPosting(item: change.item, weight: weight)) }
        }
        entries = merged + rest
    }

    /// The entries in rows of at most ``limit`` entries.
    var rows: [PostingChunk] {
        stride(from: 0, to: entries.count, by: Self.limit)
            .map { PostingChunk(Array(entries[$0..<min($0 + Self.limit, entries.count)])) }
    }
}

/// An item that has a word.
package struct StoredPosting: Hashable, Sendable {
    /// The item.
    package let item: Int64
    /// The weight of the word in the item (``ItemWords/weights``), in parts of 255.
    package let weight: UInt8

    package init(item: Int64, weight: UInt8) { (self.item, self.weight) = (item, weight) }
}

/// The ids of an item's tags: ascending and unique, stored as four bytes each.
///
/// ```swift
/// PackedTagIDs([7, 3, 7]).ids  // [3, 7]
/// ```
package struct PackedTagIDs: Hashable, Sendable {
    /// The ids, ascending.
    package let ids: [UInt32]

    /// Creates the list from ids in any order; drops duplicates and ids that don't fit into 32 bits.
    package init(_ ids: some Sequence<Int64>) { self.ids = Set(ids.compactMap { UInt32(exactly: $0) }).sorted() }

    /// Returns the ids with one id replaced by another.
    package func replacing(_ id: Int64, with other: Int64) -> PackedTagIDs {
        PackedTagIDs(rowIDs.map { $0 == id ? other : $0 })
    }

    /// Decodes a column; `nil` unless it contains ascending ids of tags.
    init?(data: Data) {
        ids = LittleEndian.words(in: data)
        guard data.count.isMultiple(of: 4), isValid else { return nil }
    }

    /// Whether all are ascending ids of tags.
    var isValid: Bool {
        var last: UInt32 = 0
        for id in ids {
            guard id > last, id < 1 << 31 else { return false }
            last = id
        }
        return true
    }

    /// The encoded column.
    var data: Data { LittleEndian.data(of: ids) }

    /// The ids as row identifiers.
    package var rowIDs: [Int64] { ids.map { Int64($0) } }
}

/// The encoding of 32-bit integers in a BLOB column.
enum LittleEndian {
    /// Encodes words.
    static func data(of words: [UInt32]) -> Data {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(words.count * 4)
        for word in words {
            bytes.append(UInt8(truncatingIfNeeded: word))
            bytes.append(UInt8(truncatingIfNeeded: word >> 8))
            bytes.append(UInt8(truncatingIfNeeded: word >> 16))
            bytes.append(UInt8(truncatingIfNeeded: word >> 24))
        }
        return Data(bytes)
    }

    /// Decodes the words of a column; ignores an incomplete word at the end.
    static func words(in data: Data) -> [UInt32] {
        let bytes = [UInt8](data)
        return (0..<bytes.count / 4)
            .map { index in
                let start = index * 4
                return UInt32(bytes[start]) | UInt32(bytes[start + 1]) << 8 | UInt32(bytes[start + 2]) << 16 | UInt32(
                    bytes[start + 3]) << 24
            }
    }
}

extension LittleEndian {
    /// Encodes floating-point numbers, eight bytes each.
    static func data(of numbers: [Double]) -> Data {
        data(
            of: numbers.flatMap { number in
                let bits = number.bitPattern
                return [UInt32(truncatingIfNeeded: bits), UInt32(truncatingIfNeeded: bits >> 32)]
            })
    }

    /// Decodes floating-point numbers; ignores an incomplete number at the end.
    static func numbers(in data: Data) -> [Double] {
        let words = words(in: data)
        return (0..<words.count / 2).map { Double(bitPattern: UInt64(words[2 * $0]) | UInt64(words[2 * $0 + 1]) << 32) }
    }
}

extension PairCounts {
    /// Decodes a column; `nil` unless it is a list of features in ascending order with positive counts.
    init?(data: Data) {
        guard data.count.isMultiple(of: 8) else { return nil }
        let words = LittleEndian.words(in: data)
        let entries = stride(from: 0, to: words.count, by: 2).map { Self.pack(words[$0], words[$0 + 1]) }
        self.init(validating: entries)
    }

    /// The encoded column.
    var data: Data { LittleEndian.data(of: entries.flatMap { [Self.feature($0), Self.count($0)] }) }
}
