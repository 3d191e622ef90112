import Foundation
import Synchronization
import TestSupport
import Testing

@testable import PageFetching

/// Requests for the headers of links; Tests/Scripts/link_checks runs the whole program against real addresses.
@Suite struct LinkCheckerTests {
    /// The limits without pauses, and with time for a busy machine.
    private static var quick: LinkLimits {
        var limits = LinkLimits()
        limits.time = .seconds(60)
        limits.pause = .milliseconds(1)
        limits.usualRetryDelay = .milliseconds(1)
        return limits
    }

    /// Returns the results of locations in their order.
    private static func results(
        _ locations: [String], policy: ConnectionPolicy = .local, limits: LinkLimits = quick
    ) throws -> [LinkResult?] {
        var results = [LinkResult?](repeating: nil, count: locations.count)
        try LinkChecker(policy: policy, limits: limits)
            .check(
                locations, isStopped: { false },
                report: { index, result in
                    #expect(results[index] == nil)
                    results[index] = result
                })
        return results
    }

    private static func result(_ path: String, _ server: PageServer, limits: LinkLimits = quick) throws -> LinkResult? {
        try results([server.url(path)], limits: limits)[0]
    }

    @Test(arguments: [
        ("/page", 200), ("/status?code=404", 404), ("/status?code=410", 410), ("/status?code=500", 500),
        ("/nothing", 404), ("/endless", 200), ("/picture", 200), ("/bomb", 200), ("/cut", 200), ("/bad-zip", 200),
        ("/head-status?head=404&get=200", 200), ("/head-status?head=403&get=200", 200),
        ("/head-status?head=405&get=410", 410), ("/head-status?head=204&get=404", 204), ("/head-closed", 200),
        ("/redirect?to=/page", 200), ("/redirect?code=303&to=/page", 200), ("/redirect?code=307&to=/nothing", 404),
        ("/endless-redirect", 200), ("/loop", 302), ("/redirect?to=ftp://a.example/", 302), ("/chain?left=11", 301),
        ("/redirect?code=301&to=/nothing", 404), ("/redirect?code=301&to=/redirect", 301), ("/busy?code=503", 503),
    ]) func `a response has the page's status`(path: String, status: Int) throws {
        // "/redirect" without a target is an error of the server, which closes the connection.
        guard path != "/redirect?code=301&to=/redirect" else {
            guard case .noResponse(.unreachable) = try Self.result(path, .shared()) else {
                Issue.record("a response")
                return
            }
            return
        }
        #expect(try Self.result(path, .shared()) == .response(status: status, movedTo: nil))
    }

    @Test(arguments: [
        ("/redirect?code=301&to=/page", 301, "/page"), ("/redirect?code=308&to=/page%23part", 308, "/page#part"),
        ("/redirect?code=301&to=/page#here", 301, "/page#here"), ("/chain?left=10", 301, "/page"),
        ("/redirect?code=301&to=/redirect%3Fto=/page", 301, "/redirect?to=/page"),
        ("/redirect?code=308&to=/status%3Fcode=403", 308, "/status?code=403"),
    ]) func `a permanent redirect is a new location`(path: String, status: Int, target: String) throws {
        let server = try PageServer.shared()
        #expect(try Self.result(path, server) == .response(status: status, movedTo: server.url(target)))
    }

    @Test(arguments: ["/garbage", "/closed"]) func `garbage and a closed connection are no response`(
        path: String
    ) throws {
        guard case .noResponse(.unreachable("127.0.0.1", _)) = try Self.result(path, .shared()) else {
            Issue.record("a response")
            return
        }
    }

    @Test(arguments: ["/silent", "/many-interim"]) func `a host that never responds is given up`(path: String) throws {
        var limits = Self.quick
        limits.time = .milliseconds(300)
        guard case .noResponse = try Self.result(path, .shared(), limits: limits) else {
            Issue.record("a response")
            return
        }
    }

    @Test func `HEAD comes first, and GET only if it fails`() throws {
        let server = try PageServer()
        let paths = ["/head-status?head=200&get=200", "/head-status?head=404&get=404", "/head-closed"]
        _ = try Self.results(paths.map { server.url($0) })
        let sent = try server.fetch("/requests").text.split(separator: " ").map(String.init)
        #expect(Set(sent) == Set(["HEAD"] + paths) && sent.count == 8, "\(sent)")
    }

    @Test func `a host that asks for time gets it once`() throws {
        let server = try PageServer()
        for path in ["/busy?times=1&after=0", "/busy?times=1&code=503&after=0", "/busy?times=1&after=0&date"] {
            #expect(try Self.result(path, server) == .response(status: 200, movedTo: nil))
        }
        let postponed = LinkResult.postponed(host: "127.0.0.1")
        #expect(try Self.result("/busy?times=3&after=0", server) == postponed)
        // Without a time, it's asked again once after the usual time.
        #expect(try Self.result("/busy", server) == postponed)
        let before = try server.fetch("/requests").text.count
        let locations = ["/busy?after=3600", "/page", "/page?2"].map { server.url($0) }
        let results = try Self.results(locations)
        #expect(results.allSatisfy { $0 == postponed } || results.contains(.response(status: 200, movedTo: nil)))
        #expect(results[0] == postponed)
        #expect(try server.fetch("/requests").text.count > before)
    }

