import TagService
import TerminalFrontEnd

/// Many questions, a JSON object a line, each answered and flushed before the next is read.
struct SuggestionBatch {
    let service: TagService
    let session: Session
    /// The set whose tags alone are offered; `nil`: every tag.
    let only: SetReference?
    /// Whether responses include the terms of each score.
    var explains = false

    /// Answers the questions of a file, `-` being standard input: each line with one line.
    ///
    /// - Throws: `CommandError` with code 65 at the end if a line wasn't a query.
    func answer(file: String) async throws {
        service.keepSuggestionsInMemory(
            indexedFrom: TagService.indexedFrom(in: session.environment)
        )
        var hasFailed = false
        try await StandardInput.forEachLine(of: file) { line in
            do {
                try await answer(try Self.question(line))
            } catch let error as BatchQueryError {
                hasFailed = true
                try session.output.write(error.line)
            }
            // The other program may wait for each response, so each is flushed.
            try session.output.flush()
        }
        if hasFailed { throw CommandError(code: ExitStatus.badData, message: nil) }
    }

    private static func question(
        _ line: Result<String, LongLine>
    ) throws(BatchQueryError) -> BatchQuery {
        switch line {
        case .success(let text): try BatchQuery(text)
        case .failure(let long): throw BatchQueryError(.tooLong(long.message))
        }
    }

    private func answer(_ question: BatchQuery) async throws {
        let query = SuggestionQuery(
            text: question.text,
            given: question.given,
            title: question.title,
            limit: question.limit,
            onlyIn: only,
            explains: explains
        )
        var answer = SuggestionDocument(query, try service.suggestedTags(for: query))
        answer.id = question.id
        try session.output.write(answer.line)
        // Who asked shall not wait until the answer is put away.
        try withExtendedLifetime(answer) { try session.output.flush() }
    }
}
