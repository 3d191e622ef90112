internal import Foundation

/// The result of requesting the location of a link.
package enum LinkResult: Hashable, Sendable {
    /// A response: its status and, after a permanent redirect, the new location.
    case response(status: Int, movedTo: String?)
    /// There is no response; the reason is a message of one line.
    case noResponse(PageFetchError)
    /// The location, or one that it redirects to, isn't requested.
    case refused(PageFetchError)
    /// The host asked to try again later than this run waits for.
    case postponed(host: String)
    /// The certificate of the host isn't valid, so the page is unknown.
    case untrusted(PageFetchError)
}

/// The limits for checking links.
struct LinkLimits: Hashable, Sendable {
    /// The maximum time for a request, without the time for its redirects.
    var time = Duration.seconds(10)
    /// The pause between two requests to a host.
    var pause = Duration.milliseconds(500)
    /// The maximum number of hosts that are requested at the same time.
    var hosts = 16
    /// The maximum number of redirects.
    var redirects = 10
    /// The longest time to wait for a host that asks to try again later.
    var retryDelay = Duration.seconds(30)
    /// How long to wait for a host that asks for a pause without saying how long.
    var usualRetryDelay = Duration.seconds(5)
    /// The number of hosts without a response from which on a run without any response counts as a failure of the network.
    var unresponsiveHosts = 5
}

/// Requests many links to find out whether they still exist.
///
/// It is polite: it requests a host for one header at a time, with a pause, and waits if the host asks for that. Like a
/// ``PageFetcher``, it connects to public addresses only. A server that doesn't answer HEAD with a success is asked with GET, because many
/// implement HEAD badly.
package struct LinkChecker: Sendable {
    private let policy: ConnectionPolicy
    private let limits: LinkLimits

    /// Creates a checker for links at public addresses.
    package init() { self.init(policy: .publicAddresses) }

    /// Creates a checker with other rules, for tests.
    init(policy: ConnectionPolicy, limits: LinkLimits = LinkLimits()) {
        self.policy = policy
        self.limits = limits
    }

    /// Requests locations, those of different hosts concurrently.
    ///
    /// It blocks until all are requested or it is stopped. If none of at least 5 hosts responds, the network is probably down, and nothing is
    /// reported. Equal locations are requested once.
    ///
    /// - Parameters:
    ///   - locations: http or https URLs.
    ///   - isStopped: Whether to end early; checked several times a second.
    ///   - report: Receives the result for each location, in no particular order, with the index of the location.
    /// - Throws: `PageFetchError` if libcurl doesn't work, and the errors of `report`.
    /// - Returns: Whether the network seems to work.
    /// - Complexity: O(n log n) in the number of locations.
    @discardableResult package func check(
        _ locations: [String], isStopped: () -> Bool, report: (_ index: Int, _ result: LinkResult) throws -> Void
    ) throws -> Bool {
        let indexes = Dictionary(grouping: locations.indices) { locations[$0] }
        try PageFetcher.loadLibrary()
        let run = try LinkRun(indexes.keys.sorted(), policy: policy, limits: limits)
        // Before the first response, a missing one may be the fault of this machine.
        var heldBack: [LinkRun.Finished] = []
        while !run.isAtEnd, !isStopped() {
            heldBack += try run.advance()
            guard run.hasResponse else { continue }
            for (location, result) in heldBack { for index in indexes[location] ?? [] { try report(index, result) } }
            heldBack = []
        }
        let isWorking = Set(heldBack.compactMap(\.result.unresponsiveHost)).count < limits.unresponsiveHosts
        for (location, result) in heldBack where isWorking || result.unresponsiveHost == nil {
            for index in indexes[location] ?? [] { try report(index, result) }
        }
        return isWorking
    }
}

extension LinkResult {
    /// The host that doesn't respond; nil for other results.
    fileprivate var unresponsiveHost: String? {
        switch self {
        case .noResponse(.unknownHost(let host)), .noResponse(.unreachable(let host, _)),
            .noResponse(.timedOut(let host)):
            host
        default: nil
        }
    }
}

