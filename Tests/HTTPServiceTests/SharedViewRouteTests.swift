import Foundation
import TestSupport
import Testing

@testable import HTTPService
@testable import TagService

/// The routes of shared views; Tests/Scripts/feed_checks reads their documents with curl.
@Suite struct SharedViewRouteTests {
    private static let secret = String(repeating: "a-_Z9", count: 8) + "abc"

    @Test func `an address has a secret and a form`() {
        #expect(SharedAddress(Self.secret)?.form == .page)
        #expect(SharedAddress(Self.secret + ".atom")?.form == .atom)
        #expect(SharedAddress(Self.secret + ".json") == SharedAddress(Self.secret + ".json"))
        #expect(SharedAddress(Self.secret + ".json")?.secret == Self.secret)
        for text in [
            "", ".atom", "x.atom", ".", "\(Self.secret).", "\(Self.secret).page", "\(Self.secret).atom.atom",
            "\(Self.secret)x", "\(Self.secret.dropLast())+", "\(Self.secret).ATOM",
        ] { #expect(SharedAddress(text) == nil, "\(text)") }
    }

    @Test(arguments: [
        ("", "/shared/abc.atom", "/shared/{secret}"), ("", "/spaces/a/shared/abc", "/spaces/a/shared/{secret}"),
        ("/tags", "/tags/shared/abc/x", "/tags/shared/{secret}"), ("", "/shared/", "/shared/"),
        ("", "/api/v1/tags/shared/merge", "/api/v1/tags/shared/merge"), ("/tags", "/other", "/other"), ("", "/", "/"),
    ]) func `logs have no secret`(base: String, path: String, logged: String) {
        #expect(SharedAddress.withoutSecret(path, basePath: base) == logged)
    }

    @Test(
        arguments: [
            ("https://a.example/?b=1&c=%20#d", "https://a.example/?b=1&c=%20#d"),
            ("HTTP://a.example/é x", "HTTP://a.example/é%20x"),
            ("https://a.example/\"<>", "https://a.example/%22%3C%3E"),
            ("https://a.example/\u{202E}\u{7F}\u{85}", "https://a.example/%E2%80%AE%7F%C2%85"),
            ("javascript:alert(1)", nil), ("/home/ann/x", nil), (" https://a.example/", nil),
            ("mailto:ann@a.example", nil), (nil, nil),
        ] as [(String?, String?)]) func `only web addresses are links, without characters that a URI can't have`(
            location: String?, link: String?
        )
    {
        let entry = ViewFeed.Entry(id: "urn:x", title: "t", location: location, note: "", tags: [])
        #expect(entry.link == link)
        #expect(entry.text == (link == nil ? location ?? "" : ""))
    }

    @Test func `every address that doesn't work gets the same problem`() throws {
        let server = try RunningServer()
        _ = try server.send("PUT", "/views/all", #"{"q": "tags:>0"}"#)
        let atom = try #require(try server.send("PUT", "/views/all/share", "{}")["atom"] as? String)
        let path = "/" + atom.dropFirst(server.url.count)
        #expect(try server.send("GET", path, token: "").status == 200)
        #expect(try server.send("DELETE", "/views/all/share").status == 204)
        var answers = [try server.send("GET", path, token: "")]
        for other in ["//shared/\(Self.secret).atom", "//shared/x", "//shared/\(Self.secret)", "//shared/%00"] {
            answers.append(try server.send("GET", other, token: ""))
        }
        #expect(Set(answers.map(\.body)).count == 1)
        #expect(answers.allSatisfy { $0.status == 404 && $0.headers["x-robots-tag"] == "noindex" })
    }

    @Test func `a page of a hostile item is one document without scripts`() throws {
        let server = try RunningServer()
        let item =
            #"{"title": "</h2><script>x</script>", "note": "a\u0007b\n<i>", "tags": ["<b>"], "location": "data:,x"}"#
        #expect(try server.send("POST", "/items", item).status == 201)
        _ = try server.send("PUT", "/views/all", #"{"q": "tags:>0"}"#)
        let shared = try server.send("PUT", "/views/all/share", #"{"page": true}"#)
        let page = try #require(shared["page"] as? String)
        let answer = try server.send("GET", "/" + page.dropFirst(server.url.count), token: "")
        #expect(answer.status == 200 && !answer.body.contains("<script") && !answer.body.contains("<b>"))
        #expect(answer.body.contains("&lt;/h2&gt;&lt;script&gt;x&lt;/script&gt;") && !answer.body.contains("\u{7}"))
        #expect(!answer.body.contains("href=\"data:"))
        #expect(answer.headers["content-security-policy"]?.hasPrefix("default-src 'none'; style-src 'sha256-") == true)
        let read = "import sys, xml.etree.ElementTree as E; print(len(E.fromstring(sys.argv[1]).findall('{*}entry')))"
        let atom = try server.send("GET", "/" + page.dropFirst(server.url.count) + ".atom", token: "")
        #expect(try PythonScript.run(read, atom.body) == "1\n")
    }
}