    @Test func `Retry-After is a number of seconds or a date`() {
        func delay(_ value: String) -> Duration? {
            var header = ResponseHeader()
            for line in ["HTTP/1.1 429 Too Many Requests\r\n", "Retry-After: \(value)\r\n"] { header.read(line.utf8) }
            return header.retryDelay(now: Date(timeIntervalSince1970: 1_445_412_470))
        }
        #expect(delay("120") == .seconds(120) && delay("0") == .zero)
        #expect(delay("Wed, 21 Oct 2015 07:28:00 GMT") == .seconds(10))
        #expect(delay("Wed, 21 Oct 2015 07:00:00 GMT") == .zero)
        #expect(delay("soon") == nil && delay("-1") == nil && delay("") == nil)
        #expect(delay("1e300") == .seconds(1e9))
    }

    @Test func `private addresses are never requested`() throws {
        let server = try PageServer()
        // Only port 1 of this machine is allowed, so that a redirect leads from an allowed address to others.
        let policy = ConnectionPolicy(
            refusal: { $0 == IPAddress("127.0.0.1") ? nil : ConnectionPolicy.publicAddresses.refusal($0) },
            addresses: { ["inside.example": ["127.0.0.2"], "both.example": ["10.0.0.1", "127.0.0.3"]][$0] })
        let hosts = ["127.0.0.2", "inside.example", "both.example", "0x7f.0.0.2", "[::ffff:127.0.0.2]"]
        let direct = hosts.map { server.url("/page", host: $0) }
        let redirected = (direct + ["http://127.0.0.1:22/", "http://user:secret@127.0.0.1/"])
            .map { target in
                server.url(
                    "/redirect?code=301&to=\(target.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")"
                )
            }
        let results = try Self.results(
            direct + redirected + ["http://127.0.0.1:22/", "http://u:p@127.0.0.1/", "file:///etc/passwd"],
            policy: policy)
        for (index, result) in results.enumerated() {
            guard case .refused = result else {
                Issue.record("\(index): \(String(describing: result))")
                continue
            }
        }
        let sent = try server.fetch("/requests").text
        #expect(!sent.split(separator: " ").contains("/page"), "\(sent)")
    }

    @Test func `an invalid certificate leaves the page unchecked`() throws {
        let server = try PageServer(tls: true)
        let result = try Self.results([server.url("/page").replacing("http:", with: "https:")])[0]
        guard case .untrusted(.untrustedCertificate("127.0.0.1", _)) = result else {
            Issue.record("\(String(describing: result))")
            return
        }
    }

    @Test func `a run without any response of several hosts blames the network`() throws {
        let policy = ConnectionPolicy(refusal: { _ in nil }, addresses: { _ in ["127.0.0.1"] })
        let dead = (1...5).map { "http://host\($0).example:\(9_000 + $0)/" }
        var reported = 0
        let checker = LinkChecker(policy: policy, limits: Self.quick)
        #expect(try !checker.check(dead, isStopped: { false }, report: { _, _ in reported += 1 }))
        #expect(reported == 0)
        #expect(try checker.check(Array(dead.dropLast()), isStopped: { false }, report: { _, _ in reported += 1 }))
        #expect(reported == 4)
        let page = try PageServer.shared().url("/page")
        #expect(try checker.check(dead + [page], isStopped: { false }, report: { _, _ in reported += 1 }))
        #expect(reported == 10)
    }

    @Test func `equal locations are requested once, and each is reported`() throws {
        let server = try PageServer()
        let location = server.url("/head-status?head=200&get=200")
        #expect(
            try Self.results([location, location, location]).allSatisfy { $0 == .response(status: 200, movedTo: nil) })
        #expect(try server.fetch("/requests").text == "HEAD /head-status?head=200&get=200")
    }

    @Test func `a stopped run ends, and an error of the report ends it`() throws {
        let server = try PageServer.shared()
        var count = 0
        try LinkChecker(policy: .local, limits: Self.quick)
            .check(
                [server.url("/silent"), server.url("/page")], isStopped: { count > 0 }, report: { _, _ in count += 1 })
        let isStopped = Mutex(false)
        Thread.detachNewThread {
            Thread.sleep(forTimeInterval: 0.2)
            isStopped.withLock { $0 = true }
        }
        try LinkChecker(policy: .local, limits: Self.quick)
            .check([server.url("/silent")], isStopped: { isStopped.withLock { $0 } }, report: { _, _ in count += 1 })
        #expect(count <= 1)
        #expect(throws: CancellationError.self) {
            try LinkChecker(policy: .local, limits: Self.quick)
                .check([server.url("/page")], isStopped: { false }, report: { _, _ in throw CancellationError() })
        }
    }
}
