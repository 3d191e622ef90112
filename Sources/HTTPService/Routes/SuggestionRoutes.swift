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

    /// The valid numbers of suggestions per query.
    private static let limits = 0...1_000

    private static let response = JSONSchema.object([
        .init(name: "query", schema: .string), .init(name: "given", schema: .list(.string)),
        .init(name: "key", schema: .string, isRequired: false, summary: "The key of the typed text."),
        .init(
            name: "tag", schema: .string, isRequired: false,
            summary: "The tag that the typed text is the name, key or alias of."),
        .init(
            name: "suggestions",
            schema: .list(
                .object([
                    .init(name: "tag", schema: .string), .init(name: "key", schema: .string),
                    .init(name: "score", schema: .number), .init(name: "match", schema: .list(.list(.integer))),
                    .init(name: "because", schema: .list(.string)),
                    .init(
                        name: "new", schema: .boolean, isRequired: false,
                        summary: "True if the tag is only in the shared model; choosing it creates it."),
                    .init(
                        name: "uses", schema: .integer, isRequired: false, summary: "The number of items with the tag."),
                    .init(
                        name: "probability", schema: .number, isRequired: false,
                        summary: "The estimated share of items with the given tags that have the tag."),
                    .init(name: "explanation", schema: .anything, isRequired: false),
                ]))),
        .init(name: "unknown", schema: .list(.string), isRequired: false, summary: "Given names that aren't tags."),
        .init(
            name: "newNames", schema: .list(.string), isRequired: false,
            summary: "Words of the title that could become new tags, at most three."),
        .init(
            name: "similar", schema: .list(.named("SimilarTag")), isRequired: false,
            summary: "With 'similar': the tag that the typed text may be a misspelling of."),
    ])

    private static let similar = Route.QueryParameter(
        name: "similar", summary: "List the tag that the typed text may be a misspelling of.", schema: .flag)

    private static let ask = Route(
        method: .get, path: "/suggestions", scope: .suggest, summary: "Suggests tags for typed text and given tags.",
        query: [
            .init(name: "q", summary: "The typed text.", schema: .string),
            .init(name: "given", summary: "A tag that is already chosen.", schema: .string, repeats: true),
            .init(name: "title", summary: "The title of the item to tag, at most 1,000 bytes.", schema: .string),
            .init(name: "location", summary: "The URL or path of the item, at most 4,000 bytes.", schema: .string),
            .init(name: "note", summary: "The user's own description of the item, at most 64 KiB.", schema: .string),
            .init(name: "text", summary: "The text of the page, note or file, at most 1 MB.", schema: .string),
            .init(
                name: "for", summary: "A shorthand: its first line is the title, and the rest is the text.",
                schema: .string),
            .init(name: "set", summary: "The set of the item, whose tags come first.", schema: .string),
            .init(
                name: "saved-item", summary: "The id of the item, if it is saved: tags dismissed for it are left out.",
                schema: .integer), .limit(limits),
            .init(name: "in-set", summary: "Only tags of the set.", schema: .flag),
            .init(name: "explain", summary: "Explain the contribution of each given tag.", schema: .flag), similar,
        ], response: .json(response), problems: [422], isOpenToSetTokens: true,
        work: .suggest { call, service in
            let question = SuggestionQuery(
                text: call.first("q") ?? "", given: call.all("given"), item: try evidence(of: call),
                savedItem: try savedItem(of: call), limit: try call.number("limit", in: limits, default: 10),
                onlyIn: try set(of: call, service), set: call.first("set").map(SetReference.named),
                explains: try call.flag("explain"))
            let start = ContinuousClock.now
            let found = try service.suggestions.find(for: question)
            let took = ContinuousClock.now - start
            var document = SuggestionDocument(question, found)
            if try call.flag("similar") { document.similar = try service.tags.similar(toTyped: question.text) }
            var response = ServiceResponse.bytes(
                question.explains ? document.value.bytes : document.line, "application/json")
            response.questionTime = took
            return response
        })

    /// Returns the id of the item that is saved already; `nil` if there is none.
    private static func savedItem(of call: Call) throws -> Int64? {
        guard call.first("saved-item") != nil else { return nil }
        return Int64(try call.number("saved-item", in: 1...Int.max, default: 1))
    }

    /// Returns the evidence of an item: its parts, or the text in `for`.
    private static func evidence(of call: Call) throws -> ItemEvidence {
        if let whole = call.first("for") {
            let parts = ["title", "location", "note", "text"]
            if let part = parts.first(where: { call.first($0) != nil }) {
                throw Problem(422, "'for' can't be combined with '\(part)'; give one of them")
            }
            return ItemEvidence(lines: whole)
        }
        let evidence = ItemEvidence(
            title: call.first("title") ?? "", location: call.first("location"), note: call.first("note") ?? "",
            text: call.first("text") ?? "")
        do { try evidence.checkLengths() } catch {
            // The message quotes only the request, so a token that is limited to sets gets it as well.
            throw Problem(422, error.description)
        }
        return evidence
    }

    /// Returns the set whose tags can be suggested; `nil` for every tag that the caller can access.
    private static func set(of call: Call, _ service: TagService) throws -> SetReference? {
        let isInSet = try call.flag("in-set")
        guard isInSet || call.first("set") != nil else { return nil }
        let name = try service.sets.name(of: call.first("set").map(SetReference.named) ?? .chosen)
        return isInSet || call.caller.setIDs != nil ? .named(name) : nil
    }

    private static let askMany = Route(
        method: .post, path: "/suggestions", scope: .suggest,
        summary: "Runs queries, one JSON object per line, in order, each as soon as it arrives.",
        query: [
            .init(name: "set", summary: "The set of the item, whose tags come first.", schema: .string),
            .init(name: "in-set", summary: "Only tags of the set.", schema: .flag),
            .init(name: "explain", summary: "Explain the contribution of each given tag.", schema: .flag), similar,
        ], body: .stream(contentTypes: ["application/x-ndjson"]), response: .bytes("application/x-ndjson"),
        isOpenToSetTokens: true,
        work: .stream { call in
            let only = try await call.suggest { try set(of: call, $0) }
            let explains = try call.flag("explain")
            let findsSimilar = try call.flag("similar")
            return .stream("application/x-ndjson") { writer in
                let batch = QueryBatch(
                    call: call, only: only, set: call.first("set").map(SetReference.named), explains: explains,
                    findsSimilar: findsSimilar)
                try await batch.respond(to: call.request.body, &writer)
            }
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
        try await call.suggest { [self] service in
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
        let query = SuggestionQuery(
            text: question.text, given: question.given, item: question.evidence, savedItem: question.savedItem,
            limit: question.limit, onlyIn: only, set: set, explains: explains)
        var response = SuggestionDocument(query, try service.suggestions.find(for: query))
        response.id = question.id
        if findsSimilar { response.similar = try service.tags.similar(toTyped: query.text) }
        return response.line
    }
}
