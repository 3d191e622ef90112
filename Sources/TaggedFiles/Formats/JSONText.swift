import Foundation
import JSON
import TagCore
import TagService

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
