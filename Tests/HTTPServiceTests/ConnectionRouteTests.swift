import Foundation
import TagService
import TestSupport
import Testing

@testable import HTTPService

/// Connecting other programs, and signing out.
@Suite struct ConnectionRouteTests {
    private static let body = #"{"name": "Firefox on Linux", "scope": "write"}"#

    /// Sends a request of the page in a browser.
    private static func send(
        _ server: RunningServer, _ method: String, _ path: String, _ body: String? = nil, cookie: String
    ) throws -> RunningServer.Answer {
        try server.send(method, path, body, headers: [cookie, Browser.ownPage], token: "")
    }

    /// The cookie of a session with other permissions than those of a sign-in, and the id of its token.
    private static func cookie(
        _ server: RunningServer, _ scope: AccessScope, sets: [String] = [], expires: Date? = nil
    ) throws -> (cookie: String, id: Int64) {
        let service = try TagService(.file(path: server.database))
        let made = try service.tokens.create("x", scope: scope, sets: sets, expires: expires, isSession: true)
        return ("Cookie: \(Browser.cookieName(of: server))=\(made.secret)", made.token.id)
    }

    @Test func `a person at the page gives a program a token`() throws {
        let server = try RunningServer()
        let cookie = try Browser.signIn(to: server)
        let made = try Self.send(server, "POST", "/connections", Self.body, cookie: cookie)
        #expect(made.status == 201 && made.headers["location"] == "/api/v1/connections/2")
        #expect(made["name"] as? String == "Firefox on Linux" && made["scope"] as? String == "write")
        // The session's token lasts 90 days; this one doesn't end before it's revoked.
        #expect(made["expires"] == nil && made["sets"] == nil)
        let token = made["token"] as? String ?? ""
        #expect(try server.send("POST", "/items", #"{"title": "a"}"#, token: token).status == 201)
        let tokens = try Self.send(server, "GET", "/tokens", cookie: cookie)["tokens"]
        let listed = tokens as? [[String: Any]] ?? []
        #expect(listed.map { $0["name"] as? String } == ["browser", "Firefox on Linux"])
        #expect(listed.map { $0["current"] as? Bool } == [true, nil])
        #expect(listed[0]["expires"] is String && listed[1]["expires"] == nil)
        #expect(try Self.send(server, "DELETE", "/tokens/2", cookie: cookie).status == 204)
        #expect(try server.send("GET", "/sets", token: token).status == 401)
    }

