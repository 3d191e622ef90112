internal import HTTPTypes
internal import HummingbirdCore
internal import JSON
internal import NIOCore
internal import TagService

/// A request to a route, with everything that the route needs to handle it.
///
/// For `GET /api/v1/tags?q=se&limit=5`:
///
/// ```swift
/// let text = call.first("q")  // "se"
/// let limit = try call.limit(default: 100)  // 5
/// let isStrict = try call.flag("strict")  // false
/// let location = call.location("tags", "sea/sun")  // "/api/v1/tags/sea%2Fsun"
/// ```
struct Call: Sendable {
    var request: Request
    /// The decoded parameters of the path.
    var parameters: [String: String]
    /// The decoded parameters of the query, in order.
    var query: [(name: String, value: String)]
    /// The body, if the route takes JSON.
    var body: JSONValue = .null
    /// The connection of the request.
    var channel: any Channel
    var space: Space
    var caller: Caller
    /// The client, as `FairQueue` identifies it when clients take turns.
    var client: ClientIdentity
    /// The path of the space, such as `/tags`; empty or without a slash at its end.
    var root: String
    /// The path of the space's resources, such as `/tags/api/v1`.
    var base: String { root + ClientAPI.tagflow.path }
    /// The tags that other programs' states of an item are stored as.
    var stateTags: StateTags
    /// The executor of pictures and exports.
    var heavyWork: HeavyWork
    /// The reader of web pages; `nil` if it's off.
    var pages: PageReads?
    /// The sessions of browsers on a server with spaces.
    var sessions: Sessions
    /// The tokens that signed-in people gave to other programs.
    var connections: Connections
    /// The origin of the request.
    var peer: Peer
    /// How long a body may take to arrive before its rate is checked.
    var clientTimeout: Duration

    /// Runs work that can access only the sets that the caller's token allows.
    func limited<Result>(_ service: TagService, _ work: () throws -> Result) rethrows -> Result {
        try service.limited(to: caller.setIDs, work)
    }

    /// Runs a read that is limited to the caller's sets.
    func read<Result: Sendable>(_ work: @Sendable (TagService) throws -> Result) async throws -> Result {
        try await space.reads.run(for: client) { try limited(space.service) { try work(space.service) } }
    }

    /// Runs a query for suggestions that is limited to the caller's sets.
    func suggest<Result: Sendable>(_ work: @Sendable (TagService) throws -> Result) async throws -> Result {
        try await space.questions.run(for: client) { try limited(space.service) { try work(space.service) } }
    }

    /// Lays out a board that is limited to the caller's sets.
    func draw<Result: Sendable>(_ work: @Sendable (TagService) throws -> Result) async throws -> Result {
        try await space.drawings.run(for: client) { try limited(space.service) { try work(space.service) } }
    }

    /// A parameter of the path; empty if there is no such parameter.
    subscript(name: String) -> String { parameters[name] ?? "" }

    /// The set in the path.
    var set: SetReference { .named(self["set"]) }

    /// Returns the first value of a query parameter; `nil` if it is missing.
    func first(_ name: String) -> String? { query.first { $0.name == name }?.value }

    /// Returns every value of a query parameter.
    func all(_ name: String) -> [String] { query.filter { $0.name == name }.map(\.value) }

    /// Returns a whole number from the query.
    ///
    /// - Throws: a problem with status 400 if it is invalid or out of range.
    func number(_ name: String, in range: ClosedRange<Int>, default usual: Int) throws -> Int {
        guard let text = first(name) else { return usual }
        guard let number = Int(text), range.contains(number) else {
            throw Problem.badRequest("'\(name)' must be a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// The valid page sizes of lists.
    static let limits = 1...1_000

    /// Returns the requested page size of a list.
    ///
    /// - Throws: a problem with status 400 if it is invalid or out of range.
    func limit(default usual: Int) throws -> Int { try number("limit", in: Self.limits, default: usual) }

    /// Returns a length from the query.
    ///
    /// - Throws: a problem with status 400 if it is invalid or out of range.
    func length(_ name: String, in range: ClosedRange<Double>, default usual: Double) throws -> Double {
        guard let text = first(name) else { return usual }
        let isDecimal = text.utf8.allSatisfy { "0123456789.eE+-".utf8.contains($0) }
        guard isDecimal, let length = Double(text), range.contains(length) else {
            throw Problem.badRequest(
                "'\(name)' must be a number from \(Int(range.lowerBound)) to \(Int(range.upperBound))")
        }
        return length
    }

    /// Returns a Boolean from the query.
    ///
    /// A name without a value means `true`.
    func flag(_ name: String) throws -> Bool {
        switch first(name) {
        case nil, "false", "0": false
        case "", "true", "1": true
        default: throw Problem.badRequest("'\(name)' must be true or false")
        }
    }

    /// Returns a query parameter that must be one of the cases of an enumeration.
    func choice<Value: RawRepresentable<String> & CaseIterable>(_ name: String, default usual: Value) throws -> Value {
        guard let text = first(name) else { return usual }
        guard let value = Value(rawValue: text) else {
            let words = Value.allCases.map(\.rawValue).joined(separator: ", ")
            throw Problem.badRequest("'\(name)' must be one of \(words)")
        }
        return value
    }

    /// Returns the fields of the body.
    ///
    /// - Throws: a problem with status 422 if the body isn't a JSON object.
    func fields() throws -> RequestFields { try RequestFields(body) }

    /// Returns the path of a resource of this space.
    func location(_ path: String...) -> String { ([base] + path.map(PercentEncoding.segment)).joined(separator: "/") }
}
