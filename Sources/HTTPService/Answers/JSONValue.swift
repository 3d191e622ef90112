internal import Foundation

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
        do {
            return try JSONDecoder().decode(JSONValue.self, from: Data(bytes))
        } catch let DecodingError.dataCorrupted(context) {
            let detail = (context.underlyingError as NSError?)?.userInfo["NSDebugDescription"]
            throw .badRequest("the body is no JSON: \(detail ?? context.debugDescription)")
        } catch {
            throw .badRequest("the body is no JSON")
        }
    }

    /// The JSON pointer (RFC 6901) of the first place where a text stands; `nil` if it stands nowhere.
    func pointer(to text: String) -> String? {
        switch self {
        case .string(text): ""
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
        if let keyed = try? decoder.container(keyedBy: Name.self) {
            // Which kind of value stands there is found by trying.
            var fields: [String: JSONValue] = [:]
            for key in keyed.allKeys {
                fields[key.stringValue] = try keyed.decode(JSONValue.self, forKey: key)
            }
            self = .object(fields)
        } else if var list = try? decoder.unkeyedContainer() {
            var values: [JSONValue] = []
            while !list.isAtEnd { values.append(try list.decode(JSONValue.self)) }
            self = .list(values)
        } else {
            self = try Self.single(decoder.singleValueContainer())
        }
    }

    private static func single(_ container: any SingleValueDecodingContainer) throws -> JSONValue {
        if container.decodeNil() { return .null }
        // Each failed try means another kind of value.
        if let value = try? container.decode(Bool.self) { return .boolean(value) }
        if let value = try? container.decode(Double.self) { return .number(value) }
        return .string(try container.decode(String.self))
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
