internal import FlowEngine
package import Foundation
internal import Suggestions

/// A question of `suggest --batch`: a JSON object of the fields in ``Field``, each of which may be left out or null.
package struct BatchQuestion {
    package var text = ""
    package var given: [String] = []
    package var label = ""
    package var limit = 10
    /// What the asker calls the question; its answer repeats it.
    package var id: QuestionID?

    /// The fields of a question, as messages list them.
    package enum Field: String, CaseIterable {
        case query, given, label
        /// Another word for `label`, as the option is called.
        case `for`
        case limit, id
    }

    /// A question for what is used most.
    init() {}

    /// Reads a line.
    ///
    /// - Throws: `BatchQuestionError` for a line that is no question.
    package init(_ line: String, with decoder: JSONDecoder) throws(BatchQuestionError) {
        if let plain = PlainQuestion.read(line) {
            self = plain
            return
        }
        guard line.unicodeScalars.contains(where: { !$0.properties.isWhitespace }) else {
            throw BatchQuestionError(.blank)
        }
        guard JSONFieldNames.areShort(in: line.utf8) else {
            throw BatchQuestionError(.longFieldName)
        }
        do {
            self = try decoder.decode(Self.self, from: Data(line.utf8))
            id = id?.asWritten(in: line)
        } catch var error as BatchQuestionError {
            error.id = error.id?.asWritten(in: line)
            throw error
        } catch {
            throw BatchQuestionError(.noObject)
        }
    }
}

extension BatchQuestion: Decodable {
    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: AnyKey.self)
        do {
            id = try Self.value(.id, "a text or a number", in: fields)
            if let unknown = fields.allKeys.map(\.stringValue)
                .filter({ Field(rawValue: $0) == nil }).min()
            {
                throw BatchQuestionError.Reason.unknownField(unknown)
            }
            text = try Self.value(.query, "a text", in: fields) ?? ""
            given = try Self.value(.given, "a list of texts", in: fields) ?? []
            guard given.count <= Self.maximumGiven else {
                throw BatchQuestionError.Reason.manyNames(given.count)
            }
            if let item = given.firstIndex(where: { $0.utf8.count > CheckedName.byteLimit }) {
                let count = given[item].utf8.count
                throw BatchQuestionError.Reason.longName(item: item + 1, count: count)
            }
            let names: [String?] = [
                try Self.value(.label, "a text", in: fields),
                try Self.value(.for, "a text", in: fields),
            ]
            guard names.contains(nil) else { throw BatchQuestionError.Reason.twoLabels }
            label = names.compactMap(\.self).first ?? ""
            limit = try Self.limit(in: fields) ?? limit
        } catch let reason as BatchQuestionError.Reason {
            throw BatchQuestionError(reason, id: id)
        }
    }

    /// The maximum number of given names, so that one question delays others little.
    static let maximumGiven = 1_000

    /// The maximum of the field `limit`.
    static let maximumLimit = 1_000

    /// The limit, from 0 to ``maximumLimit``.
    private static func limit(in fields: KeyedDecodingContainer<AnyKey>) throws -> Int? {
        let expected = "a whole number"
        // The decoder does not say which field holds a fraction in place of a whole number.
        guard let number: Double = try value(.limit, expected, in: fields) else { return nil }
        guard (0...Double(maximumLimit)).contains(number) else {
            throw BatchQuestionError.Reason.limitOutOfRange
        }
        guard number.rounded() == number, let limit = Int(exactly: number) else {
            throw BatchQuestionError.Reason.mistyped(.limit, item: nil, expected: expected)
        }
        return limit
    }

    private static func value<Value: Decodable>(
        _ field: Field,
        _ expected: String,
        in fields: KeyedDecodingContainer<AnyKey>
    ) throws -> Value? {
        do {
            return try fields.decodeIfPresent(Value.self, forKey: AnyKey(field.rawValue))
        } catch {
            // A number that fits no type is no error of decoding.
            throw BatchQuestionError.Reason.mistyped(
                field,
                item: (error as? DecodingError)?.item,
                expected: expected
            )
        }
    }
}

