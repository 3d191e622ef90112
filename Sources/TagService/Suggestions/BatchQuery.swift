internal import JSON
internal import Suggestions
internal import TextMeasurement

/// A query of `suggest --batch`: a JSON object with the fields in ``Field``, which may be absent or null.
package struct BatchQuery {
    package var text = ""
    package var given: [String] = []
    package var evidence = ItemEvidence()
    package var limit = 10
    /// The id of the item, if it is saved already.
    package var savedItem: Int64?
    /// The id of the query, repeated in its response.
    package var id: BatchQuery.ID?
    /// The set of the item; `nil` if the line doesn't name one.
    package var set: String?

    /// The fields of a query, as messages list them.
    package enum Field: String, CaseIterable {
        case query, given
        case title, location, note, text
        /// A shorthand for the title, on the first line, and the text.
        case `for`
        case limit, id
        /// The id of the saved item that the query is about.
        case savedItem
        /// The set of the item.
        case set
    }

    /// The maximum number of given names, so that one query delays others little.
    private static let maximumGiven = 1_000
    /// The maximum of the field `limit`.
    private static let maximumLimit = 1_000
    /// The maximum number of lists and objects within each other in a line.
    private static let deepest = 512

    /// Reads a line.
    ///
    /// - Throws: `BatchQueryError` for an invalid line.
    package init(_ line: String) throws(BatchQueryError) {
        guard line.unicodeScalars.contains(where: { !$0.properties.isWhitespace }) else {
            throw BatchQueryError(.blank)
        }
        let fields = try Self.fields(of: line)
        do {
            id = try Self.value(.id, "a text or a number", in: fields, BatchQuery.ID.init)
            try read(fields)
        } catch { throw BatchQueryError(error, id: id) }
    }

    private static func fields(of line: String) throws(BatchQueryError) -> [String: JSONValue] {
        let value: JSONValue
        do { value = try JSONValue(Array(line.utf8)[...], .requests(depth: deepest, keepsDigits: true)) } catch {
            throw BatchQueryError(error.kind == .longName ? .longFieldName : .noObject)
        }
        guard case .object(let fields) = value else { throw BatchQueryError(.noObject) }
        return fields
    }

    private mutating func read(_ fields: [String: JSONValue]) throws(BatchQueryError.Reason) {
        if let unknown = fields.keys.filter({ Field(rawValue: $0) == nil }).min() { throw .unknownField(unknown) }
        text = try Self.value(.query, "a text", in: fields, \.string) ?? ""
        given = try Self.given(in: fields)
        evidence = try Self.evidence(in: fields)
        limit = try Self.limit(in: fields) ?? limit
        set = try Self.value(.set, "a text", in: fields, \.string)
        savedItem = try Self.value(.savedItem, "the id of an item", in: fields) { value in
            value.number.flatMap { Int64(exactly: $0) }.flatMap { $0 > 0 ? $0 : nil }
        }
    }

    /// The evidence of an item: its parts, or the text in `for`.
    private static func evidence(in fields: [String: JSONValue]) throws(BatchQueryError.Reason) -> ItemEvidence {
        guard let whole = try value(.for, "a text", in: fields, \.string) else {
            let evidence = ItemEvidence(
                title: try value(.title, "a text", in: fields, \.string) ?? "",
                location: try value(.location, "a text", in: fields, \.string),
                note: try value(.note, "a text", in: fields, \.string) ?? "",
                text: try value(.text, "a text", in: fields, \.string) ?? "")
            do { try evidence.checkLengths() } catch { throw BatchQueryError.Reason.tooLong(error.description) }
            return evidence
        }
        let parts: [Field] = [.title, .location, .note, .text]
        if let part = parts.first(where: { fields[$0.rawValue, default: .null] != .null }) { throw .partWithFor(part) }
        return ItemEvidence(lines: whole)
    }

    private static func given(in fields: [String: JSONValue]) throws(BatchQueryError.Reason) -> [String] {
        let expected = "a list of texts"
        let items = try value(.given, expected, in: fields, \.list) ?? []
        var given: [String] = []
        for (index, item) in items.enumerated() {
            guard let text = item.string else { throw .mistyped(.given, item: index + 1, expected: expected) }
            given.append(text)
        }
        guard given.count <= maximumGiven else { throw .manyNames(given.count) }
        if let item = given.firstIndex(where: { $0.utf8.count > CheckedName.byteLimit }) {
            throw .longName(item: item + 1, count: given[item].utf8.count)
        }
        return given
    }

    /// The limit, from 0 to ``maximumLimit``.
    private static func limit(in fields: [String: JSONValue]) throws(BatchQueryError.Reason) -> Int? {
        let expected = "a whole number"
        guard let number = try value(.limit, expected, in: fields, \.number) else { return nil }
        guard (0...Double(maximumLimit)).contains(number) else { throw .limitOutOfRange }
        guard let limit = Int(exactly: number) else { throw .mistyped(.limit, item: nil, expected: expected) }
        return limit
    }

    /// The value of a field; `nil` if it is missing or null.
    private static func value<Value>(
        _ field: Field, _ expected: String, in fields: [String: JSONValue], _ read: (JSONValue) -> Value?
    ) throws(BatchQueryError.Reason) -> Value? {
        guard let value = fields[field.rawValue], value != .null else { return nil }
        guard let value = read(value) else { throw .mistyped(field, item: nil, expected: expected) }
        return value
    }
}

