internal import Foundation

/// A request to a server that the user named, which may have a private address.
package struct APIRequest: Sendable, Hashable {
    /// A method of HTTP.
    package enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
        case put = "PUT"
        case patch = "PATCH"
        case delete = "DELETE"

        /// Whether the request changes nothing there, so that it can be repeated.
        var isSafe: Bool { self == .get }
    }

    package var method: Method
    package var url: String
    /// The header fields as lines, without line breaks.
    package var fields: [String]
    /// The content.
    package var body: [UInt8]?

    package init(_ method: Method, _ url: String, fields: [String], body: [UInt8]? = nil) {
        self.method = method
        self.url = url
        self.fields = fields
        self.body = body
    }

    /// The time in seconds until a connection is given up, and until one without any traffic is.
    static let (connectionTime, silence) = (10, 60)

    /// The fields to send; without "Expect", the body is sent without waiting for an interim response.
    var allFields: [String] { fields + ["Expect:"] }

    /// Sends the request, and waits for the whole response.
    ///
    /// Redirects aren't followed, so a token never goes elsewhere.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of bytes of the response's content.
    ///   - time: The time until the request is given up, even if it makes progress.
    /// - Returns: The response, of any status.
    /// - Throws: The reason why there is no complete response.
    func response(limit: Int, within time: Duration) throws(PageFetchError) -> APIResponse {
        let transfer = Transfer(
            try PageURL(url, policy: .any), policy: .any, limits: FetchLimits(size: limit),
            deadline: .now.advanced(by: time), call: self, isCanceled: { false })
        return try transfer.apiResponse(try TransferSet.run(transfer))
    }
}

/// The whole response to an ``APIRequest``.
package struct APIResponse: Sendable {
    package let status: Int
    package let body: [UInt8]
    let header: ResponseHeader

    /// Whether the status is a success.
    package var isSuccess: Bool { (200..<300).contains(status) }
}

/// The reasons why a request has no usable response.
package enum APIError: Error, Hashable, Sendable {
    /// The response is missing.
    case noResponse(PageFetchError)
    /// The program redirects to an address that the request isn't repeated at.
    case redirected(to: String)
    /// The program asks to wait for longer than the client does.
    case busy(Duration)
}

