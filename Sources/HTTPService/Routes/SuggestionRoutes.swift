internal import HTTPTypes
internal import HummingbirdCore
internal import JSON
internal import NIOCore
internal import TagService

/// The routes of suggestions: for one query in the URL, or for many queries in one request.
///
/// ```
/// GET /api/v1/suggestions?q=se
///
/// 200   {"given":[],"key":"se","query":"se","suggestions":
///        [{"because":["prefix"],"key":"sea","match":[[0,2]],"score":0.8125,"tag":"sea",
///          "uses":2}]}
/// ```
enum SuggestionRoutes {
    static let all = [ask, askMany]

    /// The schema of a suggested tag.
    static let suggestion = JSONSchema.object([
        .init(name: "tag", schema: .string), .init(name: "key", schema: .string), .init(name: "score", schema: .number),
        .init(name: "match", schema: .list(.list(.integer))), .init(name: "because", schema: .list(.string)),
        .init(
            name: "new", schema: .boolean, isRequired: false,
            summary: "True if the tag is only in the shared model; choosing it creates it."),
        .init(name: "uses", schema: .integer, isRequired: false, summary: "The number of items with the tag."),
        .init(
            name: "probability", schema: .number, isRequired: false,
            summary: "The estimated share of items with the given tags that have the tag."),
        .init(name: "explanation", schema: .anything, isRequired: false),
    ])

    private static let response = JSONSchema.object([
        .init(name: "query", schema: .string), .init(name: "given", schema: .list(.string)),
        .init(name: "key", schema: .string, isRequired: false, summary: "The key of the typed text."),
        .init(
            name: "tag", schema: .string, isRequired: false,
            summary: "The tag that the typed text is the name, key or alias of."),
        .init(name: "suggestions", schema: .list(suggestion)),
        .init(name: "unknown", schema: .list(.string), isRequired: false, summary: "Given names that aren't tags."),
        .init(
            name: "newNames", schema: .list(.string), isRequired: false,
            summary: "Names in the item that could become new tags, at most three."),
        .init(
            name: "similar", schema: .list(.named("SimilarTag")), isRequired: false,
            summary: "With 'similar': the tag that the typed text may be a misspelling of."),
    ])

    private static let text = Field.query("q", .text, "The typed text.")
    private static let given = Field.query(repeating: "given", .text, "A tag that is already chosen.")
    private static let title = Field.query("title", .text, "The title of the item to tag, at most 1,000 bytes.")
    private static let location = Field.query("location", .text, "The URL or path of the item, at most 4,000 bytes.")
    private static let note = Field.query("note", .text, "The user's own description of the item, at most 64 KiB.")
    private static let content = Field.query("text", .text, "The text of the page, note or file, at most 1 MB.")
    private static let whole = Field.query(
        "for", .text, "A shorthand: its first line is the title, and the rest is the text.")
    private static let set = Field.query(
        "set", .set,
        "The set of the item, whose items are learned from and whose tags come first; default: all sets alike.")
    private static let savedItem = Field.query(
        "saved-item", .number(in: 1...Int.max),
        "The id of the item, if it is saved: tags dismissed for it are left out.")
    private static let limit = Fields.limit(in: 0...1_000, default: 10)
    private static let inSet = Field.query("in-set", .flag, default: false, "Only tags of the set.")
    private static let explain = Field.query(
        "explain", .flag, default: false, "Explain the contribution of each given tag.")
    private static let similar = Field.query(
        "similar", .flag, default: false, "List the tag that the typed text may be a misspelling of.")

    private static let ask = Route(
        method: .get, path: "/suggestions", scope: .suggest, summary: "Suggests tags for typed text and given tags.",
        fields: [text, given, title, location, note, content, whole, set, savedItem, limit, inSet, explain, similar],
        response: .json(response), problems: [422], isOpenToSetTokens: true,
        work: .suggest { call, service in
            let question = SuggestionQuery(
                text: try call[text] ?? "", given: try call[given], item: try evidence(of: call),
                savedItem: try call[savedItem].map(Int64.init), limit: try call[limit],
                onlyIn: try service.suggestions.candidateSet(call[set], isOnly: call[inSet]), set: try call[set],
                explains: try call[explain], includesAbove: try call[explain])
            let start = ContinuousClock.now
            let found = try service.suggestions.find(for: question)
            let took = ContinuousClock.now - start
            var document = SuggestionDocument(question, found)
            if try call[similar] { document.similar = try service.tags.similar(toTyped: question.text) }
            var response = ServiceResponse.bytes(
                question.explains ? document.value.bytes : document.line, "application/json")
            response.questionTime = took
            return response
        })