    @Test func `nobody else makes connections`() throws {
        let server = try RunningServer()
        let cookie = try Browser.signIn(to: server)
        let token = try server.send("POST", "/tokens", #"{"name": "x", "scope": "write"}"#)["token"]
        for token in [RunningServer.adminToken, token as? String ?? ""] {
            let answer = try server.send("POST", "/connections", Self.body, token: token)
            #expect(answer.status == 403)
            #expect(answer["detail"] as? String == "only a person at the page can connect a program; sign in there")
            #expect(try server.send("DELETE", "/connections/1", token: token).status == 403)
        }
        for fields in [
            [], ["Sec-Fetch-Site: cross-site"], ["Sec-Fetch-Site: same-site"], ["Origin: http://evil.example"],
        ] {
            let answer = try server.send("POST", "/connections", Self.body, headers: [cookie] + fields, token: "")
            #expect(answer.status == 403, "\(fields)")
        }
        let form = [cookie, Browser.ownPage, "Content-Type: text/plain"]
        #expect(try server.send("POST", "/connections", Self.body, headers: form, token: "").status == 415)
        #expect(try server.send("POST", "/connections", Self.body, token: "").status == 401)
    }

    @Test func `a connection has at most the scope, the sets and the time of its caller`() throws {
        let server = try RunningServer()
        #expect(try server.send("POST", "/sets", #"{"set": "mine"}"#).status == 201)
        let end = "2099-01-31T12:00:00Z"
        let expires = try Date(end, strategy: .iso8601)
        for (scope, asked, given) in [
            (AccessScope.read, "write", "read"), (.write, "write", "write"), (.write, "read", "read"),
            (.admin, "read", "read"),
        ] {
            let (cookie, _) = try Self.cookie(server, scope, sets: ["mine"], expires: expires)
            let body = #"{"name": "n", "scope": "\#(asked)"}"#
            let made = try Self.send(server, "POST", "/connections", body, cookie: cookie)
            #expect(made["scope"] as? String == given, "\(scope): \(made.body)")
            #expect(made["sets"] as? [String] == ["mine"] && made["expires"] as? String == end)
        }
        let (suggesting, _) = try Self.cookie(server, .suggest)
        let refused = try Self.send(server, "POST", "/connections", Self.body, cookie: suggesting)
        #expect(refused.status == 403)
        let (cookie, _) = try Self.cookie(server, .write, sets: ["mine"])
        #expect(try server.send("DELETE", "/sets/mine").status == 204)
        let homeless = try Self.send(server, "POST", "/connections", Self.body, cookie: cookie)
        #expect(homeless.status == 403, "\(homeless.body)")
    }

    @Test(arguments: [
        (#"{"name": "n", "scope": "admin"}"#, "/scope"), (#"{"name": "n", "scope": "suggest"}"#, "/scope"),
        (#"{"name": "n"}"#, "/scope"), (#"{"scope": "read"}"#, "/name"), (#"{"name": "", "scope": "read"}"#, "/name"),
        (#"{"name": "n", "scope": "read", "sets": ["a"]}"#, "/sets"),
    ]) func `a request with an invalid field is refused`(body: String, pointer: String) throws {
        let server = try RunningServer()
        let cookie = try Browser.signIn(to: server)
        let answer = try Self.send(server, "POST", "/connections", body, cookie: cookie)
        #expect(answer.status == 422 && answer["pointer"] as? String == pointer, "\(answer.body)")
    }

    @Test func `ten connections an hour are enough, and failed ones don't count`() throws {
        let server = try RunningServer()
        let cookie = try Browser.signIn(to: server)
        for _ in 0..<3 {
            let wrong = #"{"name": "", "scope": "read"}"#
            #expect(try Self.send(server, "POST", "/connections", wrong, cookie: cookie).status == 422)
        }
        let statuses = try (0..<11)
            .map { _ in try Self.send(server, "POST", "/connections", Self.body, cookie: cookie).status }
        #expect(statuses == Array(repeating: 201, count: 10) + [429])
        let more = try Self.send(server, "POST", "/connections", Self.body, cookie: cookie)
        #expect(more.headers["retry-after"] == "3600")
        let (other, _) = try Self.cookie(server, .read)
        #expect(try Self.send(server, "POST", "/connections", Self.body, cookie: other).status == 201)
    }

    @Test func `places are free again after an hour, and revoking ends after ten minutes`() async {
        let connections = Connections()
        let caller = SpaceCaller(space: "", caller: .token(id: 1))
        let start = ContinuousClock.now
        let first = connections.reserve(for: caller, at: start)
        connections.record(7, in: first ?? 0, of: caller)
        #expect(connections.mayRevoke(7, caller, at: start + .seconds(599)))
        #expect(!connections.mayRevoke(7, caller, at: start + .seconds(600)))
        #expect(!connections.mayRevoke(8, caller, at: start))
        #expect(!connections.mayRevoke(7, SpaceCaller(space: "a", caller: .token(id: 1))))
        for _ in 1..<10 { #expect(connections.reserve(for: caller, at: start) != nil) }
        #expect(connections.reserve(for: caller, at: start + .seconds(3_599)) == nil)
        #expect(connections.reserve(for: caller, at: start + .seconds(3_600)) != nil)
    }

    @Test func `only the session that made a connection revokes it`() throws {
        let server = try RunningServer()
        let cookie = try Browser.signIn(to: server)
        let (other, id) = try Self.cookie(server, .admin)
        let made = try Self.send(server, "POST", "/connections", Self.body, cookie: cookie)
        let path = String((made.headers["location"] ?? "").dropFirst("/api/v1".count))
        let token = made["token"] as? String ?? ""
        #expect(try Self.send(server, "DELETE", path, cookie: other).status == 404)
        #expect(try Self.send(server, "DELETE", "/connections/\(id)", cookie: cookie).status == 404)
        #expect(try server.send("GET", "/sets", token: token).status == 200)
        #expect(try Self.send(server, "DELETE", path, cookie: cookie).status == 204)
        #expect(try server.send("GET", "/sets", token: token).status == 401)
        #expect(try Self.send(server, "DELETE", path, cookie: cookie).status == 404)
    }

    @Test func `a space has connections too`() throws {
        let folder = try TemporaryFolder()
        let server = try RunningServer("--spaces", folder.path)
        #expect(try server.send("POST", "//spaces", #"{"space": "one"}"#).status == 201)
        let cookie = try Browser.signIn(to: server)
        let path = "//spaces/one/api/v1/connections"
        let made = try Self.send(server, "POST", path, Self.body, cookie: cookie)
        #expect(made.status == 201 && made["expires"] == nil)
        let token = made["token"] as? String ?? ""
        #expect(try server.send("GET", "//spaces/one/api/v1/sets", token: token).status == 200)
        let place = "/" + (made.headers["location"] ?? "")
        #expect(try Self.send(server, "DELETE", place, cookie: cookie).status == 204)
    }

    @Test(arguments: ["suggest", "read", "admin"])
    func `a token that is sent as a cookie connects nothing and can't sign out`(scope: String) throws {
        let server = try RunningServer()
        let body = #"{"name": "x", "scope": "\#(scope)"}"#
        let token = try server.send("POST", "/tokens", body)["token"] as? String ?? ""
        let cookie = "Cookie: \(Browser.cookieName(of: server))=\(token)"
        let made = try Self.send(server, "POST", "/connections", Self.body, cookie: cookie)
        #expect(made.status == 403, "\(made.body)")
        #expect(try Self.send(server, "POST", "///sign-out", cookie: cookie).status == 204)
        let answer = try server.send("GET", "/suggestions?q=a", token: token)
        #expect(answer.status == 200, "the token stays: \(answer.body)")
    }

    @Test func `a change at a path with an empty part is refused`() throws {
        let server = try RunningServer()
        let body = #"{"set": "mine", "tags": ["walk"]}"#
        #expect(try server.send("POST", "/sets", body).status == 201)
        for path in ["/sets/mine/", "/sets/mine//", "/sets//mine", "/tags/walk/"] {
            #expect(try server.send("DELETE", path).status == 404, "\(path)")
        }
        #expect(try server.send("GET", "/sets/mine").status == 200)
        #expect(try server.send("GET", "/tags/walk").status == 200)
    }

    // MARK: Signing out

    @Test(arguments: [[], ["--base-path", "/tags"]]) func `signing out ends the session and removes the cookie`(
        options: [String]
    ) throws {
        let server = try options.isEmpty ? RunningServer() : RunningServer(options[0], options[1])
        let cookie = try Browser.signIn(to: server)
        #expect(try server.send("GET", "/sets", headers: [cookie], token: "").status == 200)
        let refused = try server.send("POST", "///sign-out", headers: [cookie], token: "")
        #expect(refused.status == 403 && refused.headers["set-cookie"] == nil)
        let answer = try Self.send(server, "POST", "///sign-out", cookie: cookie)
        #expect(answer.status == 204)
        let path = options.last ?? "/"
        let name = Browser.cookieName(of: server)
        #expect(answer.headers["set-cookie"] == "\(name)=; Path=\(path); Max-Age=0; HttpOnly; SameSite=Strict")
        #expect(try server.send("GET", "/sets", headers: [cookie], token: "").status == 401)
        let tokens = try server.send("GET", "/tokens")["tokens"] as? [Any]
        #expect(tokens?.isEmpty == true)
        // Again, and without a session.
        for fields in [[cookie, Browser.ownPage], [Browser.ownPage]] {
            let again = try server.send("POST", "///sign-out", headers: fields, token: "")
            #expect(again.status == 204)
        }
        #expect(try server.send("GET", "///sign-out", token: "").status == 405)
    }

    @Test func `signing out of a server with spaces ends the session in each`() throws {
        let folder = try TemporaryFolder()
        let server = try RunningServer("--spaces", folder.path)
        #expect(try server.send("POST", "//spaces", #"{"space": "one"}"#).status == 201)
        let cookie = try Browser.signIn(to: server)
        let path = "//spaces/one/api/v1/sets"
        #expect(try server.send("GET", path, headers: [cookie], token: "").status == 200)
        #expect(try Self.send(server, "POST", "///sign-out", cookie: cookie).status == 204)
        #expect(try server.send("GET", path, headers: [cookie], token: "").status == 401)
    }
}
