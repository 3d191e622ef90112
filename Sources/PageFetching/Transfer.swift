internal import CCurl

/// One request and the part of its response that is kept.
///
/// libcurl calls the functions in `Transfer+Callbacks.swift` with this object while `run` runs, on the same thread.
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
    var message: Message?
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

    init(_ url: PageURL, policy: ConnectionPolicy, limits: FetchLimits, deadline: ContinuousClock.Instant) {
        self.url = url
        self.policy = policy
        self.limits = limits
        self.deadline = deadline
    }

    /// Sends the request and receives the response; the URL's initializer has loaded libcurl.
    func run() throws(PageFetchError) -> Response { try response(perform()) }

    /// Sends a message and returns the status of the response.
    func send() throws(PageFetchError) -> Int {
        let code = try perform()
        if stop == .canceled { throw .canceled }
        guard header.status >= 200 else { throw error(code) }
        return header.status
    }

    /// Sends the request and receives the response, up to the end that the callbacks choose.
    private func perform() throws(PageFetchError) -> CURLcode {
        guard let handle = unsafe CCurlMakeHandle() else { throw .unavailable(reason: "no memory") }
        defer { unsafe CCurlReleaseHandle(handle) }
        let left = ContinuousClock.now.duration(to: deadline)
        guard left > .zero else { throw .timedOut(host: url.host) }
        let hosts = unsafe resolvedHosts()
        defer { unsafe CCurlReleaseList(hosts) }
        var fields = unsafe CCurlAppend(nil, message?.fields.first ?? Self.accept)
        for field in message?.fields.dropFirst() ?? [] { unsafe fields = CCurlAppend(fields, field) }
        defer { unsafe CCurlReleaseList(fields) }
        let setting = unsafe TransferOptions(handle: handle)
        unsafe setting.setAll(for: self, timeout: left, hosts: hosts, fields: fields)
        if let failed = setting.failure { throw .unavailable(reason: "libcurl refuses an option: \(failed)") }
        return unsafe CCurlPerform(handle)
    }

    /// The addresses that the policy gives for the host, in libcurl's notation, or nil.
    private func resolvedHosts() -> UnsafeMutablePointer<curl_slist>? {
        guard let addresses = policy.addresses(url.host) else { return nil }
        let line = "\(url.host):\(url.port):\(addresses.joined(separator: ","))"
        return unsafe CCurlAppend(nil, line)
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

    /// Maps the result of libcurl.
    private func response(_ code: CURLcode) throws(PageFetchError) -> Response {
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
