import Foundation
import TestSupport
import Testing

@Suite struct AccessTests {
    private static func token(_ server: RunningServer, _ scope: String, sets: String = "[]") throws -> String {
        let body = "{\"name\": \"\(scope)\", \"scope\": \"\(scope)\", \"sets\": \(sets)}"
        return try server.send("POST", "/tokens", body)["token"] as? String ?? ""
    }

    @Test func `each scope permits its actions and no others`() throws {
        let server = try RunningServer()
        _ = try server.send("POST", "/tags", #"{"tag": "a", "sets": ["default"]}"#)
        let requests: [(scope: String, method: String, path: String, body: String?)] = [
            ("suggest", "GET", "/suggestions", nil), ("read", "GET", "/tags", nil), ("read", "GET", "/export", nil),
            ("write", "POST", "/tags", #"{"tag": "b"}"#), ("admin", "GET", "/tokens", nil),
            ("admin", "GET", "/backup", nil),
        ]
        let ranks = ["suggest", "read", "write", "admin"]
        for (rank, scope) in ranks.enumerated() {
            let token = try Self.token(server, scope)
            for request in requests where request.path != "/backup" {
                let needed = request.path == "/export" ? 3 : ranks.firstIndex(of: request.scope) ?? 0
                let answer = try server.send(request.method, request.path, request.body, token: token)
                #expect((answer.status == 403) == (rank < needed), "\(scope): \(request.path)")
            }
        }
    }

    @Test func `a token opens its sets only, also after a rename`() throws {
        let server = try RunningServer()
        for set in ["mine", "yours"] {
            _ = try server.send("POST", "/sets", "{\"set\": \"\(set)\", \"tags\": [\"\(set) tag\"]}")
        }
        let token = try Self.token(server, "write", sets: #"["mine"]"#)
        #expect(try server.send("GET", "/sets/mine", token: token).status == 200)
        for path in ["/sets/yours", "/sets/default", "/sets/nowhere"] {
            #expect(try server.send("GET", path, token: token).status == 404, "\(path)")
        }
        for path in ["/tags", "/export", "/changes"] {
            #expect(try server.send("GET", path, token: token).status == 403, "\(path)")
        }
        let sets = try server.send("GET", "/sets", token: token)["sets"] as? [[String: Any]]
        #expect(sets?.count == 1)
        let suggested = try server.send("GET", "/suggestions?q=tag&set=mine", token: token)
        #expect(!suggested.body.contains("yours"))
        _ = try server.send("PATCH", "/sets/mine", #"{"set": "ours"}"#)
        _ = try server.send("POST", "/sets", #"{"set": "mine"}"#)
        #expect(try server.send("GET", "/sets/ours", token: token).status == 200)
        #expect(try server.send("GET", "/sets/mine", token: token).status == 404)
    }

    @Test func `a revoked, an expired and a made-up token open nothing`() throws {
        let server = try RunningServer()
        let made = try server.send("POST", "/tokens", #"{"name": "x", "scope": "read"}"#)
        let token = made["token"] as? String ?? ""
        #expect(try server.send("GET", "/tags", token: token).status == 200)
        #expect(try server.send("DELETE", made.headers["location"].map { String($0.dropFirst(7)) } ?? "").status == 204)
        let refused = try server.send("GET", "/tags", token: token)
        #expect(refused.status == 401)
        #expect(refused.headers["www-authenticate"]?.hasPrefix("Bearer") == true)
        let end = Date().addingTimeInterval(2)
        let fields = #"{"name": "x", "scope": "read", "expires": "\#(end.formatted(.iso8601))"}"#
        let old = try server.send("POST", "/tokens", fields)["token"] as? String ?? ""
        #expect(old.hasPrefix("tf_"))
        Thread.sleep(until: end)
        #expect(try server.send("GET", "/tags", token: old).status == 401)
        #expect(try server.send("GET", "/tags", token: "").status == 401)
    }

    @Test func `a token whose end has passed is not made`() throws {
        let server = try RunningServer()
        let answer = try server.send(
            "POST", "/tokens", #"{"name": "x", "scope": "read", "expires": "2020-01-01T00:00:00Z"}"#)
        #expect(answer.status == 422)
        #expect((answer["detail"] as? String)?.contains("choose a time in the future") == true)
        let outcome = try TagflowProcess().run("token", "new", "x", "--expires", "2020-01-01T00:00:00Z")
        #expect(outcome.code == 64 && outcome.output.isEmpty)
        #expect(outcome.errors == "tagflow: invalid expiry '2020-01-01T00:00:00Z'; choose a time in the future\n")
    }

    @Test func `the command line makes, lists and revokes tokens`() throws {
        let server = try RunningServer()
        let tagflow = try TagflowProcess()
        let made = try tagflow.run(
            "--database", server.database, "token", "new", "phone", "--scope", "write", "--format", "json")
        let object = try JSONSerialization.jsonObject(with: Data(made.output.utf8)) as? [String: Any]
        let token = object?["token"] as? String ?? ""
        #expect(try server.send("POST", "/tags", #"{"tag": "x"}"#, token: token).status == 201)
        let list = try tagflow.run("--database", server.database, "token", "list").output
        #expect(list.contains("phone\twrite"))
        #expect(!list.contains(token))
        #expect(try tagflow.run("--database", server.database, "token", "revoke", "1").code == 0)
        #expect(try server.send("GET", "/tags", token: token).status == 401)
    }

    @Test func `the secret of a new token is stored nowhere`() throws {
        let server = try RunningServer()
        let body = #"{"name": "x", "scope": "read"}"#
        let key = ["Idempotency-Key: one"]
        #expect(try server.send("POST", "/tokens", body, headers: key).status == 400)
        let token = try server.send("POST", "/tokens", body)["token"] as? String ?? ""
        #expect(token.hasPrefix("tf_"))
        #expect(server.stop() == 0)
        let file = try Data(contentsOf: URL(fileURLWithPath: server.database))
        #expect(file.range(of: Data(token.utf8)) == nil)
    }

    @Test func `after ten failed attempts further ones must wait, and valid tokens needn't`() throws {
        let server = try RunningServer()
        let statuses = try (0..<12).map { try server.send("GET", "/tags", token: "made up \($0)").status }
        #expect(statuses == Array(repeating: 401, count: 10) + [429, 429])
        #expect(try server.send("GET", "/tags").status == 200)
    }

    @Test func `two servers on one host have different cookies`() throws {
        let servers = [try RunningServer(), try RunningServer()]
        let cookies = try servers.map { try Browser.signIn(to: $0) }
        // A browser sends the cookies of all ports of a host.
        let both = "\(cookies[0]); \(cookies[1].dropFirst("Cookie: ".count))"
        for (server, cookie) in zip(servers, cookies) {
            #expect(cookie.hasPrefix("Cookie: \(Browser.cookieName(of: server))=tf_session."))
            #expect(try server.send("GET", "/tags", headers: [both], token: "").status == 200)
        }
    }

    @Test func `the command line prints a new sign-in link for a running server`() throws {
        let server = try RunningServer("--base-path", "/tags")
        let tagflow = try TagflowProcess()
        func link(_ options: String...) throws -> String {
            try tagflow.run(["--database", server.database, "sign-in"] + options).output
                .trimmingCharacters(in: .whitespacesAndNewlines)
        }
        let url = try link()
        #expect(url.hasPrefix("\(server.url)/sign-in?key=tf_link."))
        let key = url.split(separator: "=").last.map(String.init) ?? ""
        // The key opens the page /sign-in and nothing else.
        #expect(try server.send("GET", "/tags", token: key).status == 401)
        let cookie = "Cookie: \(Browser.cookieName(of: server))"
        #expect(try server.send("GET", "/tags", headers: ["\(cookie)=\(key)"], token: "").status == 401)
        let answer = RunningServer.answer(try RunningServer.curl(["-s", "-i", url]))
        #expect(answer.status == 303)
        let session = "Cookie: \((answer.headers["set-cookie"] ?? "").prefix { $0 != ";" })"
        #expect(try server.send("GET", "/tags", headers: [session], token: "").status == 200)
        #expect(RunningServer.answer(try RunningServer.curl(["-s", "-i", url])).status == 403, "a link works once")
        #expect(try link("--url", "https://tags.example/tags/").hasPrefix("https://tags.example/tags/sign-in?key=tf_"))
        let token = try server.send("POST", "/tokens", #"{"name": "x", "scope": "admin"}"#)["token"]
        let other = "\(server.url)/sign-in?key=\(token as? String ?? "")"
        #expect(RunningServer.answer(try RunningServer.curl(["-s", "-i", other])).status == 403)
        #expect(server.stop() == 0)
        let outcome = try tagflow.run("--database", server.database, "sign-in")
        #expect(outcome.code == 69 && outcome.errors.contains("no server runs on this database"), "\(outcome.errors)")
    }

    @Test func `a link for a server that was killed is refused`() throws {
        let server = try RunningServer()
        server.kill()
        let outcome = try TagflowProcess().run("--database", server.database, "sign-in")
        #expect(outcome.code == 69, "\(outcome.output)")
    }

    @Test func `a cookie changes things from the server's own page only`() throws {
        let server = try RunningServer()
        let first = try RunningServer.curl(["-s", "-i", server.signInURL])
        #expect(first.contains("303"))
        #expect(first.contains("HttpOnly; SameSite=Strict"))
        let cookie =
            first.split(whereSeparator: \.isNewline).first { $0.lowercased().hasPrefix("set-cookie:") }
            .map { $0.dropFirst("Set-Cookie: ".count).prefix { $0 != ";" } } ?? ""
        #expect(try RunningServer.curl(["-s", "-i", server.signInURL]).contains("403"))
        let with = ["Cookie: \(cookie)"]
        #expect(try server.send("GET", "/tags", headers: with, token: "").status == 200)
        let body = #"{"tag": "x"}"#
        #expect(try server.send("POST", "/tags", body, headers: with, token: "").status == 403)
        let evil = with + ["Sec-Fetch-Site: cross-site"]
        #expect(try server.send("POST", "/tags", body, headers: evil, token: "").status == 403)
        let foreign = with + ["Origin: http://evil.example"]
        #expect(try server.send("POST", "/tags", body, headers: foreign, token: "").status == 403)
        let own = with + ["Sec-Fetch-Site: same-origin"]
        #expect(try server.send("POST", "/tags", body, headers: own, token: "").status == 201)
        let rebound = with + ["Host: evil.example"]
        #expect(try server.send("GET", "/tags", headers: rebound, token: "").status == 403)
    }

    @Test func `a token's rate limit counts requests with a cookie too`() throws {
        let server = try RunningServer("--token-rate", "2")
        let token = try Self.token(server, "read")
        let cookie = ["Cookie: \(Browser.cookieName(of: server))=\(token)"]
        // The requests take far less time than the seconds whose limits would let all of them pass.
        let statuses = try (0..<200).map { _ in try server.send("GET", "/sets", headers: cookie, token: "").status }
        #expect(Set(statuses) == [200, 429])
    }

    @Test func `a used link explains itself to a browser, and returns JSON to a program`() throws {
        let server = try RunningServer()
        let first = try RunningServer.curl(["-s", "-i", server.signInURL])
        #expect(first.contains("ocation: /?signed-in\r"))
        let page = try RunningServer.curl(["-s", "-i", "-H", "Accept: text/html", server.signInURL])
        #expect(page.contains(" 403 ") && page.contains("text/html"))
        #expect(page.contains("tagflow token new browser --scope write"))
        #expect(page.contains("content-security-policy") || page.contains("Content-Security-Policy"))
        let problem = try RunningServer.curl(["-s", "-i", server.signInURL])
        #expect(problem.contains(" 403 ") && problem.contains("application/problem+json"))
    }

    @Test func `the event stream reports its token's scope`() throws {
        let server = try RunningServer()
        for scope in ["read", "write"] {
            let body = "{\"name\": \"\(scope)\", \"scope\": \"\(scope)\"}"
            let token = try server.send("POST", "/tokens", body)["token"] as? String ?? ""
            let head = try RunningServer.curl([
                "-s", "-i", "--max-time", "1", "-H", "Authorization: Bearer \(token)", server.url + "/api/v1/events",
            ])
            #expect(head.lowercased().contains("tagflow-scope: \(scope)\r"), "\(head)")
        }
    }

    @Test func `a browser stays signed in when the server is started again, until it is revoked`() throws {
        let folder = try TemporaryFolder()
        var server = try RunningServer(folder: folder)
        let answer = try RunningServer.curl(["-s", "-i", server.signInURL])
        let cookie =
            answer.split(whereSeparator: \.isNewline).first { $0.lowercased().hasPrefix("set-cookie:") }
            .map { $0.dropFirst("Set-Cookie: ".count).prefix { $0 != ";" } } ?? ""
        #expect(server.stop() == 0)
        server = try RunningServer(folder: folder)
        // This one listens on another port.
        let with = ["Cookie: \(Browser.cookieName(of: server))\(cookie.drop { $0 != "=" })"]
        #expect(try server.send("GET", "/tags", headers: with, token: "").status == 200)
        let body = #"{"tag": "x"}"#
        #expect(try server.send("POST", "/tags", body, headers: with, token: "").status == 403)
        let own = with + ["Sec-Fetch-Site: same-origin"]
        #expect(try server.send("POST", "/tags", body, headers: own, token: "").status == 201)
        let tokens = try server.send("GET", "/tokens")["tokens"] as? [[String: Any]]
        #expect(tokens?.first?["name"] as? String == "browser")
        #expect(tokens?.first?["expires"] != nil)
        #expect(try server.send("DELETE", "/tokens/1").status == 204)
        #expect(try server.send("GET", "/tags", headers: with, token: "").status == 401)
    }

    @Test func `spaces keep apart, and only the server's admin makes them`() throws {
        let folder = try TemporaryFolder()
        let server = try RunningServer("--spaces", folder.path)
        for space in ["one", "two"] {
            #expect(try server.send("POST", "//spaces", "{\"space\": \"\(space)\"}").status == 201)
        }
        let path = "//spaces/one/api/v1"
        let made = try server.send("POST", "\(path)/tokens", #"{"name": "x", "scope": "admin"}"#)
        let token = made["token"] as? String ?? ""
        #expect(try server.send("POST", "\(path)/tags", #"{"tag": "secret"}"#, token: token).status == 201)
        for other in ["//spaces/two/api/v1/tags", "//spaces/none/api/v1/tags", "//spaces"] {
            let status = try server.send("GET", other, token: token).status
            #expect(status == 401, "\(other): \(status)")
        }
        for hostile in ["..%2fone", "one%00", "one.sqlite", "ONE", String(repeating: "a", count: 65)] {
            let status = try server.send("GET", "//spaces/\(hostile)/api/v1/tags", token: token).status
            #expect([401, 404].contains(status), "\(hostile): \(status)")
        }
        #expect(try server.send("DELETE", "//spaces/one").status == 204)
        #expect(try server.send("GET", "\(path)/tags", token: token).status == 401)
        #expect(try server.send("GET", "//spaces").body == #"{"spaces":[{"space":"two"}]}"#)
    }

    @Test func `a token limited to sets sees nothing of other sets`() throws {
        let server = try RunningServer()
        for set in ["mine", "hidden project"] {
            _ = try server.send("POST", "/sets", "{\"set\": \"\(set)\", \"tags\": [\"\(set) tag\"]}")
        }
        let token = try Self.token(server, "write", sets: #"["mine"]"#)
        let requests: [(method: String, path: String, body: String?)] = [
            ("GET", "/items?set=hidden%20projec", nil), ("GET", "/suggestions?set=hidden%20projec", nil),
            ("POST", "/items", #"{"set": "hidden projec"}"#), ("PATCH", "/sets/mine", #"{"set": "hidden project"}"#),
            ("PATCH", "/sets/mine/selection", #"{"select": ["hidden project ta"]}"#),
        ]
        for request in requests {
            let answer = try server.send(request.method, request.path, request.body, token: token)
            #expect(answer.status >= 400, "\(request)")
            #expect(!answer.body.contains("hidden project tag"), "\(request): \(answer.body)")
            #expect(!answer.body.contains("'hidden project'"), "\(request): \(answer.body)")
        }
    }

    @Test func `a new token is limited to the command line's set`() throws {
        let server = try RunningServer()
        let tagflow = try TagflowProcess()
        _ = try server.send("POST", "/sets", #"{"set": "mine"}"#)
        let words = ["--database", server.database, "token", "new", "guest", "--set", "mine"]
        let token = try tagflow.run(words).output.trimmingCharacters(in: .whitespacesAndNewlines)
        #expect(try server.send("GET", "/sets/mine", token: token).status == 200)
        #expect(try server.send("GET", "/sets/default", token: token).status == 404)
    }

    @Test(arguments: ["[::1].evil.com", "localhost:80@evil.com", "evil.com", "localhost.evil.com"])
    func `a host that only looks like this machine is refused`(host: String) throws {
        let server = try RunningServer()
        #expect(try server.send("GET", "/tags", headers: ["Host: \(host)"]).status == 403)
    }
}
