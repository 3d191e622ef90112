internal import Foundation
internal import TagService

/// Any JSON value: what a request's body is read as, and what documents are made of.
enum JSONValue: Hashable, Sendable {
    case null
    case boolean(Bool)
    case number(Double)
    case string(String)
    case list([JSONValue])
    case object([String: JSONValue])

    /// Reads a text.
    ///
    /// - Throws: a problem with status 400 that says what is wrong.
    static func parse(_ bytes: [UInt8]) throws(Problem) -> JSONValue {
        guard depth(of: bytes) <= deepest else {
            throw .badRequest("the body is nested more than \(deepest) levels deep")
        }
        guard JSONFieldNames.areShort(in: bytes) else {
            throw .badRequest("a field name has more than 1,000 bytes")
        }
        do {
            return try JSONDecoder().decode(JSONValue.self, from: Data(bytes))
        } catch let DecodingError.dataCorrupted(context) {
            let detail = (context.underlyingError as NSError?)?.userInfo["NSDebugDescription"]
            throw .badRequest("the body is no JSON: \(detail ?? context.debugDescription)")
        } catch {
            throw .badRequest("the body is no JSON")
        }
    }

    /// How deep a body may be nested: far deeper than any request is, and shallow enough to be read in linear time.
    private static let deepest = 16

    /// How deep the brackets of a text are nested, those within texts left out.
    private static func depth(of bytes: [UInt8]) -> Int {
        var (depth, deepest) = (0, 0)
        var isText = false
        var isEscaped = false
        for byte in bytes {
            if isEscaped {
                isEscaped = false
            } else if isText {
                isEscaped = byte == UInt8(ascii: "\\")
                isText = byte != UInt8(ascii: "\"")
            } else {
                switch byte {
                case UInt8(ascii: "\""): isText = true
                case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
                case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
                default: break
                }
                deepest = max(deepest, depth)
            }
        }
        return deepest
    }

    /// The JSON pointer (RFC 6901) of the first place where a text stands; `nil` if it stands nowhere.
    func pointer(to text: String) -> String? {
        switch self {
        // Equal bytes suffice, and to compare by normal form could take long.
        case .string(let own) where own.utf8.elementsEqual(text.utf8): ""
        case .list(let values):
            values.enumerated().lazy
                .compactMap { index, value in value.pointer(to: text).map { "/\(index)\($0)" } }
                .first
        case .object(let fields):
            fields.sorted { $0.key < $1.key }.lazy
                .compactMap { name, value in
                    value.pointer(to: text).map { "/\(Self.escaped(name))\($0)" }
                }
                .first
        default: nil
        }
    }

    /// A member's name as a part of a JSON pointer.
    static func escaped(_ name: String) -> String {
        name.replacing("~", with: "~0").replacing("/", with: "~1")
    }
}

extension JSONValue: Codable {
    init(from decoder: any Decoder) throws {
        let single = try decoder.singleValueContainer()
        // Which kind of value stands there is found by trying, the most frequent kinds first.
        if let text = try? single.decode(String.self) {
            self = .string(text)
        } else if let number = try? single.decode(Double.self) {
            self = .number(number)
        } else if single.decodeNil() {
            self = .null
        } else if let value = try? single.decode(Bool.self) {
            self = .boolean(value)
        } else if var list = try? decoder.unkeyedContainer() {
            var values: [JSONValue] = []
            while !list.isAtEnd { values.append(try list.decode(JSONValue.self)) }
            self = .list(values)
        } else {
            let keyed = try decoder.container(keyedBy: Name.self)
            var fields: [String: JSONValue] = [:]
            for key in keyed.allKeys {
                fields[key.stringValue] = try keyed.decode(JSONValue.self, forKey: key)
            }
            self = .object(fields)
        }
    }

    func encode(to encoder: any Encoder) throws {
        switch self {
        case .null:
            var container = encoder.singleValueContainer()
            try container.encodeNil()
        case .boolean(let value): try value.encode(to: encoder)
        case .number(let value):
            if let integer = Int64(exactly: value) {
                try integer.encode(to: encoder)
            } else {
                try value.encode(to: encoder)
            }
        case .string(let value): try value.encode(to: encoder)
        case .list(let values): try values.encode(to: encoder)
        case .object(let fields):
            var container = encoder.container(keyedBy: Name.self)
            for (name, value) in fields { try container.encode(value, forKey: Name(name)) }
        }
    }

    private struct Name: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }

        init(_ name: String) { stringValue = name }
        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral
{
    init(stringLiteral value: String) { self = .string(value) }
    init(arrayLiteral elements: JSONValue...) { self = .list(elements) }
    init(booleanLiteral value: Bool) { self = .boolean(value) }
    init(integerLiteral value: Int) { self = .number(Double(value)) }
    init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(Dictionary(elements) { first, _ in first })
    }
}
