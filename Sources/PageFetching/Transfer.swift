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

    /// Any type, preferably that of a page.
    private static let acceptAll = "Accept: text/html, application/xhtml+xml, */*;q=0.8"

    /// The types that pages have.
    private static let accept = "Accept: text/html, application/xhtml+xml, text/plain;q=0.5"

    let url: PageURL
    let policy: ConnectionPolicy
    let limits: FetchLimits
    let deadline: ContinuousClock.Instant
    /// The message to send; nil to read a page or its header.
    let message: Message?
    /// The request to a program's interface, whose whole response is kept; nil for other transfers.
    let call: APIRequest?
    /// The method of a request for a header only; nil to read a page or to send a message.
    let headerMethod: HeaderMethod?
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
        deadline: ContinuousClock.Instant, message: Message? = nil, call: APIRequest? = nil,
        headerMethod: HeaderMethod? = nil, isCanceled: @escaping () -> Bool
    ) {
        self.url = url
        self.policy = policy
        self.limits = limits
        self.deadline = deadline
        self.message = message
        self.call = call
        self.headerMethod = headerMethod
        self.isCanceled = isCanceled
    }

    /// The lines of the request's header.
    var fields: [String] { message?.fields ?? call?.allFields ?? [headerMethod == nil ? Self.accept : Self.acceptAll] }

    /// Whether nothing but the header of the response is used.
    var needsOnlyHeader: Bool { message != nil || headerMethod != nil }

    /// The addresses that the policy gives for the host, in libcurl's notation, or nil.
    var resolvedHost: String? {
        policy.addresses(url.host).map { "\(url.host):\(url.port):\($0.joined(separator: ","))" }
    }

    /// Maps the result of a message, or of a request for a header, to the status of its response.
    func status(_ code: CURLcode) throws(PageFetchError) -> Int {
        if stop == .canceled { throw .canceled }
        guard header.status >= 200 else { throw error(code) }
        return header.status
    }
}

extension Transfer {
    /// A method of requesting a header.
    enum HeaderMethod: Sendable {
        /// HEAD, which some servers refuse or get wrong.
        case head
        /// GET, which ends after the header.
        case get
    }

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

    /// Maps the result of a request to a program's interface.
    func apiResponse(_ code: CURLcode) throws(PageFetchError) -> APIResponse {
        if stop == .canceled { throw .canceled }
        if stop == .full { throw .unreachable(host: url.host, reason: "the response is too large") }
        // A server may refuse a large body before it has arrived.
        let isRefusal = header.isComplete && header.status >= 400
        guard code == CURLE_OK && header.status >= 200 || isRefusal else { throw error(code) }
        return APIResponse(status: header.status, body: content, header: header)
    }

    private func error(_ code: CURLcode) -> PageFetchError {
        if let refusal, !wasConnecting, case .unreachable = Self.error(code, url) {
            return .refusedAddress(host: url.host, refusal)
        }
        return Self.error(code, url)
    }

    /// Returns the error for a result of libcurl.
    static func error(_ code: CURLcode, _ url: PageURL) -> PageFetchError {
        let reason = unsafe String(cString: CCurlErrorText(code))
        switch code {
        case CURLE_OPERATION_TIMEDOUT, CURLE_ABORTED_BY_CALLBACK: return .timedOut(host: url.host)
        case CURLE_COULDNT_RESOLVE_HOST: return .unknownHost(url.host)
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR,
            CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CRL_BADFILE:
            return .untrustedCertificate(host: url.host, reason: reason)
        case CURLE_URL_MALFORMAT: return .invalidLocation(url.text)
        default: return .unreachable(host: url.host, reason: reason)
        }
    }
}

/// The transfer that a callback is for.
///
/// The transfer's set keeps it alive while libcurl calls back.
private func transfer(_ object: UnsafeMutableRawPointer?) -> Transfer? {
    guard let object = unsafe object else { return nil }
    return unsafe Unmanaged<Transfer>.fromOpaque(object).takeUnretainedValue()
}

