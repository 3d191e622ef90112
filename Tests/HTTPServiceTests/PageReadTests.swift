import Foundation
import Synchronization
import TestSupport
import Testing

@testable import HTTPService
@testable import PageFetching

/// Reading pages for GET `/items/lookup?fetch=true`; the tests of the reader itself are PageFetchingTests.
@Suite struct PageReadTests {
    /// The path that looks a location up and reads its page.
    private static func path(_ location: String) -> String {
        let encoded = location.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        return "/items/lookup?fetch=true&location=\(encoded)"
    }

    /// A server for an exit test that reads pages from 127.0.0.1, and otherwise from public addresses.
    private static func server(
        addresses: @escaping @Sendable (String) -> [String]? = { _ in nil }, pageLimit: Int = 8,
        time: Duration = .seconds(60)
    ) async throws -> EmbeddedServer {
        var policy = ConnectionPolicy { address in
            address == IPAddress("127.0.0.1") ? nil : ConnectionPolicy.publicAddresses.refusal(address)
        }
        policy.addresses = addresses
        var limits = FetchLimits()
        limits.time = time
        return try await EmbeddedServer { settings in
            settings.pageFetcher = PageFetcher(policy: policy, limits: limits)
            settings.pageLimit = pageLimit
        }
    }

    private static func token(_ server: EmbeddedServer, _ name: String) async throws -> String {
        let body = #"{"name": "\#(name)", "scope": "write"}"#
        return try await server.send("POST", "/tokens", body)["token"] as? String ?? ""
    }

    // MARK: The program

    @Test func `a server reads no pages unless it was started for that`() throws {
        let server = try RunningServer()
        let answer = try server.send("GET", Self.path("https://example.org/"))
        #expect(answer.status == 403)
        #expect(answer["detail"] as? String == "this server doesn't read pages; start it with --fetch-titles")
        for suffix in ["", "&fetch=false", "&fetch=0"] {
            let usual = try server.send("GET", "/items/lookup?location=http://10.0.0.1/\(suffix)")
            #expect(usual.status == 200 && !usual.body.contains("title"), "\(suffix)")
        }
        #expect(try server.send("GET", "/items/lookup?fetch=maybe").status == 400)
    }