    /// Returns the evidence of an item: its parts, or the text in `for`.
    private static func evidence(of call: Call) throws -> ItemEvidence {
        if let text = try call[whole] {
            if let part = [title, location, note, content].first(where: call.has) {
                throw Problem(422, "'\(whole.name)' can't be combined with '\(part.name)'; give one of them")
            }
            return ItemEvidence(lines: text)
        }
        let evidence = ItemEvidence(
            title: try call[title] ?? "", location: try call[location], note: try call[note] ?? "",
            text: try call[content] ?? "")
        do { try evidence.checkLengths() } catch {
            // The message quotes only the request, so a token that is limited to sets gets it as well.
            throw Problem(422, error.description)
        }
        return evidence
    }

    private static let askMany = Route(
        method: .post, path: "/suggestions", scope: .suggest,
        summary: "Runs queries, one JSON object per line, in order, each as soon as it arrives.",
        fields: [set, inSet, explain, similar], streamedTypes: ["application/x-ndjson"],
        response: .bytes("application/x-ndjson"), isOpenToSetTokens: true,
        work: .stream { call in
            let only = try await call.read(in: call.space.questions) {
                try $0.suggestions.candidateSet(call[set], isOnly: call[inSet])
            }
            let batch = QueryBatch(
                call: call, only: only, set: try call[set], explains: try call[explain], findsSimilar: try call[similar]
            )
            return .stream("application/x-ndjson") { writer in try await batch.respond(to: call.request.body, &writer) }
        })
}

/// A stream of queries, one per line, whose results are sent in order.
private struct QueryBatch {
    let call: Call
    let only: SetReference?
    /// The set whose tags come first.
    let set: SetReference?
    let explains: Bool
    /// Whether results have the tags that the typed texts may be misspellings of.
    let findsSimilar: Bool
    /// The maximum length of a line, in bytes: enough for 1 MB of text with every byte escaped.
    private static let lineLimit = 8 << 20

    @concurrent func respond(to body: RequestBody, _ writer: inout any ResponseBodyWriter) async throws {
        var rest: [UInt8] = []
        var isSkipping = false
        for try await part in body {
            var lines: [[UInt8]] = []
            for byte in part.readableBytesView {
                if byte == UInt8(ascii: "\n") {
                    if !isSkipping { lines.append(rest) }
                    (rest, isSkipping) = ([], false)
                } else if !isSkipping {
                    rest.append(byte)
                    if rest.count > Self.lineLimit {
                        lines.append([])
                        (rest, isSkipping) = ([], true)
                    }
                }
            }
            try await write(lines[...], &writer)
        }
        if !rest.isEmpty { try await write([rest], &writer) }
    }

    /// Processes lines in batches, so that other clients get their turns in between.
    @concurrent private func write(_ lines: ArraySlice<[UInt8]>, _ writer: inout any ResponseBodyWriter) async throws {
        var lines = lines
        while !lines.isEmpty {
            let (bytes, count) = try await results(of: lines)
            lines = lines.dropFirst(count)
            try await writer.write(bytes: bytes)
        }
    }

    /// How long one client's queries may run before the next client's turn.
    private static let turn = Duration.milliseconds(5)

    /// Processes as many lines as fit into one turn.
    ///
    /// Returns their results and the number of lines.
    private func results(of lines: ArraySlice<[UInt8]>) async throws -> (bytes: [UInt8], count: Int) {
        try await call.read(in: call.space.questions) { [self] service in
            let end = ContinuousClock.now + Self.turn
            var (bytes, count): ([UInt8], Int) = ([], 0)
            for line in lines {
                bytes += try result(of: line, from: service)
                count += 1
                if ContinuousClock.now >= end { break }
            }
            return (bytes, count)
        }
    }

    private func result(of line: [UInt8], from service: TagService) throws -> [UInt8] {
        let question: BatchQuery
        do {
            let text = String(decoding: line, as: UTF8.self)
            question = try BatchQuery(text)
        } catch let error { return error.line }
        let named = question.set.map(SetReference.named)
        var response: SuggestionDocument
        do {
            let candidates = try service.suggestions.candidateSet(named ?? set, isOnly: only != nil)
            let query = SuggestionQuery(
                text: question.text, given: question.given, item: question.evidence, savedItem: question.savedItem,
                limit: question.limit, onlyIn: named == nil ? only : candidates, set: named ?? set, explains: explains,
                includesAbove: explains)
            response = SuggestionDocument(query, try service.suggestions.find(for: query))
        } catch let error as TagServiceError {
            return BatchQueryError(.unusable(error.description), id: question.id).line
        }
        response.id = question.id
        if findsSimilar { response.similar = try service.tags.similar(toTyped: question.text) }
        return response.line
    }
}
