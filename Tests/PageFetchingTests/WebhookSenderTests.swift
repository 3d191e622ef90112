import Foundation
import TestSupport
import Testing

@testable import PageFetching

/// Tests of messages that are sent concurrently.
@Suite struct WebhookSenderTests {
    private static let fields = ["Content-Type: application/json"]

    /// A server on 127.0.0.1 that accepts connections and never responds.
    private final class SilentServer {
        let url: String
        private let descriptor: Int32

        init() throws {
            descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            var size = socklen_t(MemoryLayout<sockaddr_in>.size)
            let descriptor = descriptor
            let isListening = unsafe withUnsafeMutablePointer(to: &address) { pointer in
                unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    // The system accepts connections up to this backlog.
                    unsafe bind(descriptor, $0, size) == 0 && listen(descriptor, 256) == 0
                        && getsockname(descriptor, $0, &size) == 0
                }
            }
            try #require(isListening)
            url = "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))/"
        }

        deinit { close(descriptor) }
    }

    /// Starts to send messages that get no response.
    private static func startPosts(
        _ count: Int, _ sender: WebhookSender, to url: String
    ) -> [Task<PageFetchError?, Never>] {
        (0..<count)
            .map { _ in
                Task {
                    do throws(PageFetchError) {
                        _ = try await sender.post("{}", to: url, fields: fields, timeout: .seconds(3_600))
                        return nil
                    } catch { return error }
                }
            }
    }

    @Test func `an address that is always refused is known before a message is sent`() {
        let sender = WebhookSender()
        for url in [
            "http://127.0.0.1/", "http://10.1/", "http://0x7f.1/", "http://[::1]:8080/", "https://LOCALHOST/",
            "http://localhost./", "http://127.0.0.1./", "http://0x7f.1./", "http://10.1.:8080/", "http://a.localhost/",
            "http://169.254.169.254/", "http://[::ffff:10.0.0.1]/",
        ] {
            guard case .refusedAddress = sender.refusal(of: url) else {
                Issue.record("\(url) isn't refused")
                continue
            }
        }
        #expect(sender.refusal(of: "https://example.org:22/") == .refusedPort(22))
        for url in ["https://example.org/", "http://93.184.216.34/", "nonsense"] {
            #expect(sender.refusal(of: url) == nil, "\(url)")
        }
        #expect(WebhookSender(allowsPrivate: true).refusal(of: "http://127.0.0.1:22/") == nil)
    }

    @Test func `a receiver that doesn't respond delays no other, and a cancellation ends its message`() async throws {
        let silent = try SilentServer()
        let server = try PageServer.shared()
        let sender = WebhookSender(policy: .local)
        let tasks = Self.startPosts(50, sender, to: silent.url)
        for _ in 0..<3 { #expect(try await sender.post("{}", to: server.url("/page"), fields: Self.fields) == 501) }
        for task in tasks { task.cancel() }
        for task in tasks { #expect(await task.value == .canceled) }
        // The thread has ended or is about to; a new message gets through in both cases.
        #expect(try await sender.post("{}", to: server.url("/page"), fields: Self.fields) == 501)
    }

    @Test func `a hundred messages share one thread`() async {
        await #expect(processExitsWith: .success) {
            func threads() throws -> Int {
                try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count
            }
            let silent = try SilentServer()
            let server = try PageServer()
            let sender = WebhookSender(policy: .local)
            let before = try threads()
            let tasks = Self.startPosts(100, sender, to: silent.url)
            // The response shows that the messages before it were started.
            for _ in 0..<3 { _ = try await sender.post("{}", to: server.url("/page"), fields: Self.fields) }
            // Swift's own threads, one per processor, may have started, too.
            try #require(try threads() - before < 1 + ProcessInfo.processInfo.activeProcessorCount + 4)
            for task in tasks { task.cancel() }
        }
    }

    @Test func `each message has its own timeout`() async throws {
        let silent = try SilentServer()
        let sender = WebhookSender(policy: .local)
        let tasks = Self.startPosts(1, sender, to: silent.url)
        await #expect(throws: PageFetchError.timedOut(host: "127.0.0.1")) {
            try await sender.post("{}", to: silent.url, fields: Self.fields, timeout: .milliseconds(200))
        }
        await #expect(throws: PageFetchError.timedOut(host: "127.0.0.1")) {
            try await sender.post("{}", to: silent.url, fields: Self.fields, timeout: .zero)
        }
        tasks[0].cancel()
        #expect(await tasks[0].value == .canceled)
    }

    @Test func `an address that the policy refuses gets no connection`() async throws {
        let silent = try SilentServer()
        let sender = WebhookSender(policy: .publicAddresses)
        await #expect(throws: PageFetchError.refusedAddress(host: "127.0.0.1", .loopback)) {
            try await sender.post("{}", to: silent.url, fields: Self.fields)
        }
        // A name that resolves to it is refused, too, next to one that is allowed.
        var policy = ConnectionPolicy.local
        policy.addresses = { $0 == "bad.example" ? ["10.0.0.1"] : nil }
        let mixed = WebhookSender(policy: policy)
        let location = "http://bad.example:8080/"
        await #expect(throws: PageFetchError.refusedAddress(host: "bad.example", .privateUse)) {
            try await mixed.post("{}", to: location, fields: Self.fields)
        }
        #expect(try await mixed.post("{}", to: PageServer.shared().url("/"), fields: Self.fields) == 501)
    }

    @Test func `a refused connection is reported while others wait`() async throws {
        let silent = try SilentServer()
        let sender = WebhookSender(policy: .local)
        let tasks = Self.startPosts(5, sender, to: silent.url)
        let error = await #expect(throws: PageFetchError.self) {
            try await sender.post("{}", to: "http://127.0.0.1:20998/", fields: Self.fields)
        }
        guard case .unreachable("127.0.0.1", _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        for task in tasks { task.cancel() }
        for task in tasks { #expect(await task.value == .canceled) }
    }
}