    @Test(arguments: [
        ("http://127.0.0.1/", "'127.0.0.1' has a loopback address"),
        ("http://2130706433/", "'127.0.0.1' has a loopback address"),
        ("http://0x7f.1/", "'127.0.0.1' has a loopback address"),
        ("http://localhost:8080/", "'localhost' has a loopback address"),
        ("http://[::1]/", "'[::1]' has a loopback address"),
        ("http://[::ffff:10.0.0.1]/", "'[::ffff:10.0.0.1]' has an IPv4 address inside an IPv6 address"),
        ("https://192.168.0.1/", "'192.168.0.1' has a private address"),
        ("http://169.254.169.254/latest/meta-data/", "'169.254.169.254' has a link-local address"),
        ("http://0/", "'0.0.0.0' has an unspecified address"),
    ]) func `an address that isn't public is refused with one line`(location: String, problem: String) throws {
        let server = try RunningServer("--fetch-titles")
        let answer = try server.send("GET", Self.path(location))
        #expect(answer.status == 422)
        #expect(
            answer["detail"] as? String == problem
                + ", and pages are read from public addresses only; enter the title yourself")
    }

    @Test func `a location that isn't a page's is refused`() throws {
        let server = try RunningServer(environment: ["TAGFLOW_FETCH_TITLES": "1"])
        for (location, detail) in [
            ("file:///etc/passwd", "can't read a page over 'file'; use http or https"),
            ("/home/me/notes.md", "'/home/me/notes.md' isn't a complete web address"),
            ("http://me:secret@example.org/", "contains a user name or password"),
            ("http://example.org:22/", "pages aren't read from port 22"),
        ] {
            let answer = try server.send("GET", Self.path(location))
            #expect(answer.status == 422, "\(location)")
            #expect((answer["detail"] as? String)?.contains(detail) == true, "\(answer.body)")
            #expect(!answer.body.contains("secret"))
        }
        let none = try server.send("GET", "/items/lookup?fetch=true")
        #expect(none.status == 400 && none["detail"] as? String == "'fetch' requires 'location'")
    }

    @Test func `a token that only reads can't make the server contact an address`() throws {
        let server = try RunningServer("--fetch-titles")
        let body = #"{"name": "x", "scope": "read"}"#
        let token = try server.send("POST", "/tokens", body)["token"] as? String ?? ""
        let path = Self.path("http://127.0.0.1/")
        let answer = try server.send("GET", path, token: token)
        #expect(answer.status == 403)
        #expect((answer["detail"] as? String)?.contains("scope 'write'") == true)
        #expect(try server.send("GET", "/items/lookup?location=http://127.0.0.1/", token: token).status == 200)
    }

    @Test func `another site can't have a page read with a browser's cookie`() throws {
        let server = try RunningServer("--fetch-titles")
        let cookie = try Browser.signIn(to: server)
        let path = Self.path("http://127.0.0.1/")
        for (field, status) in [
            ("Sec-Fetch-Site: same-origin", 422), ("Sec-Fetch-Site: none", 422), ("Accept: */*", 422),
            ("Sec-Fetch-Site: same-site", 403), ("Sec-Fetch-Site: cross-site", 403),
            ("Origin: http://127.0.0.1:1", 403),
        ] {
            let answer = try server.send("GET", path, headers: [cookie, field], token: "")
            #expect(answer.status == status, "\(field): \(answer.body)")
        }
    }

    // MARK: Pages

    @Test func `the title, description and text are returned, and are evidence`() async {
        await #expect(processExitsWith: .success) {
            let server = try await PageReadTests.server()
            let pages = try PageServer.shared()
            for tag in ["sourdough", "levain", "oven"] {
                let saved = try await server.send("POST", "/items", #"{"title": "\#(tag)", "tags": ["\#(tag)"]}"#)
                #expect(saved.status == 201)
            }
            let html = """
                <title>Baking  at home</title><meta property="og:title" content="Feed your levain">
                <meta name="description" content="All about sourdough"><p>Heat the oven.
                """
            let answer = try await server.send("GET", PageReadTests.path(pages.body(html.utf8, type: "text/html")))
            #expect(answer.status == 200)
            #expect(answer["item"] is NSNull)
            #expect(answer["title"] as? String == "Baking at home")
            #expect(answer["description"] as? String == "All about sourdough")
            #expect(answer["text"] as? String == "Heat the oven.")
            let suggestions = answer["suggestions"] as? [[String: Any]] ?? []
            let tags = suggestions.compactMap { $0["tag"] as? String }
            #expect(Set(tags) == ["sourdough", "levain", "oven"])
        }
    }

    @Test func `the item at the location keeps its own title`() async {
        await #expect(processExitsWith: .success) {
            let server = try await PageReadTests.server()
            let location = try PageServer.shared().url("/page")
            let body = #"{"location": "\#(location)", "title": "Mine", "tags": ["a"]}"#
            #expect(try await server.send("POST", "/items", body).status == 201)
            let answer = try await server.send("GET", PageReadTests.path(location))
            #expect((answer["item"] as? [String: Any])?["title"] as? String == "Mine")
            #expect(answer["title"] as? String == "A page")
        }
    }

    @Test func `redirects are followed to public addresses only`() async {
        await #expect(processExitsWith: .success) {
            let server = try await PageReadTests.server()
            let pages = try PageServer()
            let moved = try await server.send("GET", PageReadTests.path(pages.url("/redirect?to=/page%23part")))
            #expect(moved["title"] as? String == "A page")
            #expect(moved["location"] as? String == pages.url("/page"))
            for host in ["127.0.0.2", "10.0.0.1", "2130706434", "[::ffff:7f00:1]", "[::1]"] {
                let target = "http://\(host):\(pages.port)/secret"
                let answer = try await server.send("GET", PageReadTests.path(pages.url("/redirect?to=\(target)")))
                #expect(answer.status == 422, "\(host)")
                #expect(answer.body.contains("pages are read from public addresses only"), "\(host)")
            }
            let requests = try await server.send("GET", PageReadTests.path(pages.url("/requests")))["text"] as? String
            #expect(requests?.split(separator: " ").contains("/secret") == false)
        }
    }

    @Test func `a name that resolves to another address later gains nothing`() async {
        await #expect(processExitsWith: .success) {
            let lookups = Mutex(0)
            let server = try await PageReadTests.server { host in
                guard host == "rebind.example" else { return nil }
                return lookups.withLock { count in
                    count += 1
                    return [count == 1 ? "127.0.0.1" : "192.168.1.1"]
                }
            }
            let pages = try PageServer()
            let location = pages.url("/redirect?to=/page", host: "rebind.example")
            let answer = try await server.send("GET", PageReadTests.path(location))
            #expect(answer.status == 422)
            #expect((answer["detail"] as? String)?.hasPrefix("'rebind.example' has a private address") == true)
        }
    }

    @Test func `slow and endless pages are cut`() async {
        await #expect(processExitsWith: .success) {
            let server = try await PageReadTests.server(time: .seconds(3))
            let pages = try PageServer.shared()
            for path in ["/slow?title=1", "/endless", "/bomb"] {
                let answer = try await server.send("GET", PageReadTests.path(pages.url(path)))
                #expect(answer["title"] as? String == "A page", "\(path): \(answer.body)")
            }
            for path in ["/silent", "/slow", "/slow-header"] {
                let answer = try await server.send("GET", PageReadTests.path(pages.url(path)))
                #expect(answer.status == 422, "\(path)")
                #expect(answer["detail"] as? String == "'127.0.0.1' didn't send the page in time; try again later")
            }
        }
    }

    // MARK: Limits

    @Test(.timeLimit(.minutes(30))) func `few pages are read at once, and none for a client that has left`() async {
        await #expect(processExitsWith: .success) {
            let server = try await PageReadTests.server(pageLimit: 3, time: .seconds(3_600))
            let pages = try PageServer()
            let (first, second) = (
                try await PageReadTests.token(server, "one"), try await PageReadTests.token(server, "two")
            )
            // These pages never end, and their clients wait for them.
            let clients = try [first, first, second].enumerated()
                .map { number, token in
                    let client = Process()
                    client.executableURL = URL(fileURLWithPath: "/usr/bin/curl")
                    client.arguments = server.arguments(
                        "GET", PageReadTests.path(pages.url("/slow?\(number)")), token: token)
                    client.standardOutput = FileHandle.nullDevice
                    try client.run()
                    return client
                }
            let reader = PageFetcher(policy: ConnectionPolicy { $0 == IPAddress("127.0.0.1") ? nil : .reserved })
            // The list of requests isn't empty then.
            #expect(try reader.fetch(pages.url("/page")).title == "A page")
            while try reader.fetch(pages.url("/requests")).text.split(separator: " ").count < 4 { await Task.yield() }
            let busy = try await server.send("GET", PageReadTests.path(pages.url("/page")), token: first)
            #expect(busy.status == 429 && busy.headers["retry-after"] == "1")
            #expect(
                busy["detail"] as? String == "2 pages are already being read for you, which is the limit; try again")
            let full = try await server.send("GET", PageReadTests.path(pages.url("/page")), token: second)
            #expect(full.status == 503 && full.headers["retry-after"] == "1")
            #expect(full["detail"] as? String == "3 pages are already being read, which is the limit; try again")
            // The threads of other requests are free.
            #expect(try await server.send("GET", "/items", token: first).status == 200)
            // They inherit blocked signals from the thread that started them.
            for client in clients { kill(client.processIdentifier, SIGKILL) }
            var statuses: [Int] = []
            while statuses.last != 200 {
                statuses.append(
                    try await server.send("GET", PageReadTests.path(pages.url("/page")), token: first).status)
            }
            #expect(Set(statuses).isSubset(of: [200, 429, 503]))
        }
    }
}
