import Foundation
import TestSupport
import Testing

/// A token that is limited to sets sees nothing else: two databases that differ only elsewhere look the same to it.
@Suite struct LimitedTokenTests {
    /// A server with the set 'mine', and other content that its token must not notice.
    private struct World {
        let server: RunningServer
        let token: String
        /// The number of an item of 'mine'.
        let ownID: Int

        init(elsewhere: [Request]) throws {
            server = try RunningServer()
            for request in Self.own { try Self.make(request, on: server) }
            for request in elsewhere { try Self.make(request, on: server) }
            let made = try server.send("POST", "/tokens", #"{"name": "guest", "scope": "admin", "sets": ["mine"]}"#)
            token = made["token"] as? String ?? ""
            let saved = try server.send("GET", "/items?set=mine", token: token)["items"]
            ownID = (saved as? [[String: Any]])?.last?["id"] as? Int ?? 0
        }

        private static func make(_ request: Request, on server: RunningServer) throws {
            let answer = try server.send(request.method, request.path, request.body)
            #expect(answer.status < 300, "\(request): \(answer.body)")
        }

        private static let own = [
            Request("POST", "/sets", #"{"set": "mine", "tags": ["sea", "map", "walk", "My tag"]}"#),
            Request("PUT", "/tags/sea/aliases/ocean"), Request("PUT", "/tags/sea/implies/map"),
            Request("POST", "/items", #"{"set": "mine", "title": "a trip", "tags": ["sea", "map"]}"#),
            Request("POST", "/items", #"{"set": "mine", "title": "a walk", "tags": ["walk"], "location": "/walk"}"#),
        ]

        func send(_ request: Request) throws -> RunningServer.Answer {
            try server.send(
                request.method, request.path.replacingOccurrences(of: "{own}", with: "\(ownID)"), request.body,
                headers: request.headers, token: token)
        }
    }

    private struct Request: CustomStringConvertible {
        var method: String
        var path: String
        var body: String?
        var headers: [String] = []

        init(_ method: String, _ path: String, _ body: String? = nil, headers: [String] = []) {
            (self.method, self.path, self.body, self.headers) = (method, path, body, headers)
        }

        var description: String { "\(method) \(path) \(body ?? "") \(headers.joined())" }
    }

    /// A database with much activity in another set, which also uses the token's tags.
    private static func busy() throws -> World {
        let saved = (0..<6)
            .map { number in
                Request(
                    "POST", "/items",
                    """
                    {"set": "Secret", "title": "budget plan \(number)",
                     "tags": ["sea", "walk", "Zebra", "Amazon Web Services"]}
                    """)
            }
        return try World(
            elsewhere: [
                Request(
                    "POST", "/sets", #"{"set": "Secret", "tags": ["Amazon Web Services", "Zebra", "Walking", "sea"]}"#),
                Request("PUT", "/tags/Amazon%20Web%20Services/aliases/AWS"),
                Request("PUT", "/tags/Zebra/aliases/Quagga"), Request("PUT", "/tags/walk/implies/Zebra"),
                Request("PUT", "/tags/Zebra/implies/map"), Request("PUT", "/tags/Amazon%20Web%20Services/implies/map"),
                Request("PATCH", "/sets/Secret/selection", #"{"select": ["Zebra", "sea"]}"#),
                Request("PUT", "/views/secrets", #"{"q": "set:Secret #Zebra"}"#),
                Request("POST", "/rules", #"{"q": "budget", "tag": "Zebra"}"#),
            ] + saved)
    }

    /// A database without that activity, with another chosen set.
    private static func quiet() throws -> World {
        try World(elsewhere: [
            Request("POST", "/sets", #"{"set": "Third", "tags": ["unlike"]}"#),
            Request("POST", "/items", #"{"set": "Third", "tags": ["unlike"]}"#),
        ])
    }

    /// Every route and method that reads, for names that exist in the set, elsewhere in one of the databases, and nowhere.
    private static let reads: [Request] = {
        var requests = [
            "/sets", "/set-summaries", "/tags", "/tags?q=zeb", "/similar-tags", "/similar-tags?to=Zebr",
            "/similar-tags?kind=synonyms", "/rules", "/rules/suggested", "/webhooks", "/implications", "/groups",
            "/remotes", "/descriptions", "/changes", "/export", "/backup", "/tokens", "/export?format=links",
            "/export?format=links&q=set:Secret", "/export?set=Secret", "/export?format=ndjson&q=",
            "/export?format=links&q=%23Zebra", "/items", "/items?q=plan%20-%23none&lenient=true&facets=20", "/stats",
            "/stats?by=year", "/views", "/items/counts", "/views/secrets/feed.atom", "/views/secrets/feed.json",
            "/views/none/feed.atom", "/items/duplicates", "/items?offset=1", "/tags/merge", "/tags/delete",
            "/tags?filter=unused", "/items?q=id:900-950",
            "/items/lookup?location=https://example.org/plan&title=budget%20plan", "/suggestions",
            "/items/lookup?location=https://example.org/plan&fetch=true", "/suggestions?q=",
            "/suggestions?q=ocaen&similar=true", "/suggestions?q=walks&similar=true",
            "/suggestions?q=Secrte&similar=true", "/suggestions?in-set", "/suggestions?explain&q=a", "/review",
            "/review?q=walk&again=true", "/review?q=none&limit=1", "/suggestions?for=budget%20plan",
            "/suggestions?given=sea&explain&for=budget", "/suggestions?q=ocea",
            "/suggestions?title=budget%20plan&location=/budget&note=budget&text=plan&explain", "/suggestions?q=wakl",
            "//metrics", "//spaces", "//healthz",
        ]
        for set in ["mine", "Secret", "secret", "default", "nowhere", "Secre"] {
            requests += [
                "/sets/\(set)", "/sets/\(set)/selection", "/sets/\(set)/board", "/sets/\(set)/board?top=0&height=20",
                "/items?set=\(set)", "/items?set=\(set)&q=walk", "/suggestions?set=\(set)&q=s", "/items?q=set:\(set)",
                "/stats?q=set:\(set)", "/items/counts?set=\(set)", "/items/duplicates?set=\(set)", "/review?set=\(set)",
                "/review?q=set:\(set)&again=true", "/items/lookup?set=\(set)&location=/walk&title=budget%20plan",
                "/suggestions?set=\(set)&in-set=true",
            ]
            requests += ["svg", "png", "pdf", "html", "txt", "md", "csv"].map { "/sets/\(set)/board.\($0)" }
        }
        for tag in ["sea", "ocean", "Zebra", "quagga", "AWS", "Amazon%20Web%20Services", "none"] {
            requests += [
                "/tags/\(tag)", "/tags/\(tag)/implies", "/tags/\(tag)/candidates", "/suggestions?given=\(tag)&explain",
                "/suggestions?q=\(tag)", "/items?set=mine&q=%23\(tag)", "/items?q=%23\(tag)&lenient=true&facets=20",
                "/stats?q=%23\(tag)",
            ]
        }
        // Ids count over the whole database, so those of the other set are compared by another test.
        requests += ["{own}", "900", "x"].flatMap { ["/items/\($0)", "/items/\($0)/dismissed"] }
        return requests.map { Request("GET", $0) } + [Request("HEAD", "/events"), Request("HEAD", "/sets/Secret")] + [
            Request(
                "POST", "/suggestions",
                "{\"given\": [\"Zebra\", \"AWS\", \"sea\"], \"for\": \"budget plan\"}\n{\"query\": \"zeb\"}\n",
                headers: ["Content-Type: application/x-ndjson"]),
            Request("POST", "/suggestions?set=Secret", "{}", headers: ["Content-Type: application/x-ndjson"]),
        ]
    }()

    /// Every route that changes something.
    private static let changes: [Request] = {
        var requests = [
            Request("POST", "/tags", #"{"tag": "zebra"}"#), Request("PATCH", "/tags/Zebra", #"{"tag": "x"}"#),
            Request("DELETE", "/tags/Zebra"), Request("POST", "/tags/Zebra/merge", #"{"into": "sea"}"#),
            Request("PUT", "/tags/sea/aliases/Zebra"), Request("DELETE", "/tags/Zebra/aliases/Quagga"),
            Request("PUT", "/tags/sea/implies/Zebra"), Request("DELETE", "/tags/walk/implies/Zebra"),
            Request("PUT", "/tags/sea/distinct/Zebra"), Request("DELETE", "/tags/sea/distinct/Zebra"),
            Request("POST", "/tags/merge", #"{"tags": ["Zebra"], "into": "sea"}"#),
            Request("POST", "/tags/delete", #"{"tags": ["Zebra"]}"#),
            Request("POST", "/implications", #"{"tags": ["walk"], "implies": "Zebra"}"#),
            Request("PUT", "/groups/g", #"{"tags": ["walk", "Zebra"]}"#), Request("DELETE", "/groups/g"),
            Request("PATCH", "/tags/merge", #"{"tag": "x"}"#), Request("DELETE", "/tags/merge"),
            Request("PATCH", "/tags/delete", #"{"tag": "x"}"#), Request("DELETE", "/tags/delete"),
            Request("POST", "/undo", #"{"change": 1}"#), Request("POST", "/sets", #"{"set": "Secret"}"#),
            Request("POST", "/undo"), Request("POST", "/redo"),
            Request("POST", "/import", "{}", headers: ["Content-Type: application/x-ndjson"]),
            Request("POST", "/tokens", #"{"name": "x", "scope": "read"}"#), Request("DELETE", "/tokens/1"),
            Request("POST", "/rules", #"{"q": "plan", "tag": "Zebra"}"#),
            Request("POST", "/rules/test", #"{"q": "plan", "tag": "Zebra"}"#), Request("DELETE", "/rules/1"),
            Request("POST", "/webhooks", #"{"url": "https://example.org/"}"#), Request("DELETE", "/webhooks/1"),
            Request("POST", "/remotes/linkding/pull"), Request("POST", "/remotes/linkding/push?dry-run=true"),
            Request("POST", "/connections", #"{"name": "x", "scope": "read"}"#), Request("DELETE", "/connections/1"),
        ]
        for set in ["Secret", "default", "nowhere"] {
            requests += [
                Request("PATCH", "/sets/\(set)", #"{"layout": {"spacing": 3}}"#),
                Request("PATCH", "/sets/\(set)", #"{"set": "x"}"#), Request("DELETE", "/sets/\(set)"),
                Request("DELETE", "/sets/\(set)", headers: ["If-Match: *"]),
                Request("PUT", "/sets/\(set)/tags", #"{"tags": ["Zebra"]}"#),
                Request("PUT", "/sets/\(set)/tags", #"{"tags": ["Zebra"]}"#, headers: ["If-None-Match: *"]),
                Request("POST", "/sets/\(set)/tags", #"{"tags": ["Zebra"]}"#),
                Request("PATCH", "/sets/\(set)/tags/Zebra", "{}"), Request("DELETE", "/sets/\(set)/tags/Zebra"),
                Request("PATCH", "/sets/\(set)/selection", #"{"toggle": ["Zebra"]}"#),
                Request("POST", "/items", "{\"set\": \"\(set)\", \"tags\": [\"Zebra\"]}"),
            ]
        }
        for tag in ["Zebra", "quagga", "AWS", "none"] {
            requests += [
                Request("PATCH", "/sets/mine/tags/\(tag)", #"{"before": "sea"}"#),
                Request("PATCH", "/sets/mine/tags/sea", "{\"before\": \"\(tag)\"}"),
                Request("DELETE", "/sets/mine/tags/\(tag)"),
                Request("PATCH", "/sets/mine/selection", "{\"toggle\": [\"\(tag)\"]}"),
                Request("PATCH", "/sets/mine/selection", "{\"selected\": [\"\(tag)\"]}"),
            ]
        }
        for id in ["900", "901"] {
            requests += [
                Request("DELETE", "/items/\(id)"), Request("PATCH", "/items/\(id)", #"{"add": ["Zebra"]}"#),
                Request("POST", "/items/\(id)/restore"), Request("PUT", "/items/\(id)/dismissed/Zebra"),
                Request("DELETE", "/items/\(id)/dismissed/Zebra"), Request("PUT", "/items/\(id)/reviewed"),
                Request("DELETE", "/items/\(id)/reviewed"), Request("POST", "/items/delete", "{\"ids\": [\(id)]}"),
                Request("POST", "/items/merge", "{\"ids\": [\(id)], \"into\": \(id)}"),
            ]
        }
        // From here on the set changes, and tags of the other set come into it.
        let key = ["Idempotency-Key: once"]
        let zebra = #"{"tags": ["ZEBRA"], "selected": true}"#
        requests += [
            Request("PATCH", "/sets/mine/selection", #"{"select": ["walk"], "implied": true}"#),
            Request("PATCH", "/sets/mine/selection", #"{"select": ["sea"], "implied": true}"#),
            Request("POST", "/sets/mine/tags", zebra, headers: key),
            Request("POST", "/sets/mine/tags", zebra, headers: key),
            Request("POST", "/sets/mine/tags", #"{"tags": ["zebra", "aws"]}"#),
            Request("PATCH", "/sets/mine/selection", #"{"select": ["aws", "Zebra"], "implied": true}"#),
            Request("PATCH", "/sets/mine/selection", #"{"toggle": ["Quagga"]}"#),
            Request("PATCH", "/sets/mine/tags/AWS", #"{"before": "sea"}"#),
            Request("POST", "/items", #"{"set": "mine", "tags": ["aws", "Zebra"]}"#),
            Request("POST", "/items", #"{"set": "mine", "tags": ["none", "ZEBRA"]}"#),
            Request("POST", "/items", #"{"set": "mine", "title": "budget plan"}"#),
            Request("PATCH", "/items/{own}", #"{"title": "budget", "add": ["zebra", "none two"]}"#),
            Request("POST", "/items/tag?dry-run=true", #"{"q": "plan", "add": ["Zebra"]}"#),
            Request("POST", "/items/tag", #"{"q": "plan", "add": ["Zebra"]}"#),
            Request("POST", "/items/tag", #"{"ids": [900], "add": ["sea"]}"#),
            Request("POST", "/items/tag", #"{"q": "budget", "accept": 0.2}"#), Request("PUT", "/items/{own}/reviewed"),
            Request("GET", "/review"), Request("GET", "/review?q=&again=true"),
            Request("DELETE", "/items/{own}/reviewed"), Request("DELETE", "/items/{own}/reviewed"),
            Request("PUT", "/items/{own}/dismissed/Quagga"), Request("PUT", "/items/{own}/dismissed/AWS"),
            Request("GET", "/items/{own}/dismissed"), Request("GET", "/suggestions?title=budget&location=/walk"),
            Request("GET", "/suggestions?title=budget&saved-item=900"),
            Request("DELETE", "/items/{own}/dismissed/quagga"), Request("DELETE", "/items/{own}/dismissed/Zebra"),
            Request("POST", "/items/delete?dry-run=true", #"{"q": "plan"}"#),
            Request("POST", "/items/delete", #"{"q": "set:Secret"}"#),
            Request("PUT", "/views/plans", #"{"q": "plan"}"#), Request("GET", "/views"),
            Request("PUT", "/views/secrets/share", #"{"page": true}"#), Request("DELETE", "/views/secrets/share"),
            Request("DELETE", "/views/plans"), Request("DELETE", "/views/secrets"),
            Request("POST", "/items/{own}/restore"), Request("DELETE", "/items/{own}"),
            Request("PATCH", "/sets/mine", #"{"layout": {"spacing": 3}}"#),
            Request("PATCH", "/sets/mine", #"{"set": "Secret"}"#),
        ]
        return requests
    }()

    /// Requests repeated after tags of the other set were added to the token's set.
    private static let last: [Request] = [
        Request("DELETE", "/sets/mine/tags/ZEBRA"), Request("GET", "/sets/mine"),
        Request("GET", "/items?set=mine&q=%23zebra"), Request("GET", "/suggestions?given=zebra"),
        Request("POST", "/sets/mine/tags", #"{"tags": ["Zebra"]}"#),
        Request("PUT", "/sets/mine/tags", #"{"tags": ["walking", "aws", "sea", "new one"]}"#),
        Request("GET", "/sets/mine"), Request("GET", "/suggestions?q=w"), Request("GET", "/items?set=mine"),
        Request("GET", "/sets/mine/board.txt"), Request("DELETE", "/sets/mine"),
    ]

    @Test func `two databases that differ elsewhere look the same to a limited token`() throws {
        let worlds = [try Self.busy(), try Self.quiet()]
        for request in Self.reads + Self.changes + Self.reads + Self.last {
            let answers = try worlds.map { Self.comparable(try $0.send(request)) }
            #expect(answers[0] == answers[1], "\(request)")
        }
    }

    @Test func `an item of another set looks like one that doesn't exist`() throws {
        let world = try Self.busy()
        // The items 3 to 8 of this database are those of the other set.
        for method in ["GET", "DELETE", "POST"] {
            let path = method == "POST" ? "/restore" : ""
            let other = try world.send(Request(method, "/items/4\(path)"))
            let none = try world.send(Request(method, "/items/99\(path)"))
            #expect(other.status == 404)
            #expect(Self.comparable(other) == Self.comparable(none))
        }
    }

    @Test func `the requests of the comparison reach every route`() throws {
        let server = try RunningServer()
        let paths = try server.send("GET", "//openapi.json")["paths"] as? [String: [String: Any]]
        let requests = Self.reads + Self.changes + Self.last
        for (path, methods) in paths ?? [:] where path.hasPrefix("/api/v1/") {
            let template = path.dropFirst("/api/v1".count).split(separator: "/")
            for method in methods.keys where ["get", "post", "put", "patch", "delete"].contains(method) {
                let isReached = requests.contains { request in
                    let verb = request.method == "HEAD" ? "get" : request.method.lowercased()
                    let segments = request.path.prefix { $0 != "?" }.split(separator: "/")
                    return verb == method && segments.count == template.count
                        && zip(segments, template).allSatisfy { $0 == $1 || $1.hasPrefix("{") }
                }
                #expect(isReached, "\(method) \(path)")
            }
        }
        #expect(paths?.count ?? 0 > 30)
    }

    @Test func `a tag that exists elsewhere joins the set under the name that was sent`() throws {
        let world = try Self.busy()
        let added = try world.send(Request("POST", "/sets/mine/tags", #"{"tags": ["aws", "ZEBRA", "sea"]}"#))
        #expect(added.body == #"{"added":["aws","ZEBRA"],"present":["sea"],"set":"mine"}"#)
        let listed = try world.send(Request("GET", "/sets/mine"))["tags"] as? [String]
        #expect(listed == ["sea", "map", "walk", "My tag", "aws", "ZEBRA"])
        let all = try world.server.send("GET", "/sets/mine")["tags"] as? [String]
        #expect(all == ["sea", "map", "walk", "My tag", "Amazon Web Services", "Zebra"])
        let suggested = try world.send(Request("GET", "/suggestions?q=ama"))
        #expect(suggested.body.contains(#""suggestions":[]"#))
    }

    @Test func `typed matches count the uses within the token's sets`() throws {
        let world = try Self.busy()
        let suggestions = try world.send(Request("GET", "/suggestions"))["suggestions"]
        let tags = (suggestions as? [[String: Any]])?.map { $0["tag"] as? String ?? "" }
        #expect(tags.map { Set($0) } == ["sea", "map", "walk", "My tag"])
        #expect(tags?.last == "My tag")
    }

    /// The part of a response that must not differ: all except times, numbers of items, and values derived from them.
    private static func comparable(_ answer: RunningServer.Answer) -> [String] {
        // A PDF has the time at which it was made; the same picture is compared as SVG.
        guard answer.headers["content-type"] != "application/pdf" else { return ["\(answer.status)"] }
        let body = normalized(answer.body)
        let isChanged = body != answer.body
        let headers = answer.headers.sorted { $0.key < $1.key }
            .compactMap { name, value -> String? in
                switch name {
                case "date", "server-timing": nil
                case "etag": isChanged ? "etag" : "etag: \(value)"
                case "content-length", "link": isChanged ? name : "\(name): \(value)"
                default: "\(name): \(normalized(value))"
                }
            }
        return ["\(answer.status)", body] + headers
    }

    private static func normalized(_ text: String) -> String {
        text.replacing(/"at":"[^"]*"/, with: "\"at\"").replacing(/"id":[0-9]+/, with: "\"id\"")
            .replacing(/items\/[0-9]+/, with: "selections/").replacing(/after=[^>]*/, with: "after=")
    }
}