/// A location on its way through its redirects.
private struct LinkRequest {
    /// The location as given.
    let location: String
    /// The URL to request next.
    var url: PageURL
    var method = Transfer.HeaderMethod.head
    /// The URLs that were requested.
    var visited: Set<PageURL>
    /// Whether all redirects so far were permanent.
    var isPermanent = true
    /// The status of the first of the permanent redirects that the chain begins with, and the target of the last.
    var move: (status: Int, location: String)?
    /// Whether the host has already been given time.
    var hasWaited = false

    init(location: String, url: PageURL) {
        self.location = location
        self.url = url
        visited = [url]
    }

    /// Returns the result for the status of the last response.
    ///
    /// A page that redirects to one that is gone is gone.
    func result(_ status: Int) -> LinkResult {
        guard let move, status != 404, status != 410 else { return .response(status: status, movedTo: nil) }
        return .response(status: move.status, movedTo: move.location)
    }

    /// Goes on to the target of a redirect.
    ///
    /// - Returns: Whether there is anything to request; false for a circle and a target that isn't a web address.
    /// - Throws: The reason for refusing the target.
    mutating func follow(
        _ target: String, status: Int, _ policy: ConnectionPolicy, _ limits: LinkLimits
    ) throws(PageFetchError) -> Bool {
        let next: PageURL
        do throws(PageFetchError) { next = try PageURL(target, relativeTo: url, policy: policy) } catch {
            switch error {
            case .refusedPort, .containsCredentials: throw error
            default: return false
            }
        }
        guard visited.count <= limits.redirects, visited.insert(next).inserted else { return false }
        isPermanent = isPermanent && (status == 301 || status == 308)
        if isPermanent { move = (move?.status ?? status, next.text + fragment(of: target)) }
        url = next
        return true
    }

    /// The fragment of a target or, as in browsers, that of the location.
    private func fragment(of target: String) -> String {
        let text = target.contains("#") ? target : location
        return text.firstIndex(of: "#").map { String(text[$0...]) } ?? ""
    }
}

/// The requests of one call of ``LinkChecker/check(_:isStopped:report:)``.
///
/// A host with requests is in one of three states: `ready`, `paused`, or with a running transfer.
private final class LinkRun {
    /// A location with its result.
    typealias Finished = (location: String, result: LinkResult)

    private let policy: ConnectionPolicy
    private let limits: LinkLimits
    private let set: TransferSet
    /// The requests that wait for their hosts, the next last.
    private var waiting: [String: [LinkRequest]] = [:]
    /// The hosts that may be requested, the next last.
    private var ready: [String] = []
    /// The hosts that were just requested, and the ends of their pauses.
    private var paused: [String: ContinuousClock.Instant] = [:]
    private var running: [ObjectIdentifier: LinkRequest] = [:]
    /// The results that ``advance()`` returns next.
    private var finished: [Finished] = []
    /// Whether any host has responded.
    private(set) var hasResponse = false

    /// Creates the requests; libcurl must be loaded.
    init(_ locations: [String], policy: ConnectionPolicy, limits: LinkLimits) throws(PageFetchError) {
        set = try TransferSet()
        self.policy = policy
        self.limits = limits
        for location in locations {
            do throws(PageFetchError) {
                enqueue(LinkRequest(location: location, url: try PageURL(location, policy: policy)))
            } catch { finished.append((location, .refused(error))) }
        }
        // Those with the most requests take the longest, so they come first.
        ready.sort { (waiting[$0]?.count ?? 0, $0) < (waiting[$1]?.count ?? 0, $1) }
    }

    /// Whether nothing is left to do.
    var isAtEnd: Bool { waiting.isEmpty && running.isEmpty && finished.isEmpty }

    /// Adds a request before the others of its host.
    private func enqueue(_ request: LinkRequest) {
        let host = request.url.host.lowercased()
        let isBusy = paused[host] != nil || running.values.contains { $0.url.host.lowercased() == host }
        if waiting[host] == nil, !isBusy { ready.append(host) }
        waiting[host, default: []].append(request)
    }

    /// Starts requests, and waits for a part of a second.
    func advance() throws(PageFetchError) -> [Finished] {
        let now = ContinuousClock.now
        for (host, end) in paused where end <= now {
            paused[host] = nil
            if waiting[host] != nil { ready.append(host) }
        }
        while running.count < limits.hosts, let host = ready.popLast() { try start(host) }
        if finished.isEmpty { receive() }
        defer { finished = [] }
        return finished
    }

