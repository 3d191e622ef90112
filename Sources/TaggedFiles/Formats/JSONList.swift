import Foundation
import JSON
import TagService

/// A list of JSON objects, or one alone, with one object in memory at a time.
struct JSONList {
    private let text: TextPieces

    init(_ text: TextPieces) { self.text = text }

    /// Decodes each object and hands on what is made of it.
    func read<Item: Decodable>(
        _ add: (ImportEntry, _ consumed: Int) throws -> Void,
        _ make: (Item) -> ImportEntry.Content
    ) throws {
        let decoder = JSONDecoder()
        var items = JSONItems(ByteCursor(text.next))
        var number = 0
        while let item = try items.next() {
            try text.tellBadLines(add)
            number += 1
            let place: ImportPlace = items.isList ? .item(number) : .line(1)
            try add(ImportEntry(place, Self.content(item, decoder, make)), items.cursor.consumed)
        }
        try text.tellBadLines(add)
    }

    private static func content<Item: Decodable>(
        _ item: JSONItems.Item,
        _ decoder: JSONDecoder,
        _ make: (Item) -> ImportEntry.Content
    ) -> ImportEntry.Content {
        switch item {
        case .problem(let problem): return .invalid(problem)
        case .text(let bytes):
            guard JSONFieldNames.areShort(in: bytes) else {
                return .invalid("a field name has more than 1,000 bytes")
            }
            do {
                return make(try decoder.decode(Item.self, from: Data(bytes)))
            } catch is JSONText.Unreadable {
                return .invalid("a field of it is neither text nor a list of texts")
            } catch {
                return .invalid("it is not a JSON object")
            }
        }
    }
}

/// A value of JSON that is read as text: a text, a number, a truth value, or a list of them.
struct JSONText: Decodable {
    /// A value is none of them, or no Unicode.
    struct Unreadable: Error {}

    /// The texts, none for null.
    let texts: [String]

    /// The only text or the first one.
    var text: String? { texts.first }

    init(from decoder: any Decoder) throws {
        texts = try Self.texts(decoder)
    }

    private static func texts(_ decoder: any Decoder) throws -> [String] {
        // Each `try?` asks whether the value is of a kind.
        if var list = try? decoder.unkeyedContainer() {
            var texts: [String] = []
            while !list.isAtEnd {
                // A null is passed over, which its decoder would not do.
                if try list.decodeNil() { continue }
                texts += try list.decode(JSONText.self).texts
            }
            return texts
        }
        let value = try decoder.singleValueContainer()
        guard !value.decodeNil() else { return [] }
        if let text = try? value.decode(String.self) { return [text] }
        if let isTrue = try? value.decode(Bool.self) { return isTrue ? ["true"] : [] }
        if let number = try? value.decode(Int64.self) { return ["\(number)"] }
        if let number = try? value.decode(Double.self) { return ["\(number)"] }
        throw Unreadable()
    }
}
