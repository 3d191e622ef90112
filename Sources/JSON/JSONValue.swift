internal import Foundation

/// Any JSON value.
///
/// ```swift
/// let value: JSONValue = ["tags": ["sea", "photo"], "uses": 3]
/// value["tags"]?.list?.count  // 2
/// String(decoding: value.bytes, as: UTF8.self)  // {"tags":["sea","photo"],"uses":3}
/// ```
package enum JSONValue: Hashable, Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case boolean(Bool)
    /// An integer that fits in 64 bits.
    case integer(Int64)
    /// Any other finite number.
    case number(Double)
    /// A number as written, such as `1e400`.
    case digits(String)
    /// A string.
    case string(String)
    /// A list.
    case list([JSONValue])
    /// Members by name.
    case object([String: JSONValue])

    /// Parses JSON in UTF-8.
    ///
    /// - Parameters:
    ///   - bytes: The JSON text.
    ///   - rules: The limits and options of the parser.
    /// - Throws: `JSONSyntaxError` with the offset of the first error.
    /// - Complexity: Linear in the number of bytes.
    package init(_ bytes: ArraySlice<UInt8>, _ rules: JSONRules) throws(JSONSyntaxError) {
        var reader = JSONReader(bytes, rules)
        self = try reader.document()
    }

    /// Creates a number; an integral value is written without a fraction.
    package init(_ number: Double) {
        let text = number.description
        self = text.hasSuffix(".0") ? .digits(String(text.dropLast(2))) : .number(number)
    }

    /// Accesses a member of an object; nil if there's no such member or the value isn't an object.
    package subscript(_ name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members[name]
    }

    /// The string, or nil if the value isn't a string.
    package var string: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    /// The integer, or nil if the value isn't an integral number that fits in an `Int`.
    package var integer: Int? {
        if case .integer(let number) = self { return Int(exactly: number) }
        return number.flatMap { Int(exactly: $0) }
    }

    /// The nearest `Double`, or nil if the value isn't a number or is too large.
    package var number: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .number(let number): number
        case .digits(let text): Double(text).flatMap { $0.isFinite ? $0 : nil }
        default: nil
        }
    }

    /// The Boolean, or nil if the value isn't a Boolean.
    package var boolean: Bool? {
        guard case .boolean(let value) = self else { return nil }
        return value
    }

    /// The items, or nil if the value isn't a list.
    package var list: [JSONValue]? {
        guard case .list(let items) = self else { return nil }
        return items
    }

    // MARK: Serializing

    /// The value as JSON on one line, with object members sorted by name.
    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        append(to: &bytes)
        return bytes
    }

    private func append(to bytes: inout [UInt8]) {
        switch self {
        case .null: bytes += "null".utf8
        case .boolean(let value): bytes += (value ? "true" : "false").utf8
        case .integer(let number): bytes += number.description.utf8
        case .number(let number): bytes += (number.isFinite ? number.description : "null").utf8
        case .digits(let text): bytes += text.utf8
        case .string(let text): JSONString.append(text, to: &bytes)
        case .list(let items):
            bytes.append(UInt8(ascii: "["))
            for (index, item) in items.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                item.append(to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let members):
            bytes.append(UInt8(ascii: "{"))
            for (index, member) in members.sorted(by: { $0.key < $1.key }).enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                JSONString.append(member.key, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                member.value.append(to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral, ExpressibleByNilLiteral
{
    package init(stringLiteral value: String) { self = .string(value) }
    package init(arrayLiteral elements: JSONValue...) { self = .list(elements) }
    package init(booleanLiteral value: Bool) { self = .boolean(value) }
    package init(integerLiteral value: Int64) { self = .integer(value) }
    package init(nilLiteral: ()) { self = .null }
    package init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(Dictionary(elements) { _, last in last })
    }
}

/// Writes encodable values as JSON on one line, with sorted fields, unescaped slashes and ISO 8601 times.
///
/// ```swift
/// let line = try JSONDocument.bytes(of: ["tags": ["sea", "photo"]]) + [0x0A]
/// ```
package enum JSONDocument {
    /// Returns the value as JSON, without a line end.
    ///
    /// - Throws: The errors of encoding the value. Strings, finite numbers, and lists of them never throw.
    package static func bytes(of value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        return Array(try encoder.encode(value))
    }
}