    /// Starts the next request to a host.
    private func start(_ host: String) throws(PageFetchError) {
        guard let request = waiting[host]?.popLast() else { return }
        if waiting[host]?.isEmpty == true { waiting[host] = nil }
        let transfer = Transfer(
            request.url, policy: policy, deadline: .now.advanced(by: limits.time), headerMethod: request.method,
            isCanceled: { false })
        try set.start(transfer)
        running[ObjectIdentifier(transfer)] = request
    }

    /// The longest wait, so that the caller can stop the run.
    private static let longestWait = Duration.milliseconds(200)

    /// Waits for responses or the end of a pause, and handles the responses.
    private func receive() {
        let next = paused.values.min().map { ContinuousClock.now.duration(to: $0) } ?? Self.longestWait
        let wait = min(max(next, .milliseconds(1)), Self.longestWait)
        guard !set.isEmpty else { return Thread.sleep(forTimeInterval: wait / .seconds(1)) }
        for (transfer, code) in set.advance(waitingAtMost: Int32(wait / .milliseconds(1))) {
            guard let request = running.removeValue(forKey: ObjectIdentifier(transfer)) else { continue }
            pause(request, for: limits.pause)
            do throws(PageFetchError) {
                let status = try transfer.status(code)
                guard status <= 999 else {
                    throw .unreachable(host: request.url.host, reason: "the status isn't valid")
                }
                handle(status, transfer.header, of: request)
            } catch { handle(error, of: request) }
        }
    }

    private func pause(_ request: LinkRequest, for delay: Duration) {
        paused[request.url.host.lowercased()] = .now.advanced(by: delay)
    }

    private func handle(_ error: PageFetchError, of request: LinkRequest) {
        switch error {
        case .refusedAddress: finish(request, .refused(error))
        case .untrustedCertificate: finish(request, .untrusted(error))
        case .unreachable where request.method == .head, .timedOut where request.method == .head: getInstead(request)
        default: finish(request, .noResponse(error))
        }
    }

    private func handle(_ status: Int, _ header: ResponseHeader, of request: LinkRequest) {
        hasResponse = true
        if status == 429 || status == 503 && header.retryAfter != nil {
            postpone(request, for: header.retryDelay() ?? limits.usualRetryDelay)
        } else if status >= 400, request.method == .head {
            getInstead(request)
        } else if header.isRedirect, let target = header.location {
            follow(target, status: status, request)
        } else {
            finish(request, request.result(status))
        }
    }

    private func follow(_ target: String, status: Int, _ request: LinkRequest) {
        var next = request
        do throws(PageFetchError) {
            guard try next.follow(target, status: status, policy, limits) else {
                // The chain leads to no page, so its target isn't a new location.
                return finish(request, .response(status: status, movedTo: nil))
            }
            enqueue(next)
        } catch { finish(request, .refused(error)) }
    }

    /// Repeats a request with GET.
    private func getInstead(_ request: LinkRequest) {
        var next = request
        next.method = .get
        enqueue(next)
    }

    /// Repeats a request after a time; a longer time, or a second one, postpones all requests to the host beyond this run.
    private func postpone(_ request: LinkRequest, for delay: Duration) {
        let host = request.url.host.lowercased()
        guard delay <= limits.retryDelay, !request.hasWaited else {
            for other in [request] + (waiting[host] ?? []) { finish(other, .postponed(host: host)) }
            waiting[host] = nil
            return
        }
        var next = request
        next.hasWaited = true
        enqueue(next)
        pause(next, for: delay)
    }

    private func finish(_ request: LinkRequest, _ result: LinkResult) { finished.append((request.location, result)) }
}

extension ResponseHeader {
    /// Returns how long the server asks to wait; nil if it doesn't say so.
    func retryDelay(now: Date = Date()) -> Duration? {
        guard let retryAfter else { return nil }
        if let seconds = Double(retryAfter) { return seconds >= 0 ? .seconds(min(seconds, 1e9)) : nil }
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = TimeZone(secondsFromGMT: 0)
        format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss zzz"
        return format.date(from: retryAfter).map { .seconds(max(0, $0.timeIntervalSince(now))) }
    }
}
