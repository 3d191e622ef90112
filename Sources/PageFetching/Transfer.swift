internal import CCurl

/// One request and the part of its response that is kept.
///
/// A `TransferSet` sends it. libcurl calls the functions in `Transfer+Callbacks.swift` with this object, on the thread
/// of the set.
final class Transfer {
    /// The reasons for ending a transfer early.
    enum Stop: Hashable {
        /// The response's header has everything that is needed.
        case header
        /// The content reached its limit.
        case full
        /// The header exceeds its limit.
        case headerTooLarge
        /// The deadline passed.
        case deadline
        /// The task was canceled.
        case canceled
    }

    /// The User-Agent of every request, without a version.
    static let userAgent = "Mozilla/5.0 (compatible; tagflow)"

    /// The types that pages have.
    private static let accept = "Accept: text/html, application/xhtml+xml, text/plain;q=0.5"

    let url: PageURL
    let policy: ConnectionPolicy
    let limits: FetchLimits
    let deadline: ContinuousClock.Instant
    /// The message to send; nil to read a page.
    let message: Message?
    /// Whether the response isn't wanted anymore; checked about once a second and when the set is woken up.
    let isCanceled: () -> Bool
    /// The header as received up to now.
    var header = ResponseHeader()
    /// The content as received up to now, decompressed.
    var content: [UInt8] = []
    /// Why the transfer ended early.
    var stop: Stop?
    /// The reason for the first refused address.
    var refusal: AddressKind?
    /// Whether a connection to an allowed address was tried.
    var wasConnecting = false

    init(
        _ url: PageURL, policy: ConnectionPolicy, limits: FetchLimits = FetchLimits(),
        deadline: ContinuousClock.Instant, message: Message? = nil, isCanceled: @escaping () -> Bool
    ) {
        self.url = url
        self.policy = policy
        self.limits = limits
        self.deadline = deadline
        self.message = message
        self.isCanceled = isCanceled
    }

    /// The lines of the request's header.
    var fields: [String] { message?.fields ?? [Self.accept] }

    /// The addresses that the policy gives for the host, in libcurl's notation, or nil.
    var resolvedHost: String? {
        policy.addresses(url.host).map { "\(url.host):\(url.port):\($0.joined(separator: ","))" }
    }

    /// Maps the result of a message to the status of its response.
    func status(_ code: CURLcode) throws(PageFetchError) -> Int {
        if stop == .canceled { throw .canceled }
        guard header.status >= 200 else { throw error(code) }
        return header.status
    }
}

extension Transfer {
    /// A message to send.
    struct Message: Sendable {
        /// The content, without NUL.
        var body: String
        /// The header fields as lines, at least one.
        var fields: [String]
    }

    /// The next step after a response.
    enum Response {
        /// Another request.
        case redirect(String)
        /// Content up to the maximum size, and the error if the connection ended before that.
        case content(Content)
    }

    /// The received content.
    struct Content: Sendable {
        /// The content, decompressed.
        var bytes: [UInt8]
        /// The header before it.
        var header: ResponseHeader
        /// Whether it's everything that the server has.
        var isComplete: Bool
        /// The reason why the rest is missing, unless it exceeds the maximum size.
        var error: PageFetchError?
    }

    /// Maps the result of reading a page.
    func response(_ code: CURLcode) throws(PageFetchError) -> Response {
        if let location = header.location, header.isRedirect { return .redirect(location) }
        if stop == .canceled { throw .canceled }
        if stop == .full, content.isEmpty { throw .emptyPage(host: url.host) }
        if stop == .headerTooLarge { throw .headerTooLarge(limit: limits.headerSize) }
        if code != CURLE_OK, content.isEmpty, stop != .header { throw error(code) }
        guard (200..<300).contains(header.status) else { throw .unsuccessfulStatus(header.status, host: url.host) }
        guard header.isHTML || header.isPlainText else { throw .unsupportedContent(type: header.contentType ?? "") }
        guard !content.isEmpty else { throw .emptyPage(host: url.host) }
        let isCut = code != CURLE_OK && stop != .full
        return .content(
            Content(bytes: content, header: header, isComplete: code == CURLE_OK, error: isCut ? error(code) : nil))
    }

    private func error(_ code: CURLcode) -> PageFetchError {
        let reason = unsafe String(cString: CCurlErrorText(code))
        switch code {
        case CURLE_OPERATION_TIMEDOUT, CURLE_ABORTED_BY_CALLBACK: return .timedOut(host: url.host)
        case CURLE_COULDNT_RESOLVE_HOST: return .unknownHost(url.host)
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR,
            CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CRL_BADFILE:
            return .untrustedCertificate(host: url.host, reason: reason)
        case CURLE_URL_MALFORMAT: return .invalidLocation(url.text)
        default:
            if let refusal, !wasConnecting { return .refusedAddress(host: url.host, refusal) }
            return .unreachable(host: url.host, reason: reason)
        }
    }
}
