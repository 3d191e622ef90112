/// Any value of JSON.
package enum JSONValue: Hashable, Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case boolean(Bool)
    /// A number without a fraction that 64 bits hold.
    case integer(Int64)
    /// Any other number; never infinite.
    case number(Double)
    /// A number as it is written, such as `1e400`.
    case digits(String)
    /// A text.
    case string(String)
    /// A list.
    case list([JSONValue])
    /// Values by name.
    case object([String: JSONValue])

    /// Reads a text in UTF-8.
    ///
    /// - Throws: the first error, with its place.
    /// - Complexity: linear in the bytes.
    package init(_ bytes: ArraySlice<UInt8>, _ rules: JSONRules) throws(JSONSyntaxError) {
        var reader = JSONReader(bytes, rules)
        self = try reader.document()
    }

    /// Creates a number; a whole number is written without a fraction.
    package init(_ number: Double) {
        let text = number.description
        self = text.hasSuffix(".0") ? .digits(String(text.dropLast(2))) : .number(number)
    }

    /// The value of an object's member; `nil` where there is none, and in what is no object.
    package subscript(_ name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members[name]
    }

    /// The text, if it is one.
    package var string: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    /// The whole number, if it is one that fits.
    package var integer: Int? {
        if case .integer(let number) = self { return Int(exactly: number) }
        return number.flatMap { Int(exactly: $0) }
    }

    /// The number, rounded, if it is one that isn't too large.
    package var number: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .number(let number): number
        case .digits(let text): Double(text).flatMap { $0.isFinite ? $0 : nil }
        default: nil
        }
    }

    /// The truth value, if it is one.
    package var boolean: Bool? {
        guard case .boolean(let value) = self else { return nil }
        return value
    }

    /// The items, if it is a list.
    package var list: [JSONValue]? {
        guard case .list(let items) = self else { return nil }
        return items
    }

    // MARK: Writing

    /// The value as JSON in one line, the members of objects in the order of their names.
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

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByNilLiteral
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
