internal import CCurl

/// Transfers that one thread runs concurrently, with libcurl's multi interface.
///
/// The `unsafe` calls pass handles and lists that this object owns until it releases them.
@safe final class TransferSet {
    /// The parts of a running transfer that libcurl uses.
    @safe private struct Entry {
        let transfer: Transfer
        let hosts: UnsafeMutablePointer<curl_slist>?
        let fields: UnsafeMutablePointer<curl_slist>?
    }

    /// Ends the wait of a set from any thread; it must not be used after the set was released.
    // `@unchecked`: a pointer isn't Sendable. Sharing this one is safe: the only call is `curl_multi_wakeup`, which libcurl
    // documents as the one function for other threads, and `WebhookThread` clears its waker, under a lock, before it releases the set.
    @safe struct Waker: @unchecked Sendable {
        fileprivate let set: UnsafeMutableRawPointer

        func wakeUp() { unsafe CCurlWakeUp(set) }
    }

    /// The longest wait in milliseconds, after which transfers are checked for a cancellation.
    static let longestWait: Int32 = 1_000

    private let set: UnsafeMutableRawPointer
    private var entries: [UnsafeMutableRawPointer: Entry] = unsafe [:]

    /// Creates an empty set; a URL's initializer has loaded libcurl.
    init() throws(PageFetchError) {
        guard let set = unsafe CCurlMakeSet() else { throw .unavailable(reason: "no memory") }
        unsafe self.set = set
    }

    deinit {
        for unsafe(handle, entry) in unsafe entries { unsafe Self.release(handle, entry, set) }
        unsafe CCurlReleaseSet(set)
    }

    /// Whether no transfer is running.
    var isEmpty: Bool { unsafe entries.isEmpty }
    /// Ends ``advance()`` from another thread.
    var waker: Waker { unsafe Waker(set: set) }

    /// Runs one transfer to its end, which its callbacks may choose.
    static func run(_ transfer: Transfer) throws(PageFetchError) -> CURLcode {
        let set = try TransferSet()
        try set.start(transfer)
        while true { if let (_, code) = set.advance().first { return code } }
    }

    /// Adds a transfer, which ``advance()`` sends.
    func start(_ transfer: Transfer) throws(PageFetchError) {
        let left = ContinuousClock.now.duration(to: transfer.deadline)
        guard left > .zero else { throw .timedOut(host: transfer.url.host) }
        guard let handle = unsafe CCurlMakeHandle() else { throw .unavailable(reason: "no memory") }
        let hosts = unsafe transfer.resolvedHost.flatMap { unsafe CCurlAppend(nil, $0) }
        var fields: UnsafeMutablePointer<curl_slist>?
        for field in transfer.fields { unsafe fields = CCurlAppend(fields, field) }
        let entry = unsafe Entry(transfer: transfer, hosts: hosts, fields: fields)
        let setting = unsafe TransferOptions(handle: handle)
        unsafe setting.setAll(for: transfer, timeout: left, hosts: hosts, fields: fields)
        guard setting.failure == nil, unsafe CCurlAdd(set, handle) == CURLM_OK else {
            unsafe Self.release(handle, entry, set)
            throw .unavailable(reason: "libcurl refuses an option: \(setting.failure ?? "no memory")")
        }
        unsafe entries[handle] = entry
    }

    /// Sends and receives, and waits if no transfer has ended.
    ///
    /// - Parameter wait: The longest wait in milliseconds.
    /// - Returns: The transfers that have ended, with their results.
    /// - Complexity: O(transfers)
    func advance(waitingAtMost wait: Int32 = longestWait) -> [(Transfer, CURLcode)] {
        guard unsafe CCurlPerform(set) == CURLM_OK else { return endAll() }
        var ended: [(Transfer, CURLcode)] = []
        var code = CURLE_OK
        while let handle = unsafe CCurlNextFinished(set, &code) {
            guard let entry = unsafe entries.removeValue(forKey: handle) else { continue }
            unsafe Self.release(handle, entry, set)
            ended.append((entry.transfer, code))
        }
        if ended.isEmpty, !isEmpty, unsafe CCurlWait(set, wait) != CURLM_OK { return endAll() }
        return ended
    }

    /// Ends all transfers if libcurl can't continue, as without memory.
    private func endAll() -> [(Transfer, CURLcode)] {
        let ended = unsafe entries.values.map { ($0.transfer, CURLE_OUT_OF_MEMORY) }
        for unsafe(handle, entry) in unsafe entries { unsafe Self.release(handle, entry, set) }
        unsafe entries = [:]
        return ended
    }

    private static func release(_ handle: UnsafeMutableRawPointer, _ entry: Entry, _ set: UnsafeMutableRawPointer) {
        unsafe CCurlRemove(set, handle)
        unsafe CCurlReleaseHandle(handle)
        unsafe CCurlReleaseList(entry.hosts)
        unsafe CCurlReleaseList(entry.fields)
    }
}
