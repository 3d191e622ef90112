import Foundation
import JSON
import TagCore
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

/// A JSON string, number, Boolean or list of these, decoded as strings.
struct JSONText: Decodable {
    /// The error for other values and for invalid Unicode.
    struct Unreadable: Error {}

    /// The strings; empty for null.
    let texts: [String]

    /// The first string.
    var text: String? { texts.first }

    init(from decoder: any Decoder) throws { texts = try Self.texts(decoder) }

    private static func texts(_ decoder: any Decoder) throws -> [String] {
        if var list = try Self.ifMatching({ try decoder.unkeyedContainer() }) {
            var texts: [String] = []
            while !list.isAtEnd {
                // Nulls are skipped; decoding one would throw.
                if try list.decodeNil() { continue }
                texts += try list.decode(JSONText.self).texts
            }
            return texts
        }
        let value = try decoder.singleValueContainer()
        guard !value.decodeNil() else { return [] }
        if let text = try Self.ifMatching({ try value.decode(String.self) }) { return [StreamSafeText.received(text)] }
        if let isTrue = try Self.ifMatching({ try value.decode(Bool.self) }) { return isTrue ? ["true"] : [] }
        if let number = try Self.ifMatching({ try value.decode(Int64.self) }) { return ["\(number)"] }
        if let number = try Self.ifMatching({ try value.decode(Double.self) }) { return ["\(number)"] }
        throw Unreadable()
    }

    /// Returns the decoded value, or nil if the value has another type.
    private static func ifMatching<Value>(_ decode: () throws -> Value) throws -> Value? {
        do { return try decode() } catch {
            // Catch all errors, because invalid Unicode isn't reported as a `DecodingError`.
            return nil
        }
    }
}

/// A Unix time whose unit is inferred from its magnitude.
///
/// ```swift
/// NumberedTime.date("1700000000") == NumberedTime.date("1700000000000")  // true
/// ```
enum NumberedTime {
    /// Parses a number of seconds, milliseconds or microseconds, or returns nil for other text and for 0, which means
    /// unknown.
    static func date(_ text: String) -> Date? {
        guard let number = Int64(text.trimmed), number != 0 else { return nil }
        let unit: Double =
            switch number.magnitude {
            case ..<100_000_000_000: 1
            case ..<100_000_000_000_000: 1_000
            default: 1_000_000
            }
        return Date(timeIntervalSince1970: Double(number) / unit)
    }

    /// Returns a text that isn't a time, or nil for a time, for no text and for 0.
    static func unread(_ text: String) -> String? {
        let text = text.trimmed
        return text.isEmpty || Int64(text) != nil ? nil : text
    }
}

extension String {
    /// The text without leading and trailing white space.
    var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }

    /// The text without leading and trailing white space, or nil if nothing is left.
    var nonEmpty: String? { trimmed.isEmpty ? nil : trimmed }
}
