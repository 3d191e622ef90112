import Foundation
import JSON
import TagService

/// A parser for a list of JSON objects, or a single object, that holds one object in memory at a time.
struct JSONList {
    private let text: TextPieces

    init(_ text: TextPieces) { self.text = text }

    /// Decodes each object and passes its entry to `add`.
    func read<Item: Decodable>(
        _ add: (ImportEntry, _ consumed: Int) throws -> Void, _ make: (Item) -> ImportEntry.Content
    ) throws {
        let decoder = JSONDecoder()
        var items = JSONItems(ByteCursor(text.next))
        var number = 0
        while let item = try items.next() {
            try text.reportBadLines(add)
            number += 1
            let place: ImportPlace = items.isList ? .item(number) : .line(1)
            try add(ImportEntry(place, Self.content(item, decoder, make)), items.cursor.consumed)
        }
        try text.reportBadLines(add)
    }

    private static func content<Item: Decodable>(
        _ item: JSONItems.Item, _ decoder: JSONDecoder, _ make: (Item) -> ImportEntry.Content
    ) -> ImportEntry.Content {
        switch item {
        case .problem(let problem): return .invalid(problem)
        case .text(let bytes):
            guard JSONFieldNames.areShort(in: bytes) else { return .invalid("a field name is longer than 1,000 bytes") }
            do { return make(try decoder.decode(Item.self, from: Data(bytes))) } catch is JSONText.Unreadable {
                return .invalid("each field must be a string or a list of strings")
            } catch { return .invalid("it isn't a JSON object") }
        }
    }
}