/// The error of an invalid line of a batch, with the line's id if it has one.
package struct BatchQueryError: Error, Hashable {
    /// The reason for the error.
    package enum Reason: Error, Hashable {
        case blank
        case noObject
        case unknownField(String)
        case mistyped(BatchQuery.Field, item: Int?, expected: String)
        case limitOutOfRange
        case manyNames(Int)
        case longName(item: Int, count: Int)
        case longFieldName
        case partWithFor(BatchQuery.Field)
        case tooLong(String)
        /// The query names something that doesn't exist.
        case unusable(String)
    }

    package let reason: Reason
    package var id: BatchQuery.ID?

    package init(_ reason: Reason, id: BatchQuery.ID? = nil) {
        self.reason = reason
        self.id = id
    }
}

extension BatchQueryError {
    /// The response to the line, as a line of JSON with its end.
    package var line: [UInt8] {
        var members: [String: JSONValue] = ["error": .string(description)]
        members["id"] = id?.value
        return JSONValue.object(members).bytes + [UInt8(ascii: "\n")]
    }
}

extension BatchQueryError: CustomStringConvertible {
    /// The problem and the remedy, in one line.
    package var description: String {
        switch reason {
        case .blank: #"the line is empty; give a JSON object such as {"query": "sw"}"#
        case .noObject: #"expected a JSON object such as {"query": "sw"}"#
        case .unknownField(let name): "unknown field \(name.quoted); \(Self.offer(name))expected \(Self.names)"
        case .mistyped(let field, let item, let expected):
            "'\(field)'\(item.map { ", item \($0)," } ?? "") is of the wrong type; give \(expected)"
        case .limitOutOfRange: "'limit' is out of range; give a whole number from 0 to 1,000"
        case .manyNames(let count): "'given': at most 1,000 names, got \(count)"
        case .longName(let item, let count): "'given', item \(item): at most 1,000 bytes of UTF-8, got \(count)"
        case .longFieldName: "a field name has more than 1,000 bytes; the fields are \(Self.names)"
        case .partWithFor(let part): "'for' can't be combined with '\(part)'; give one of them"
        case .tooLong(let message), .unusable(let message): message
        }
    }

    private static let names = BatchQuery.Field.allCases.map(\.rawValue).joined(separator: ", ")

    private static func offer(_ name: String) -> String {
        NearestNames(to: name).among(BatchQuery.Field.allCases.map(\.rawValue)).first.map { "did you mean '\($0)'? " }
            ?? ""
    }
}

extension BatchQuery {
    /// The id of a query: a text or a number.
    package enum ID: Hashable, Sendable {
        case text(String)
        /// A number as it is written.
        case number(String)

        fileprivate init?(_ value: JSONValue) {
            switch value {
            case .string(let text): self = .text(text)
            case .digits(let text) where value.number != nil: self = .number(text)
            default: return nil
            }
        }

        /// The name as JSON.
        var value: JSONValue {
            switch self {
            case .text(let text): .string(text)
            case .number(let digits): .digits(digits)
            }
        }
    }
}
