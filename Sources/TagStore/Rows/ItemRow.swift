internal import Foundation
package import TagCore

/// A row of `item`.
///
/// ```swift
/// let row = ItemRow(
///     id: 1, setID: 1, title: "Swift book", savedAt: 1_700_000_000_000, tagIDs: PackedTagIDs([3, 7])
/// )
/// try writer.apply(.putItem(row))
/// ```
package struct ItemRow: Hashable, Sendable {
    package var id: Int64
    package var setID: Int64
    package var title: String
    /// The time in milliseconds since 1970; `nil` if unknown.
    package var savedAt: Int64? {
        didSet {
            guard savedAt != oldValue else { return }
            day = nil
            arrival = arrival?.withTime
        }
    }
    /// The local day when the item was saved, in days since 1970; `nil` to compute it from ``savedAt`` in the present time zone.
    package var day: Int64?
    /// When a field last changed, in milliseconds since 1970; `nil` if none changed since the item was saved.
    package var modifiedAt: Int64?
    /// The tags; empty for an untagged item.
    package var tagIDs: PackedTagIDs
    /// The tags whose pairs are counted, chosen by ``StoreWriter/pairedTags(of:limit:)``; `nil` for all tags.
    package var pairedTagIDs: PackedTagIDs?
    /// The scores of the best suggestions before the item was learned; `nil` without a calibration sample.
    package var sample: CalibrationSample?
    /// The URL or path of the item, unique within its set; `nil` if the item has none.
    package var location: String?
    /// The user's description, which may be empty.
    package var note: String
    /// The file or folder of the last import that contained the item; `nil` if it was never
    /// imported.
    package var importedFrom: String?
    /// How the item was saved; `nil` with a time, for an item with a location, and if it isn't known.
    package var arrival: ItemArrival?
    /// The text of the page, note or file; only its words are stored, and `nil` keeps the stored words.
    package var text: String?
    /// The words of a text that another device read, in ascending order; `nil` keeps the stored words.
    package var textWords: [StoredWord]?
    /// The tags that a change gives the item, in order; the last of each group stays, and none is stored.
    package var givenTagIDs: [Int64]?
    /// The evidence to store with the item; `nil` to compute it, as for every row that isn't read from the undo log.
    package var evidence: StoredEvidence?

    package init(
        id: Int64, setID: Int64, title: String, savedAt: Int64?, modifiedAt: Int64? = nil, tagIDs: PackedTagIDs,
        pairedTagIDs: PackedTagIDs? = nil, sample: CalibrationSample? = nil, location: String? = nil, note: String = "",
        importedFrom: String? = nil
    ) {
        self.id = id
        self.setID = setID
        self.title = title
        self.savedAt = savedAt
        self.modifiedAt = modifiedAt
        self.tagIDs = tagIDs
        self.pairedTagIDs = pairedTagIDs
        self.sample = sample
        self.location = location
        self.note = note
        self.importedFrom = importedFrom
    }
}

/// How an item without a location was saved, by which sync knows it on several devices.
package enum ItemArrival: Int64, Hashable, Sendable {
    /// Saved without a time, so that it has the time of saving.
    case saved = 1
    /// Imported with a time.
    case imported = 2
    /// Imported without a time, so that it has the time of the import.
    case importedWithoutTime = 3

    /// Whether the item was imported.
    package var isImported: Bool { self != .saved }
    /// Whether the time of the item was given.
    package var hasTime: Bool { self == .imported }
    /// The way to save the item with a time.
    fileprivate var withTime: ItemArrival? { isImported ? .imported : nil }
}

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
