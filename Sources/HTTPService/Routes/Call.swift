internal import HTTPTypes
internal import HummingbirdCore
internal import JSON
internal import NIOCore
internal import TagService

/// A request on its way through a route.
struct Call: Sendable {
    var request: Request
    /// The parameters of the path, decoded.
    var parameters: [String: String]
    /// The parameters of the query, decoded, in their order.
    var query: [(name: String, value: String)]
    /// The body, if the route takes JSON.
    var body: JSONValue = .null
    /// The connection that it came on.
    var channel: any Channel
    var space: Space
    var caller: Caller
    /// The client that the request counts for when reads of several clients take turns.
    var client: ClientIdentity
    /// The path of the space's resources, such as `/tags/api/v1`.
    var base: String
    /// Runs pictures and exports.
    var heavyWork: HeavyWork
    /// The time that a body may take at any rate.
    var clientTimeout: Duration

    /// Runs work for the caller: for the service's methods, only the sets that the token opens exist.
    func limited<Result>(
        _ service: TagService,
        _ work: () throws -> Result
    ) rethrows -> Result {
        try service.limited(to: caller.setIDs, work)
    }

    /// Runs a read that is limited to the caller's sets.
    func read<Result: Sendable>(
        _ work: @Sendable (TagService) throws -> Result
    ) async throws -> Result {
        try await space.reads.run(for: client) {
            try limited(space.service) { try work(space.service) }
        }
    }

    /// Runs a query for suggestions that is limited to the caller's sets.
    func suggest<Result: Sendable>(
        _ work: @Sendable (TagService) throws -> Result
    ) async throws -> Result {
        try await space.questions.run(for: client) {
            try limited(space.service) { try work(space.service) }
        }
    }

    /// Lays out a board that is limited to the caller's sets.
    func draw<Result: Sendable>(
        _ work: @Sendable (TagService) throws -> Result
    ) async throws -> Result {
        try await space.drawings.run(for: client) {
            try limited(space.service) { try work(space.service) }
        }
    }

    /// A parameter of the path.
    subscript(name: String) -> String { parameters[name] ?? "" }

    /// The set that the path names.
    var set: SetReference { .named(self["set"]) }

    /// The value of a query parameter; `nil` if it is missing.
    func first(_ name: String) -> String? {
        query.first { $0.name == name }?.value
    }

    /// Every value of a query parameter.
    func all(_ name: String) -> [String] {
        query.filter { $0.name == name }.map(\.value)
    }

    /// A whole number of the query.
    ///
    /// - Throws: a problem with status 400 if it is invalid or out of range.
    func number(_ name: String, in range: ClosedRange<Int>, default usual: Int) throws -> Int {
        guard let text = first(name) else { return usual }
        guard let number = Int(text), range.contains(number) else {
            throw Problem.badRequest(
                "'\(name)' is a whole number from \(range.lowerBound) to \(range.upperBound)"
            )
        }
        return number
    }

    /// The range of the page size of lists.
    static let limits = 1...1_000

    /// The most items of a list that are asked for.
    func limit(default usual: Int) throws -> Int {
        try number("limit", in: Self.limits, default: usual)
    }

    /// A length of the query.
    ///
    /// - Throws: a problem with status 400 if it is invalid or out of range.
    func length(
        _ name: String,
        in range: ClosedRange<Double>,
        default usual: Double
    ) throws -> Double {
        guard let text = first(name) else { return usual }
        let isDecimal = text.utf8.allSatisfy { "0123456789.eE+-".utf8.contains($0) }
        guard isDecimal, let length = Double(text), range.contains(length) else {
            throw Problem.badRequest(
                "'\(name)' is a number from \(Int(range.lowerBound)) to \(Int(range.upperBound))"
            )
        }
        return length
    }

    /// A yes or no of the query; a name without a value means yes.
    func flag(_ name: String) throws -> Bool {
        switch first(name) {
        case nil, "false", "0": false
        case "", "true", "1": true
        default: throw Problem.badRequest("'\(name)' is true or false")
        }
    }

    /// A query parameter that is one of the given words.
    func choice<Value: RawRepresentable<String> & CaseIterable>(
        _ name: String,
        default usual: Value
    ) throws -> Value {
        guard let text = first(name) else { return usual }
        guard let value = Value(rawValue: text) else {
            let words = Value.allCases.map(\.rawValue).joined(separator: ", ")
            throw Problem.badRequest("'\(name)' is one of \(words)")
        }
        return value
    }

    /// The fields of the body.
    func fields() throws -> RequestFields {
        try RequestFields(body)
    }

    /// The address of a resource of this space.
    func location(_ path: String...) -> String {
        ([base] + path.map(PercentEncoding.segment)).joined(separator: "/")
    }
}
