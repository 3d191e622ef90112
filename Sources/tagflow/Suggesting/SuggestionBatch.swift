import TagService
import TerminalFrontEnd

/// The loop of `suggest --batch`: reads one JSON query per line, prints one response per line.
///
/// Each response is flushed before the next query is read. A query:
///
/// ```
/// {"id": 7, "query": "la", "limit": 1}
/// ```
///
/// Its response, which is printed on one line:
///
/// ```
/// {"given":[],"id":7,"key":"la","query":"la",
///  "suggestions":[{"because":["prefix"],"key":"lake","match":[[0,2]],"score":0.8125,"tag":"lake","uses":3}]}
/// ```
struct SuggestionBatch {
    let service: TagService
    let session: Session
    /// The set of queries that don't name one; `nil` for all sets.
    let set: SetReference?
    /// Whether to suggest only tags of the set.
    var isInSet = false
    /// Whether responses include the terms of each score.
    var explains = false

    /// Responds to the queries in a file; `-` is standard input.
    ///
    /// - Throws: `CommandError` with code 65 after the last line if any line wasn't a valid query.
    func answer(file: String) throws {
        service.suggestions.keepInMemory()
        var hasFailed = false
        try StandardInput.forEachLine(of: file) { line in
            do { try answer(try Self.question(line)) } catch let error as BatchQueryError {
                hasFailed = true
                try session.output.write(error.line)
            }
            // The requesting program may wait for each response before it sends the next query.
            try session.output.flush()
        }
        if hasFailed { throw CommandError(code: ExitStatus.badData, message: nil) }
    }

    private static func question(_ line: Result<String, LongLine>) throws(BatchQueryError) -> BatchQuery {
        switch line {
        case .success(let text): try BatchQuery(text)
        case .failure(let long): throw BatchQueryError(.tooLong(long.message))
        }
    }

    private func answer(_ question: BatchQuery) throws {
        let set = question.set.map(SetReference.named) ?? set
        let query = SuggestionQuery(
            text: question.text, given: question.given, item: question.evidence, savedItem: question.savedItem,
            limit: question.limit, onlyIn: isInSet ? set : nil, set: set, explains: explains, includesAbove: explains)
        var answer: SuggestionDocument
        do { answer = SuggestionDocument(query, try service.suggestions.find(for: query)) } catch let error
            as TagServiceError
        { throw BatchQueryError(.unusable(error.description), id: question.id) }
        answer.id = question.id
        try session.output.write(answer.line)
        // Flushes before the document is deallocated, so that the response isn't delayed.
        try withExtendedLifetime(answer) { try session.output.flush() }
    }
}