/// Sends requests to a program at an address that the user named, at most four at a time.
///
/// Private addresses are allowed. A redirect is followed on the same host only, and not from https to http, because
/// requests carry a token. A program that asks for a pause gets it. Requests that change nothing are repeated after a
/// missing response or a failure of the server.
package final class APIClient {
    /// The maximum number of requests at a time.
    package static let concurrency = 4
    private static let redirects = 5
    /// How often a request is repeated after a failure, or after a pause that the program asked for.
    private static let attempts = 4
    /// The longest pause to wait for.
    private static let longestPause = Duration.seconds(300)
    /// The pause if the program asks for a pause of unknown length.
    private static let usualPause = Duration.seconds(5)
    private static let timeout = Duration.seconds(60)
    /// How often the caller is asked whether to stop, in milliseconds.
    private static let wait: Int32 = 200
    private static let limits = FetchLimits(size: 256 << 20)

    /// A request on its way.
    private struct Job {
        let index: Int
        var request: APIRequest
        var redirects = 0
        var attempts = 0
    }

    private let set: TransferSet
    private let pauseUnit: Duration
    private let isStopped: () -> Bool

    /// Creates a client without connections.
    ///
    /// - Parameters:
    ///   - pauseUnit: The pause before the first repetition of a failed request.
    ///   - isStopped: Whether to end early; checked several times a second.
    /// - Throws: `APIError` if libcurl doesn't work.
    package init(pauseUnit: Duration = .milliseconds(500), isStopped: @escaping () -> Bool = { false }) throws(APIError)
    {
        do throws(PageFetchError) {
            try PageFetcher.loadLibrary()
            set = try TransferSet()
        } catch { throw .noResponse(error) }
        self.pauseUnit = pauseUnit
        self.isStopped = isStopped
    }

    /// Sends requests, and passes each response to a function as soon as it arrives.
    ///
    /// - Parameters:
    ///   - requests: The requests, which don't depend on each other.
    ///   - concurrency: The maximum number of requests at a time.
    ///   - receive: Receives the index of a request and its response.
    /// - Throws: The errors of `receive`; requests that are on their way are then abandoned.
    package func send(
        _ requests: [APIRequest], concurrency: Int = concurrency,
        receive: (_ index: Int, _ result: Result<APIResponse, APIError>) throws -> Void
    ) throws {
        var waiting = requests.enumerated().map { Job(index: $0.offset, request: $0.element) }.reversed() as [Job]
        var running: [ObjectIdentifier: Job] = [:]
        var pauseEnd = ContinuousClock.now
        while !waiting.isEmpty || !running.isEmpty {
            while running.count < concurrency, ContinuousClock.now >= pauseEnd, let job = waiting.popLast() {
                do throws(PageFetchError) { running[try start(job)] = job } catch {
                    try receive(job.index, .failure(.noResponse(error)))
                }
            }
            if running.isEmpty, !waiting.isEmpty {
                if isStopped() { throw APIError.noResponse(.canceled) }
                Thread.sleep(forTimeInterval: Double(Self.wait) / 2_000)
                continue
            }
            for (transfer, code) in set.advance(waitingAtMost: Self.wait) {
                guard var job = running.removeValue(forKey: ObjectIdentifier(transfer)) else { continue }
                let result = Result { () throws(PageFetchError) in try transfer.apiResponse(code) }
                switch Self.next(&job, result, transfer, unit: pauseUnit) {
                case .finish(let result): try receive(job.index, result)
                case .repeat(let pause):
                    pauseEnd = max(pauseEnd, .now.advanced(by: pause))
                    waiting.append(job)
                }
            }
        }
    }

    private func start(_ job: Job) throws(PageFetchError) -> ObjectIdentifier {
        let url = try PageURL(job.request.url, policy: .any)
        let transfer = Transfer(
            url, policy: .any, limits: Self.limits, deadline: .now.advanced(by: Self.timeout), call: job.request,
            isCanceled: isStopped)
        try set.start(transfer)
        return ObjectIdentifier(transfer)
    }

    /// The next step after a response.
    private enum Step {
        case finish(Result<APIResponse, APIError>)
        case `repeat`(after: Duration)
    }

    private static func next(
        _ job: inout Job, _ result: Result<APIResponse, PageFetchError>, _ transfer: Transfer, unit: Duration
    ) -> Step {
        job.attempts += 1
        let isLast = job.attempts >= attempts
        let pause = unit * (1 << (job.attempts - 1))
        switch result {
        case .failure(let error):
            let isRepeated = job.request.method.isSafe && !isLast && !error.isPermanent && error != .canceled
            return isRepeated ? .repeat(after: pause) : .finish(.failure(.noResponse(error)))
        case .success(let response):
            let header = response.header
            if header.isRedirect, let target = header.location { return follow(target, &job, transfer.url, response) }
            if response.status == 429 || response.status == 503 && header.retryAfter != nil {
                let asked = header.retryDelay() ?? usualPause
                return asked > longestPause || isLast ? .finish(.failure(.busy(asked))) : .repeat(after: asked)
            }
            let isRepeated = response.status >= 500 && job.request.method.isSafe && !isLast
            return isRepeated ? .repeat(after: pause) : .finish(.success(response))
        }
    }

    /// Repeats a request at the target of a redirect.
    private static func follow(_ target: String, _ job: inout Job, _ url: PageURL, _ response: APIResponse) -> Step {
        job.attempts = 0
        job.redirects += 1
        let keepsMethod = job.request.method.isSafe || response.status == 307 || response.status == 308
        do throws(PageFetchError) {
            let next = try PageURL(target, relativeTo: url, policy: .any)
            guard keepsMethod, job.redirects <= redirects, next.host.lowercased() == url.host.lowercased(),
                next.text.hasPrefix("https:") || url.text.hasPrefix("http:")
            else { return .finish(.failure(.redirected(to: next.text))) }
            job.request.url = next.text
            return .repeat(after: .zero)
        } catch { return .finish(.failure(.redirected(to: target))) }
    }
}
