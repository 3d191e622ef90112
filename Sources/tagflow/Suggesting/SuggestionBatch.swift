import Foundation
import TagService
import TerminalFrontEnd
import TextMeasurement

/// Many questions, a JSON object a line, each answered and flushed before the next is read.
struct SuggestionBatch {
    let service: TagService
    let session: Session
    /// The set whose tags alone are offered; `nil`: every tag.
    let only: SetReference?
    /// Whether answers say what makes up each score.
    var explains = false

    private struct Question: Decodable {
        var query: String?
        var given: [String]?
        var label: String?
        var limit: Int?
    }

    private struct Failure: Encodable {
        var error: String
    }

    /// Answers the questions of a file, `-` being standard input.
    ///
    /// - Throws: `CommandFailure` with code 65 at the end, where a line was no question.
    func answer(file: String) async throws {
        await service.keepSuggestionsInMemory()
        let decoder = JSONDecoder()
        var hasFailed = false
        try await forEachLine(of: file) { given in
            let line: String
            switch given {
            case .success(let text): line = text
            case .failure(let long):
                hasFailed = true
                return try session.print(json: Failure(error: long.message))
            }
            guard let question = try? decoder.decode(Question.self, from: Data(line.utf8)) else {
                hasFailed = true
                return try session.print(
                    json: Failure(error: "the line is no JSON object of a question")
                )
            }
            let query = SuggestionQuery(
                text: question.query ?? "",
                given: question.given ?? [],
                label: question.label ?? "",
                limit: question.limit ?? 10,
                onlyIn: only
            )
            let suggestions = try await service.suggestions(for: query)
            guard !explains else {
                let answer = SuggestionAnswerDocument(query, suggestions, explains: true)
                return try session.print(json: answer)
            }
            try session.output.write(SuggestionLine(query, suggestions).bytes)
        }
        if hasFailed { throw CommandFailure(code: ExitStatus.badData, message: nil) }
    }

    private func forEachLine(
        of file: String,
        _ body: (Result<String, LongLine>) async throws -> Void
    ) async throws {
        try await StandardInput.forEachLine(of: file) { line in
            try await body(line)
            try session.output.flush()
        }
    }
}

/// The answer to a question of a batch as a line of JSON: the bytes that ``JSONLine`` gives, at a tenth of its price.
///
/// A general encoder took a quarter of the time of a question.
struct SuggestionLine {
    /// The line with its end, in UTF-8.
    private(set) var bytes: [UInt8] = []

    init(_ question: SuggestionQuery, _ suggestions: [Suggestion]) {
        bytes.reserveCapacity(128 * (suggestions.count + 1))
        append("{\"given\":")
        appendList(question.given) { $0.append(string: $1) }
        append(",\"query\":")
        append(string: question.text)
        append(",\"suggestions\":")
        appendList(suggestions) { $0.append($1) }
        append("}\n")
    }

    private mutating func append(_ suggestion: Suggestion) {
        append("{\"because\":")
        appendList(suggestion.because) { $0.append(string: $1) }
        append(",\"match\":")
        appendList(suggestion.match) { line, range in
            line.appendList(range) { $0.append($1.description) }
        }
        append(",\"score\":")
        let score = suggestion.score.description
        append(score.hasSuffix(".0") ? String(score.dropLast(2)) : score)
        append(",\"tag\":")
        append(string: suggestion.tag)
        append("}")
    }

    private mutating func append(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }

    private mutating func appendList<Element>(
        _ elements: [Element],
        _ appendElement: (inout Self, Element) -> Void
    ) {
        append("[")
        for (index, element) in elements.enumerated() {
            if index > 0 { append(",") }
            appendElement(&self, element)
        }
        append("]")
    }

    private mutating func append(string: String) {
        append("\"")
        if string.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C })
            && TerminalText.firstUnprintable(in: string) == nil
        {
            append(string)
        } else {
            for scalar in string.unicodeScalars { append(escaping: scalar) }
        }
        append("\"")
    }

    private mutating func append(escaping scalar: Unicode.Scalar) {
        switch scalar {
        case "\"": append("\\\"")
        case "\\": append("\\\\")
        case "\u{8}": append("\\b")
        case "\u{C}": append("\\f")
        case "\n": append("\\n")
        case "\r": append("\\r")
        case "\t": append("\\t")
        default:
            let text = String(scalar)
            let isSafe = TerminalText.firstUnprintable(in: text) == nil
            append(isSafe ? text : TerminalText.jsonEscape(scalar))
        }
    }
}
