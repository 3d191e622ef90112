internal import CCurl
internal import Foundation
internal import Synchronization

/// A thread that sends all messages of a sender concurrently; it exists while there are any.
final class WebhookThread: Sendable {
    private typealias Continuation = CheckedContinuation<Result<Int, PageFetchError>, Never>

    /// A message that waits for its response.
    private struct Job: Sendable {
        let message: Transfer.Message
        let url: PageURL
        let policy: ConnectionPolicy
        let deadline: ContinuousClock.Instant
        let cancellation: Cancellation
        let continuation: Continuation
    }

    /// Whether the task that waits for a response was canceled.
    private final class Cancellation: Sendable { let isRequested = Atomic(false) }

    private struct State {
        /// The messages that the thread hasn't started to send.
        var added: [Job] = []
        var isRunning = false
        /// Ends the thread's wait; nil before the thread has a set and after it released the set.
        var waker: TransferSet.Waker?
    }

    private let state = Mutex(State())

    /// Sends a message and returns the status of the response.
    func send(
        _ message: Transfer.Message, to url: PageURL, _ policy: ConnectionPolicy,
        until deadline: ContinuousClock.Instant
    ) async throws(PageFetchError) -> Int {
        let cancellation = Cancellation()
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: Continuation) in
                add(
                    Job(
                        message: message, url: url, policy: policy, deadline: deadline, cancellation: cancellation,
                        continuation: continuation))
            }
        } onCancel: {
            cancellation.isRequested.store(true, ordering: .relaxed)
            state.withLock { $0.waker?.wakeUp() }
        }
        return try result.get()
    }

    private func add(_ job: Job) {
        let isRunning = state.withLock { state in
            defer { state.isRunning = true }
            state.added.append(job)
            state.waker?.wakeUp()
            return state.isRunning
        }
        if !isRunning { Thread.detachNewThread { self.run() } }
    }

    /// Sends messages until there are no more.
    private func run() {
        let set: TransferSet
        do throws(PageFetchError) { set = try TransferSet() } catch {
            let added = state.withLock { state in
                defer { state = State() }
                return state.added
            }
            for job in added { job.continuation.resume(returning: .failure(error)) }
            return
        }
        state.withLock { $0.waker = set.waker }
        var waiting: [ObjectIdentifier: Continuation] = [:]
        while let added = nextJobs(isIdle: set.isEmpty) {
            for job in added {
                let transfer = Transfer(
                    job.url, policy: job.policy, deadline: job.deadline, message: job.message,
                    isCanceled: { job.cancellation.isRequested.load(ordering: .relaxed) })
                do throws(PageFetchError) {
                    try set.start(transfer)
                    waiting[ObjectIdentifier(transfer)] = job.continuation
                } catch { job.continuation.resume(returning: .failure(error)) }
            }
            for (transfer, code) in set.advance() {
                let result = Result { () throws(PageFetchError) in try transfer.status(code) }
                waiting.removeValue(forKey: ObjectIdentifier(transfer))?.resume(returning: result)
            }
        }
    }

    /// Returns the messages to start; nil if the thread ends because there are none and no transfer is running.
    private func nextJobs(isIdle: Bool) -> [Job]? {
        state.withLock { state in
            guard isIdle, state.added.isEmpty else {
                defer { state.added = [] }
                return state.added
            }
            state = State()
            return nil
        }
    }
}

/// Sends messages to the web servers that an administrator named, but to no other machine in the server's network.
///
/// A redirect isn't followed, and nothing but the status of the response is used.
package struct WebhookSender: Sendable {
    private let policy: ConnectionPolicy
    private let thread = WebhookThread()

    /// Creates a sender.
    ///
    /// - Parameter allowsPrivate: Whether messages may go to addresses and ports that aren't public.
    package init(allowsPrivate: Bool = false) { policy = allowsPrivate ? .any : .publicAddresses }

    /// Creates a sender with other rules, for tests.
    init(policy: ConnectionPolicy) { self.policy = policy }

    /// Returns the reason why messages to the address or the port of a location would be refused.
    ///
    /// A name other than `localhost` isn't looked up, because its addresses can change; each connection checks them.
    ///
    /// - Parameter location: An http or https URL.
    /// - Returns: The reason, or nil if messages may be sent.
    package func refusal(of location: String) -> PageFetchError? {
        let url: PageURL
        do throws(PageFetchError) { url = try PageURL(location, policy: policy) } catch {
            if case .refusedPort = error { return error }
            return nil
        }
        let host = host(of: url).filter { $0 != "[" && $0 != "]" }.lowercased()
        let isLocal = host == "localhost" || host.hasSuffix(".localhost")
        guard let address = IPAddress(isLocal ? "127.0.0.1" : host), let kind = policy.refusal(address) else {
            return nil
        }
        return .refusedAddress(host: host, kind)
    }

    /// Returns the host in its usual notation, without the dot at the end of a complete name.
    ///
    /// An address before such a dot isn't normalized by the parser.
    private func host(of url: PageURL) -> String {
        guard url.host.hasSuffix(".") else { return url.host }
        let name = String(url.host.dropLast())
        do throws(PageFetchError) { return try PageURL("http://\(name)/", policy: policy).host } catch { return name }
    }

    /// Posts a message and waits for the header of the response.
    ///
    /// All messages of a sender are sent concurrently by one thread, so the caller limits their number. A cancellation
    /// of the task ends a transfer.
    ///
    /// - Parameters:
    ///   - body: The message, without NUL.
    ///   - location: An http or https URL.
    ///   - fields: The header fields, each as a line without a line break.
    ///   - timeout: When to give up.
    /// - Throws: The reason why there is no response.
    /// - Returns: The status of the response.
    package func post(
        _ body: String, to location: String, fields: [String], timeout: Duration = .seconds(10)
    ) async throws(PageFetchError) -> Int {
        let url = try PageURL(location, policy: policy)
        let message = Transfer.Message(body: body, fields: fields)
        return try await thread.send(message, to: url, policy, until: .now.advanced(by: timeout))
    }
}

extension PageFetchError {
    /// Whether another attempt to send a message can't succeed.
    package var isPermanent: Bool {
        switch self {
        case .invalidLocation, .invalidPort, .unsupportedScheme, .containsCredentials, .refusedPort, .refusedAddress:
            true
        default: false
        }
    }

    /// The reason why messages to a location are refused, as a clause.
    package var refusalReason: String {
        switch self {
        case .refusedAddress(_, let kind): "the host has \(kind.addressPhrase)"
        case .refusedPort(let port): "port \(port) isn't that of a web server"
        default: description
        }
    }

    /// The reason why a message wasn't sent, in one line.
    package var messageDescription: String {
        switch self {
        case .refusedAddress: "refused: \(refusalReason); start the server with --allow-private to allow that"
        case .refusedPort: "refused: \(refusalReason); start the server with --allow-private to allow it"
        case .unreachable(_, let reason): "no response: \(reason)"
        case .timedOut: "no response in time"
        case .untrustedCertificate(_, let reason): "invalid certificate: \(reason)"
        default: description
        }
    }
}