/// Opens a socket unless the policy refuses its address.
///
/// The socket is connected to this address, with no further lookup.
func openSocket(
    object: UnsafeMutableRawPointer?, purpose: curlsocktype, address: UnsafeMutablePointer<curl_sockaddr>?
) -> curl_socket_t {
    guard let transfer = unsafe transfer(object), let address = unsafe address else { return CURL_SOCKET_BAD }
    let bytes = unsafe UnsafeRawBufferPointer(start: CCurlAddressBytes(address), count: Int(address.pointee.addrlen))
    let refusal =
        if let found = unsafe IPAddress(socketAddress: bytes) { transfer.policy.refusal(found) } else {
            AddressKind?.some(.reserved)
        }
    if let refusal {
        transfer.refusal = transfer.refusal ?? refusal
        return CURL_SOCKET_BAD
    }
    transfer.wasConnecting = true
    return unsafe CCurlMakeSocket(address)
}

/// Receives one line of a header.
func receiveHeader(bytes: UnsafeMutablePointer<CChar>?, size: Int, count: Int, object: UnsafeMutableRawPointer?) -> Int
{
    guard let transfer = unsafe transfer(object) else { return 0 }
    let buffer = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
    unsafe transfer.header.read(buffer)
    guard transfer.header.size <= transfer.limits.headerSize else {
        transfer.stop = .headerTooLarge
        return 0
    }
    if transfer.needsOnlyHeader, transfer.header.isComplete, transfer.header.status >= 200 {
        transfer.stop = .header
        return 0
    }
    return size * count
}

/// Receives decompressed content; any result other than its size ends the transfer.
func receiveContent(bytes: UnsafeMutablePointer<CChar>?, size: Int, count: Int, object: UnsafeMutableRawPointer?) -> Int
{
    guard let transfer = unsafe transfer(object) else { return 0 }
    guard transfer.call != nil || transfer.header.isContentUseful else {
        transfer.stop = .header
        return 0
    }
    let buffer = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
    let space = transfer.limits.size - transfer.content.count
    unsafe transfer.content.append(contentsOf: buffer.prefix(space))
    guard buffer.count <= space else {
        transfer.stop = .full
        return 0
    }
    return size * count
}

/// Ends the transfer of a canceled task, after the deadline, and if the content as sent is too large, which decompressed may be nothing.
func checkProgress(
    object: UnsafeMutableRawPointer?, expected: curl_off_t, received: curl_off_t, expectedToSend: curl_off_t,
    sent: curl_off_t
) -> Int32 {
    guard let transfer = unsafe transfer(object) else { return 1 }
    // libcurl calls this about once a second if nothing arrives.
    if transfer.isCanceled() {
        transfer.stop = .canceled
        return 1
    }
    if ContinuousClock.now >= transfer.deadline {
        transfer.stop = .deadline
        return 1
    }
    if received > transfer.limits.size {
        transfer.stop = .full
        return 1
    }
    return 0
}

/// Sets the options of a libcurl handle and keeps the first failure, which ends the request before it's sent.
@safe final class TransferOptions {
    private let handle: UnsafeMutableRawPointer
    /// The reason why the first option failed.
    private(set) var failure: String?

    init(handle: UnsafeMutableRawPointer) { unsafe self.handle = handle }

