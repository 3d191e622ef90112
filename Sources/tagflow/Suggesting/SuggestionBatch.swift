import Foundation
import TagService
import TerminalFrontEnd

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
            let question: Question
            do {
                question = try decoder.decode(Question.self, from: Data(line.utf8))
            } catch {
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
