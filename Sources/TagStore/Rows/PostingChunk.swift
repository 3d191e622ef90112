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
