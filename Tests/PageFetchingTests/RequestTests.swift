import Foundation
import TestSupport
import Testing

@testable import PageFetching

/// Tests of locations, redirects and what a request contains.
@Suite struct RequestTests {
    @Test(arguments: [
        ("", PageFetchError.invalidLocation("")), ("example.org", .invalidLocation("example.org")),
        ("/path", .invalidLocation("/path")), ("//example.org/", .invalidLocation("//example.org/")),
        ("http://", .invalidLocation("http://")), ("http://a b/", .invalidLocation("http://a b/")),
        ("http://[::1/", .invalidLocation("http://[::1/")),
        ("http://example.org:99999/", .invalidPort("http://example.org:99999/")),
        ("http://exa\0mple.org/", .invalidLocation("http://exa\0mple.org/")),
        ("file:///etc/passwd", .unsupportedScheme("file")), ("FILE:///etc/passwd", .unsupportedScheme("file")),
        ("ftp://example.org/", .unsupportedScheme("ftp")), ("gopher://example.org/", .unsupportedScheme("gopher")),
        ("dict://example.org/", .unsupportedScheme("dict")),
        ("http://user@example.org/", .containsCredentials(host: "example.org")),
        ("https://user:secret@example.org/", .containsCredentials(host: "example.org")),
        ("http://example.org:22/", .refusedPort(22)), ("https://example.org:25/", .refusedPort(25)),
        ("http://example.org:6379/", .refusedPort(6_379)),
    ]) func `a location that isn't a page's is refused`(location: String, expected: PageFetchError) {
        #expect(throws: expected) { try PageFetcher(policy: .publicAddresses, limits: .patient).fetch(location) }
    }

    @Test(arguments: ["javascript:alert(1)", "mailto:a@example.org", "data:text/html,<title>x"])
    func `a location without a host is refused`(location: String) {
        let error = #expect(throws: PageFetchError.self) {
            try PageFetcher(policy: .publicAddresses, limits: .patient).fetch(location)
        }
        switch error {
        case .unsupportedScheme, .invalidLocation: break
        default: Issue.record("\(String(describing: error))")
        }
    }

    @Test func `a location is brought into normal form`() throws {
        let policy = ConnectionPolicy.publicAddresses
        let url = try PageURL(" HTTP://Example.org:80/a b/ü?q=ä#part\n", policy: policy)
        #expect(url.text == "http://Example.org:80/a%20b/%c3%bc?q=%c3%a4")
        #expect(url.port == 80)
        let host = try PageURL("https://münchen.example:8443/?a=//ü", policy: policy)
        #expect(host.text == "https://xn--mnchen-3ya.example:8443/?a=//%c3%bc")
        let base = try PageURL("https://example.org/a/b?c", policy: policy)
        #expect(try PageURL("../d", relativeTo: base, policy: policy).text == "https://example.org/d")
        #expect(try PageURL("?e", relativeTo: base, policy: policy).text == "https://example.org/a/b?e")
        #expect(try PageURL("//x.org/", relativeTo: base, policy: policy).text == "https://x.org/")
        let long = "https://example.org/" + String(repeating: "a", count: 8_192)
        #expect(throws: PageFetchError.invalidLocation(long)) { try PageURL(long, policy: policy) }
    }

    @Test func `a request has no cookies or credentials and always the same User-Agent`() throws {
        let server = try PageServer.shared()
        let text = try server.fetch("/redirect?to=/echo").text
        #expect(text.contains("User-Agent: Mozilla/5.0 (compatible; tagflow)"))
        #expect(text.contains("Accept: text/html, application/xhtml+xml, text/plain;q=0.5"))
        for name in ["Cookie:", "Authorization:", "Referer:", "Proxy"] { #expect(!text.contains(name)) }
    }

    @Test(arguments: [301, 302, 303, 307, 308]) func `redirects are followed`(code: Int) throws {
        let server = try PageServer.shared()
        let page = try server.fetch("/redirect?code=\(code)&to=/page%23part")
        #expect(page.location == server.url("/page") && page.title == "A page")
    }

    @Test func `at most five redirects are followed`() throws {
        let server = try PageServer()
        #expect(try server.fetch("/chain?left=5").title == "A page")
        #expect(throws: PageFetchError.tooManyRedirects(limit: 5)) { try server.fetch("/chain?left=6") }
        #expect(throws: PageFetchError.tooManyRedirects(limit: 5)) { try server.fetch("/loop") }
        // The circle was noticed after the second page.
        let requests = try server.fetch("/requests").text
        #expect(requests.components(separatedBy: "loop").count == 3)
    }

    @Test(arguments: [
        ("file:///etc/passwd", PageFetchError.unsupportedScheme("file")),
        ("ftp://127.0.0.1/", .unsupportedScheme("ftp")), ("http://127.0.0.1:25/", .refusedPort(25)),
        ("http://a:b@127.0.0.1/", .containsCredentials(host: "127.0.0.1")), ("http://", .invalidLocation("http://")),
    ]) func `a redirect to something else than a page is refused`(target: String, expected: PageFetchError) throws {
        let server = try PageServer.shared()
        #expect(throws: expected) { try server.fetch("/redirect?to=\(target)") }
    }

    @Test func `a redirect's endless body isn't read`() throws {
        #expect(try PageServer.shared().fetch("/endless-redirect").title == "A page")
    }

    @Test(arguments: [204, 300, 304, 400, 401, 403, 404, 410, 429, 500, 503]) func `a page of an error is no title`(
        code: Int
    ) throws {
        let server = try PageServer.shared()
        let error = #expect(throws: PageFetchError.self) { try server.fetch("/status?code=\(code)") }
        let expected =
            code == 204 ? PageFetchError.emptyPage(host: "127.0.0.1") : .unsuccessfulStatus(code, host: "127.0.0.1")
        #expect(error == expected)
    }

    @Test func `a name without an address is reported`() {
        #expect(throws: PageFetchError.unknownHost("nothing.invalid")) {
            try PageFetcher(policy: .publicAddresses, limits: .patient).fetch("http://nothing.invalid/")
        }
    }

    @Test func `a certificate that nobody trusts is refused`() throws {
        let server = try PageServer(tls: true)
        let location = "https://127.0.0.1:\(server.port)/page"
        let error = #expect(throws: PageFetchError.self) {
            try PageFetcher(policy: .local, limits: .patient).fetch(location)
        }
        guard case .untrustedCertificate("127.0.0.1", _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func `a closed port is reported`() {
        // Below the ports that the system gives to the servers of other tests.
        let error = #expect(throws: PageFetchError.self) {
            try PageFetcher(policy: .local, limits: .patient).fetch("http://127.0.0.1:20999/")
        }
        guard case .unreachable("127.0.0.1", _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }
}