    /// Sets every option of a transfer, which must outlive the handle's use.
    func setAll(
        for transfer: Transfer, timeout: Duration, hosts: UnsafeMutablePointer<curl_slist>?,
        fields: UnsafeMutablePointer<curl_slist>?
    ) {
        text(CURLOPT_URL, transfer.url.text)
        text(CURLOPT_USERAGENT, Transfer.userAgent)
        // Each is decompressed piece by piece with little memory, which isn't so for Brotli and Zstandard.
        text(CURLOPT_ACCEPT_ENCODING, "gzip, deflate")
        check(unsafe CCurlSetList(handle, CURLOPT_HTTPHEADER, fields))
        check(unsafe CCurlSetList(handle, CURLOPT_RESOLVE, hosts))
        isolate()
        if transfer.call == nil { separate() }
        if let call = transfer.call {
            text(CURLOPT_CUSTOMREQUEST, call.method.rawValue)
            if var body = call.body {
                number(CURLOPT_POSTFIELDSIZE, body.count)
                // libcurl copies the bytes.
                unsafe body.withUnsafeMutableBytes {
                    check(unsafe CCurlSetPointer(handle, CURLOPT_COPYPOSTFIELDS, $0.baseAddress))
                }
            }
            number(CURLOPT_LOW_SPEED_LIMIT, 1)
            number(CURLOPT_LOW_SPEED_TIME, APIRequest.silence)
        }
        if let message = transfer.message {
            number(CURLOPT_POST, 1)
            number(CURLOPT_POSTFIELDSIZE, message.body.utf8.count)
            text(CURLOPT_COPYPOSTFIELDS, message.body)
        }
        if transfer.headerMethod == .head { number(CURLOPT_NOBODY, 1) }
        let milliseconds = max(1, Int(timeout / .milliseconds(1)))
        number(CURLOPT_TIMEOUT_MS, milliseconds)
        let connecting = transfer.call == nil ? milliseconds : min(milliseconds, APIRequest.connectionTime * 1_000)
        number(CURLOPT_CONNECTTIMEOUT_MS, connecting)
        unsafe CCurlLeaveSlowLookups(handle)
        receive(for: transfer)
    }

    /// Keeps everything out that the request shouldn't depend on: proxies, redirects, credentials and other protocols.
    func isolate() {
        check(unsafe CCurlSetWebProtocols(handle))
        // An empty proxy also turns those of the environment off.
        text(CURLOPT_PROXY, "")
        text(CURLOPT_NOPROXY, "*")
        number(CURLOPT_NETRC, Int(CURL_NETRC_IGNORED.rawValue))
        // Each redirect is checked first, so libcurl doesn't follow any.
        number(CURLOPT_FOLLOWLOCATION, 0)
        number(CURLOPT_SSL_VERIFYPEER, 1)
        number(CURLOPT_SSL_VERIFYHOST, 2)
        // Signals don't work with threads.
        number(CURLOPT_NOSIGNAL, 1)
    }

    /// Gives the transfer a connection of its own, because another host could be behind the next one.
    private func separate() {
        number(CURLOPT_FRESH_CONNECT, 1)
        number(CURLOPT_FORBID_REUSE, 1)
        // Transfers of one set share neither addresses nor TLS sessions.
        number(CURLOPT_DNS_CACHE_TIMEOUT, 0)
        number(CURLOPT_SSL_SESSIONID_CACHE, 0)
    }

    /// Installs the functions that receive the response and open connections.
    private func receive(for transfer: Transfer) {
        let object = unsafe Unmanaged.passUnretained(transfer).toOpaque()
        check(unsafe CCurlSetReceiver(handle, CURLOPT_HEADERFUNCTION, receiveHeader))
        check(unsafe CCurlSetPointer(handle, CURLOPT_HEADERDATA, object))
        check(unsafe CCurlSetReceiver(handle, CURLOPT_WRITEFUNCTION, receiveContent))
        check(unsafe CCurlSetPointer(handle, CURLOPT_WRITEDATA, object))
        check(unsafe CCurlSetOpenSocket(handle, openSocket))
        check(unsafe CCurlSetPointer(handle, CURLOPT_OPENSOCKETDATA, object))
        check(unsafe CCurlSetProgress(handle, checkProgress))
        check(unsafe CCurlSetPointer(handle, CURLOPT_XFERINFODATA, object))
        number(CURLOPT_NOPROGRESS, 0)
    }

    func text(_ option: CURLoption, _ value: String) { check(unsafe CCurlSetText(handle, option, value)) }

    func number(_ option: CURLoption, _ value: Int) { check(unsafe CCurlSetLong(handle, option, value)) }

    func check(_ code: CURLcode) {
        guard code != CURLE_OK, failure == nil else { return }
        failure = unsafe String(cString: CCurlErrorText(code))
    }
}
