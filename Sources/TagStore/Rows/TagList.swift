import Foundation
internal import TagCore

/// The tags of the tagged items among 128 consecutive numbers, as stored in a row of `tag_list`.
package struct TagList: Hashable, Sendable {
    /// An item with its tags.
    package struct Item: Hashable, Sendable {
        package let id: Int64
        /// The tags in ascending order.
        package let tags: [UInt32]
    }

    /// The items in ascending order.
    package private(set) var items: [Item] = []

    init() {}

    /// The tags of an item; empty for an item that isn't in the list.
    package subscript(id: Int64) -> [UInt32] {
        var range = 0..<items.count
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            if items[middle].id == id { return items[middle].tags }
            range = items[middle].id < id ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return []
    }

    /// Appends an item, whose id is greater than all others.
    mutating func append(_ id: Int64, _ tags: [UInt32]) { items.append(Item(id: id, tags: tags)) }

    /// The row's blob.
    func data(from first: Int64) -> Data {
        var writer = ByteWriter()
        var last = first
        for item in items {
            writer.write(Int(item.id - last))
            writer.write(ascending: item.tags)
            last = item.id
        }
        return Data(writer.bytes)
    }

    /// Decodes a blob; `nil` for bytes that no list has.
    init?(first: Int64, data: Data) {
        var reader = ByteReader(bytes: [UInt8](data))
        var last = first
        while !reader.isAtEnd {
            guard let difference = reader.number(), let tags = reader.ascending(),
                difference < PendingEvidence.itemsPerList, items.isEmpty || difference > 0
            else { return nil }
            last += Int64(difference)
            items.append(Item(id: last, tags: tags))
        }
    }
}
