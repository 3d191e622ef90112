import Foundation
import TestSupport
import Testing

@testable import PageFetching

/// Tests of servers that are slow, or send content that is endless or slow to read.
@Suite struct LimitTests {
    @Test(arguments: ["/silent", "/slow", "/slow-header"]) func `a slow server is given up at the deadline`(
        path: String
    ) throws {
        // These responses never end, so a result shows that the server was given up.
        let server = try PageServer.shared()
        #expect(throws: PageFetchError.timedOut(host: "127.0.0.1")) {
            try server.fetch(path, limits: .within(.milliseconds(400)))
        }
    }

    @Test func `the caller's deadline ends a request earlier`() throws {
        let server = try PageServer.shared()
        let fetcher = PageFetcher(policy: .local, limits: .within(.seconds(3_600)))
        #expect(throws: PageFetchError.timedOut(host: "127.0.0.1")) {
            try fetcher.fetch(server.url("/silent"), until: .now.advanced(by: .milliseconds(200)))
        }
        #expect(throws: PageFetchError.timedOut(host: "127.0.0.1")) {
            try fetcher.fetch(server.url("/page"), until: .now)
        }
    }

    @Test func `a canceled task ends a request`() async throws {
        let server = try PageServer()
        // The list of requests isn't empty then.
        #expect(try server.fetch("/page").title == "A page")
        let location = server.url("/silent")
        let task = Task.detached { () -> PageFetchError? in
            do throws(PageFetchError) {
                _ = try PageFetcher(policy: .local, limits: .within(.seconds(3_600))).fetch(location)
                return nil
            } catch { return error }
        }
        while !(try server.fetch("/requests").text.contains("/silent")) { await Task.yield() }
        task.cancel()
        #expect(await task.value == .canceled)
    }

    @Test func `a page is given five seconds and 512 kB`() throws {
        let limits = FetchLimits()
        #expect(limits.time == .seconds(5) && limits.size == 524_288 && limits.redirects == 5)
        #expect(throws: PageFetchError.timedOut(host: "127.0.0.1")) {
            try PageFetcher(policy: .local).fetch(try PageServer.shared().url("/silent"))
        }
    }

    @Test func `the title that a slow server sent counts`() throws {
        let page = try PageServer.shared().fetch("/slow?title=1", limits: .within(.seconds(3)))
        #expect(page.title == "A page" && !page.isComplete)
    }

    @Test func `content without end is cut`() throws {
        let page = try PageServer.shared().fetch("/endless")
        #expect(page.title == "A page" && !page.isComplete)
        #expect(page.text.split(separator: " ").count == 1_000)
    }

    @Test(arguments: ["/long-header", "/many-interim"]) func `a header without end is refused`(path: String) throws {
        let server = try PageServer.shared()
        let error = #expect(throws: PageFetchError.self) { try server.fetch(path) }
        switch error {
        case .headerTooLarge(limit: 65_536), .unreachable: break
        default: Issue.record("\(String(describing: error))")
        }
    }

    @Test func `compressed content is decompressed`() throws {
        let page = try PageServer.shared().fetch("/zipped")
        #expect(page.title == "A page" && page.text == "Some text" && page.isComplete)
    }

    @Test func `decompression stops at the limit`() async {
        // A separate process, because other tests use memory at the same time.
        await #expect(processExitsWith: .success) {
            let server = try PageServer()
            for encoding in ["gzip", "gzip%2C%20gzip"] {
                let page = try server.fetch("/bomb?encoding=\(encoding)")
                try #require(page.title == "A page" && !page.isComplete)
            }
            let usage = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
            let peak = usage.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
            let kilobytes = peak?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
            // The content is 300 MB.
            try #require(try #require(kilobytes) < 200 << 10)
        }
    }

    @Test func `compressed data that contains nothing is cut`() throws {
        let server = try PageServer.shared()
        #expect(throws: PageFetchError.emptyPage(host: "127.0.0.1")) { try server.fetch("/empty-blocks") }
    }

    @Test func `other content than a page isn't read`() throws {
        let server = try PageServer.shared()
        #expect(throws: PageFetchError.unsupportedContent(type: "image/png")) { try server.fetch("/picture") }
        let document = server.body("%PDF".utf8, type: "application/pdf")
        #expect(throws: PageFetchError.unsupportedContent(type: "application/pdf")) {
            try PageFetcher(policy: .local, limits: .patient).fetch(document)
        }
    }

    @Test func `a page that is cut short counts if it has a title`() throws {
        let server = try PageServer.shared()
        let page = try server.fetch("/cut?title=1")
        #expect(page.title == "A page" && !page.isComplete)
        let error = #expect(throws: PageFetchError.self) { try server.fetch("/cut") }
        guard case .unreachable = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test(arguments: ["/garbage", "/closed", "/bad-zip"]) func `what isn't a response is refused`(path: String) throws {
        let server = try PageServer.shared()
        let error = #expect(throws: PageFetchError.self) { try server.fetch(path) }
        guard case .unreachable("127.0.0.1", _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func `a long title is cut after a word`() throws {
        let title = try #require(try PageServer.shared().fetch("/large-title").title)
        #expect(title.utf8.count <= 1_000 && title.utf8.count > 980)
        #expect(title.hasSuffix(" long title") || title.hasSuffix(" long"))
    }

    @Test(arguments: ["/deep", "/attributes", "/unclosed"]) func `a page that is slow to parse is cut`(
        path: String
    ) throws {
        var limits = FetchLimits.patient
        limits.parsingTime = .zero
        let page = try PageServer.shared().fetch(path, limits: limits)
        #expect(["Deep", "Many", "Unclosed"].contains(page.title) && !page.isComplete)
    }
}
