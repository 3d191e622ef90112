internal import CCurl

/// One request to a server that the user named, with all of its response.
///
/// Unlike a page, the server may have a private address. Redirects aren't followed, so the token never goes elsewhere.
final class ServerRequest {
    /// The time in seconds until a connection is given up, and until one without any traffic is.
    static let (connectionTime, silence) = (10, 60)

    private let method: String
    private let url: PageURL
    private let fields: [String]
    private let body: [UInt8]?
    /// The maximum number of bytes of the response's content.
    private let limit: Int
    fileprivate(set) var header = ResponseHeader()
    fileprivate(set) var content: [UInt8] = []
    /// Whether the response is larger than expected.
    fileprivate private(set) var isTooLarge = false

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - url: The URL.
    ///   - fields: The lines of the header.
    ///   - body: The content to send, if any.
    ///   - limit: The maximum number of bytes of the response's content.
    init(_ method: String, _ url: PageURL, fields: [String], body: [UInt8]? = nil, limit: Int) {
        self.method = method
        self.url = url
        self.fields = fields
        self.body = body
        self.limit = limit
    }

    /// Sends the request and waits for the whole response.
    ///
    /// - Throws: The reason why there is no complete response.
    func run() throws(PageFetchError) {
        guard let handle = unsafe CCurlMakeHandle() else { throw .unavailable(reason: "no memory") }
        defer { unsafe CCurlReleaseHandle(handle) }
        var list: UnsafeMutablePointer<curl_slist>?
        // Without "Expect", the body is sent without waiting for an interim response.
        for field in fields + ["Expect:"] { unsafe list = CCurlAppend(list, field) }
        defer { unsafe CCurlReleaseList(list) }
        let options = unsafe TransferOptions(handle: handle)
        options.text(CURLOPT_URL, url.text)
        options.text(CURLOPT_USERAGENT, "tagflow")
        options.text(CURLOPT_CUSTOMREQUEST, method)
        options.check(unsafe CCurlSetList(handle, CURLOPT_HTTPHEADER, list))
        options.isolate()
        options.number(CURLOPT_CONNECTTIMEOUT_MS, Self.connectionTime * 1_000)
        options.number(CURLOPT_LOW_SPEED_LIMIT, 1)
        options.number(CURLOPT_LOW_SPEED_TIME, Self.silence)
        unsafe CCurlLeaveSlowLookups(handle)
        // The handle is used only during this call, which keeps the object and the body alive.
        let object = unsafe Unmanaged.passUnretained(self).toOpaque()
        options.check(unsafe CCurlSetReceiver(handle, CURLOPT_HEADERFUNCTION, receiveServerHeader))
        options.check(unsafe CCurlSetPointer(handle, CURLOPT_HEADERDATA, object))
        options.check(unsafe CCurlSetReceiver(handle, CURLOPT_WRITEFUNCTION, receiveServerContent))
        options.check(unsafe CCurlSetPointer(handle, CURLOPT_WRITEDATA, object))
        let code: CURLcode
        if var body {
            code = unsafe body.withUnsafeMutableBytes { buffer in
                options.number(CURLOPT_POST, 1)
                options.number(CURLOPT_POSTFIELDSIZE, buffer.count)
                options.check(unsafe CCurlSetPointer(handle, CURLOPT_POSTFIELDS, buffer.baseAddress))
                return options.failure == nil ? unsafe CCurlRun(handle) : CURLE_OK
            }
        } else {
            code = options.failure == nil ? unsafe CCurlRun(handle) : CURLE_OK
        }
        if let failure = options.failure { throw .unavailable(reason: "libcurl refuses an option: \(failure)") }
        try check(code)
    }

    private func check(_ code: CURLcode) throws(PageFetchError) {
        // A server may refuse a large body before it has arrived.
        guard code != CURLE_OK, !(header.isComplete && header.status >= 400) else { return }
        if isTooLarge { throw .unreachable(host: url.host, reason: "the response is too large") }
        throw Transfer.error(code, url)
    }

    fileprivate func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard content.count + bytes.count <= limit else {
            isTooLarge = true
            return false
        }
        unsafe content.append(contentsOf: bytes)
        return true
    }
}

/// Returns the request that a callback is for, which keeps itself alive while libcurl calls back.
private func request(_ object: UnsafeMutableRawPointer?) -> ServerRequest? {
    guard let object = unsafe object else { return nil }
    return unsafe Unmanaged<ServerRequest>.fromOpaque(object).takeUnretainedValue()
}

/// Receives one line of a header.
private func receiveServerHeader(
    bytes: UnsafeMutablePointer<CChar>?, size: Int, count: Int, object: UnsafeMutableRawPointer?
) -> Int {
    guard let request = unsafe request(object), request.header.size < FetchLimits().headerSize else { return 0 }
    unsafe request.header.read(UnsafeRawBufferPointer(start: bytes, count: size * count))
    return size * count
}

/// Receives content; any result other than its size ends the transfer.
private func receiveServerContent(
    bytes: UnsafeMutablePointer<CChar>?, size: Int, count: Int, object: UnsafeMutableRawPointer?
) -> Int {
    guard let request = unsafe request(object) else { return 0 }
    let isTaken = unsafe request.receive(UnsafeRawBufferPointer(start: bytes, count: size * count))
    return isTaken ? size * count : 0
}
