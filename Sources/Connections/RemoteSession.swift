internal import JSON
internal import PageFetching
internal import TagService

/// Sends the requests of a program, and reads its responses.
final class RemoteSession {
    let program: any RemoteProgram
    private let client: APIClient
    private let base: String

    /// Creates a session.
    ///
    /// - Parameters:
    ///   - program: The program.
    ///   - base: Its address, for errors.
    ///   - isStopped: Whether to end early.
    /// - Throws: `RemoteError` if libcurl doesn't work.
    init(_ program: any RemoteProgram, base: String, isStopped: @escaping () -> Bool) throws {
        self.program = program
        self.base = base
        do throws(APIError) { client = try APIClient(isStopped: isStopped) } catch {
            throw RemoteError(error, from: program.kind, at: base)
        }
    }

    /// The maximum nesting of JSON.
    private static let rules = JSONRules.messages(depth: 64)

    /// Sends requests, and passes each result to a function as soon as it arrives.
    func send(
        _ requests: [APIRequest], concurrency: Int = APIClient.concurrency,
        receive: (_ index: Int, Result<APIResponse, RemoteError>) throws -> Void
    ) throws {
        do {
            try client.send(requests, concurrency: concurrency) { index, result in
                let url = requests[index].url
                let mapped = result.mapError { RemoteError($0, from: program.kind, at: url) }
                if case .failure(let error) = mapped, error.kind == .stopped { throw error }
                try receive(
                    index,
                    mapped.flatMap { response in
                        response.isSuccess
                            ? .success(response) : .failure(RemoteError(response.status, from: program.kind, at: url))
                    })
            }
        } catch let error as APIError { throw RemoteError(error, from: program.kind, at: base) }
    }

    /// Sends a request, and returns the JSON of the response.
    func json(_ request: APIRequest) throws -> JSONValue {
        var value: JSONValue?
        try send([request]) { value = try self.json($1.get(), of: request) }
        guard let value else { throw RemoteError(.unreachable, "no response from \(base)") }
        return value
    }

    private func json(_ response: APIResponse, of request: APIRequest) throws -> JSONValue {
        do throws(JSONSyntaxError) { return try JSONValue(response.body[...], Self.rules) } catch {
            throw RemoteError(ShapeError(text: "JSON"), from: program.kind, at: request.url)
        }
    }

    private func reading<Value>(_ request: APIRequest, _ read: (JSONValue) throws(ShapeError) -> Value) throws -> Value
    {
        let value = try json(request)
        do throws(ShapeError) { return try read(value) } catch {
            throw RemoteError(error, from: program.kind, at: request.url)
        }
    }

    /// Reads the tags, and one page of items, so that the address is that of the program, and the token is accepted.
    func check() throws {
        let tags = try tags()
        for place in program.lists(since: nil).prefix(1) {
            _ = try reading(program.request(place)) { value throws(ShapeError) in
                try program.items(value, at: place, tags)
            }
        }
    }

    /// Returns all tags there.
    func tags() throws -> RemoteTags {
        var tags = RemoteTags()
        var next: RemotePlace? = program.tagList
        while let place = next {
            let page = try reading(program.request(place)) { value throws(ShapeError) in
                try program.tags(value, at: place)
            }
            let known = tags.byID.count
            for tag in page.elements { tags.insert(tag) }
            try requireProgress(tags.byID.count > known || page.elements.isEmpty, at: place)
            next = page.next
        }
        return tags
    }

    /// Reads lists page by page.
    ///
    /// - Parameters:
    ///   - places: The first pages of the lists.
    ///   - tags: The tags there.
    ///   - body: Receives the items of a page, the number of items read so far, and that of all items of the lists.
    /// - Throws: `RemoteError`, also for a page that repeats an earlier one.
    func forEachPage(
        _ places: [RemotePlace], _ tags: RemoteTags,
        _ body: (_ items: [RemoteItem], _ done: Int, _ total: Int?) throws -> Void
    ) throws {
        var before = 0
        for first in places {
            var seen: Set<String> = []
            var next: RemotePlace? = first
            while let place = next {
                let page = try reading(program.request(place)) { value throws(ShapeError) in
                    try program.items(value, at: place, tags)
                }
                let known = seen.count
                seen.formUnion(page.elements.map(\.id))
                // A list that changes meanwhile repeats some items, but not a whole page.
                try requireProgress(seen.count > known || page.elements.isEmpty, at: place)
                try body(page.elements, before + seen.count, page.total.map { before + $0 })
                next = page.elements.isEmpty ? nil : page.next
            }
            before += seen.count
        }
    }

    private func requireProgress(_ isProgressing: Bool, at place: RemotePlace) throws {
        guard !isProgressing else { return }
        throw RemoteError(
            .unexpected,
            "\(program.kind.title) repeats a page at \(program.request(place).url); see its log, and try again")
    }

    /// Returns the number of all items there; nil if the program has no such number.
    func count() throws -> Int? {
        guard !program.countRequests.isEmpty else { return nil }
        return try program.countRequests.reduce(0) { sum, request in
            try sum + reading(request) { value throws(ShapeError) in try value.member("count", \.integer) }
        }
    }

    /// Reads items by id.
    ///
    /// - Returns: For each id the item, nil if it doesn't exist, or the reason why it can't be read.
    func items(_ ids: [String], _ tags: RemoteTags) throws -> [Result<RemoteItem?, RemoteError>] {
        let requests = ids.map { program.request(item: $0) }
        var results = ids.map { _ in Result<RemoteItem?, RemoteError>.success(nil) }
        try send(requests) { index, result in
            results[index] =
                result.flatMap { response in
                    do { return .success(try program.item(json(response, of: requests[index]), tags)) } catch let error
                        as ShapeError
                    { return .failure(RemoteError(error, from: program.kind, at: requests[index].url)) } catch let error
                        as RemoteError
                    { return .failure(error) } catch { return .failure(RemoteError(.unexpected, "\(error)")) }
                }
                .flatMapError { $0.status == 404 ? .success(nil) : .failure($0) }
        }
        return results
    }
}
