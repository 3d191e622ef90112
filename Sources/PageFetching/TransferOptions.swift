internal import CCurl

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
        if let message = transfer.message {
            number(CURLOPT_POST, 1)
            number(CURLOPT_POSTFIELDSIZE, message.body.utf8.count)
            text(CURLOPT_COPYPOSTFIELDS, message.body)
        }
        let milliseconds = max(1, Int(timeout / .milliseconds(1)))
        number(CURLOPT_TIMEOUT_MS, milliseconds)
        number(CURLOPT_CONNECTTIMEOUT_MS, milliseconds)
        unsafe CCurlLeaveSlowLookups(handle)
        receive(for: transfer)
    }

    /// Keeps everything out that the request shouldn't depend on: proxies, redirects, credentials and other protocols.
    private func isolate() {
        check(unsafe CCurlSetWebProtocols(handle))
        // An empty proxy also turns those of the environment off.
        text(CURLOPT_PROXY, "")
        text(CURLOPT_NOPROXY, "*")
        number(CURLOPT_NETRC, Int(CURL_NETRC_IGNORED.rawValue))
        // Each redirect is checked first, so libcurl doesn't follow any.
        number(CURLOPT_FOLLOWLOCATION, 0)
        number(CURLOPT_SSL_VERIFYPEER, 1)
        number(CURLOPT_SSL_VERIFYHOST, 2)
        number(CURLOPT_FRESH_CONNECT, 1)
        number(CURLOPT_FORBID_REUSE, 1)
        // Transfers of one set share neither addresses nor TLS sessions.
        number(CURLOPT_DNS_CACHE_TIMEOUT, 0)
        number(CURLOPT_SSL_SESSIONID_CACHE, 0)
        // Signals don't work with threads.
        number(CURLOPT_NOSIGNAL, 1)
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

    private func text(_ option: CURLoption, _ value: String) { check(unsafe CCurlSetText(handle, option, value)) }

    private func number(_ option: CURLoption, _ value: Int) { check(unsafe CCurlSetLong(handle, option, value)) }

    private func check(_ code: CURLcode) {
        guard code != CURLE_OK, failure == nil else { return }
        failure = unsafe String(cString: CCurlErrorText(code))
    }
}