/// A key of any name, so that fields that are not known are seen.
private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ name: String) { stringValue = name }

    init?(stringValue: String) { self.stringValue = stringValue }

    init?(intValue: Int) { nil }
}

extension DecodingError {
    /// The item of a list that the error is about, counted from 1.
    fileprivate var item: Int? {
        switch self {
        case .typeMismatch(_, let context), .valueNotFound(_, let context),
            .keyNotFound(_, let context), .dataCorrupted(let context):
            context.codingPath.last?.intValue.map { $0 + 1 }
        @unknown default: nil
        }
    }
}

/// What an asker calls a question: a text or a number.
package enum QuestionID: Hashable, Codable, Sendable {
    case text(String)
    /// A number as it is written.
    case number(String)

    package init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        // Which of them it is shows where the others fail.
        if let text = try? value.decode(String.self) {
            self = .text(text)
        } else if let whole = try? value.decode(Int64.self) {
            self = .number(whole.description)
        } else {
            self = .number(try value.decode(Double.self).description)
        }
    }

    /// The same name as a question has it, with all digits of a number.
    fileprivate func asWritten(in line: String) -> QuestionID {
        guard case .number = self else { return self }
        let name = BatchQuestion.Field.id.rawValue
        return JSONNumberText.number(ofField: name, in: line).map(QuestionID.number) ?? self
    }

    package func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        switch self {
        case .text(let text): try value.encode(text)
        case .number(let text):
            // An encoder takes no digits; of more than 38 it rounds the last ones.
            if let whole = Int64(text) {
                try value.encode(whole)
            } else {
                try value.encode(Decimal(string: text) ?? 0)
            }
        }
    }
}

/// A line of a batch that is no question, with its id where it has one.
package struct BatchQuestionError: Error, Hashable {
    /// Why it is none.
    package enum Reason: Error, Hashable {
        case blank
        case noObject
        case unknownField(String)
        case mistyped(BatchQuestion.Field, item: Int?, expected: String)
        case limitOutOfRange
        case manyNames(Int)
        case longName(item: Int, count: Int)
        case longFieldName
        case twoLabels
        case tooLong(String)
    }

    package let reason: Reason
    package var id: QuestionID?

    package init(_ reason: Reason, id: QuestionID? = nil) {
        self.reason = reason
        self.id = id
    }
}

extension BatchQuestionError: CustomStringConvertible {
    /// What is wrong and what to do, in one line.
    package var description: String {
        switch reason {
        case .blank: #"the line is empty; give a JSON object such as {"query": "sw"}"#
        case .noObject: #"the line is no JSON object; give one such as {"query": "sw"}"#
        case .unknownField(let name):
            "there is no field '\(name.prefix(100))'; \(Self.offer(name))the fields are \(Self.names)"
        case .mistyped(let field, let item, let expected):
            "'\(field)'\(item.map { ", item \($0)," } ?? "") is of the wrong type; give \(expected)"
        case .limitOutOfRange: "'limit' is out of range; give a whole number from 0 to 1,000"
        case .manyNames(let count): "'given': at most 1,000 names, got \(count)"
        case .longName(let item, let count):
            "'given', item \(item): at most 1,000 bytes of UTF-8, got \(count)"
        case .longFieldName:
            "a field name has more than 1,000 bytes; the fields are \(Self.names)"
        case .twoLabels: "'label' and 'for' are the same; give one of them"
        case .tooLong(let message): message
        }
    }

    private static let names = BatchQuestion.Field.allCases.map(\.rawValue).joined(separator: ", ")

    private static func offer(_ name: String) -> String {
        NearestNames(to: name).among(BatchQuestion.Field.allCases.map(\.rawValue)).first
            .map { "did you mean '\($0)'? " } ?? ""
    }
}
