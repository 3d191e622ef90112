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

    /// Reads a line.
    ///
    /// - Throws: `BatchQuestionError` for a line that is no question.
    package init(_ line: String, with decoder: JSONDecoder) throws(BatchQuestionError) {
        guard !line.allSatisfy(\.isWhitespace) else { throw BatchQuestionError(.blank) }
        do {
            self = try decoder.decode(Self.self, from: Data(line.utf8))
        } catch let error as BatchQuestionError {
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

    /// The limit; one beyond those of a question is the nearest of them.
    private static func limit(in fields: KeyedDecodingContainer<AnyKey>) throws -> Int? {
        let expected = "a whole number"
        // The decoder does not say which field holds a fraction in place of a whole number.
        guard let number: Double = try value(.limit, expected, in: fields) else { return nil }
        let most = Double(SuggestionQuery.maximumLimit)
        guard number.rounded() == number, let limit = Int(exactly: min(max(number, 0), most)) else {
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
    case whole(Int64)
    case number(Double)

    package init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        // Which of them it is shows where the others fail.
        if let text = try? value.decode(String.self) {
            self = .text(text)
        } else if let whole = try? value.decode(Int64.self) {
            self = .whole(whole)
        } else {
            self = .number(try value.decode(Double.self))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        switch self {
        case .text(let text): try value.encode(text)
        case .whole(let number): try value.encode(number)
        case .number(let number): try value.encode(number)
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

/// The answer to a line that is no question.
package struct BatchErrorDocument: Encodable {
    package var error: String
    package var id: QuestionID?

    /// Creates the answer.
    package init(_ error: BatchQuestionError) {
        self.error = error.description
        id = error.id
    }
}
