import Foundation
import TestSupport
import Testing

/// Routes with more than one set: the set of each entrance, daily sets, and suggestions of a set.
@Suite struct SeparateSetsRouteTests {
    private static func set(_ server: RunningServer, _ body: String, _ headers: String...) throws -> String? {
        let saved = try server.send("POST", "/items", body, headers: headers)
        #expect(saved.status == 201, "\(saved.body)")
        return saved["set"] as? String
    }

    @Test func `each entrance remembers its set, whatever is chosen`() throws {
        let server = try RunningServer()
        _ = try server.send("POST", "/sets", #"{"set": "recipes"}"#)
        _ = try server.send("POST", "/sets", #"{"set": "days", "tags": ["walk"], "daily": true}"#)
        #expect(try Self.set(server, #"{"location": "u://1", "set": "recipes"}"#) == "recipes")
        #expect(try Self.set(server, #"{"location": "u://2"}"#) == "recipes")
        #expect(try Self.set(server, #"{"title": "without location", "tags": []}"#) == "recipes")
        let fromExtension = "Tagflow-Client: extension"
        #expect(try Self.set(server, #"{"location": "u://3", "set": "default"}"#, fromExtension) == "default")
        #expect(try Self.set(server, #"{"location": "u://4"}"#, fromExtension) == "default")
        #expect(try Self.set(server, #"{"location": "u://5"}"#) == "recipes")
        _ = try server.send("PATCH", "/sets/days/selection", #"{"select": ["walk"]}"#)
        #expect(try Self.set(server, #"{"selection": true}"#) == "days")
        let all = try server.send("GET", "/items")
        #expect(all["total"] as? Int == 7)
    }

    @Test func `the board of a daily set follows the date of the request`() throws {
        let server = try RunningServer()
        let made = try server.send("POST", "/sets", #"{"set": "days", "tags": ["walk", "read"], "daily": true}"#)
        #expect(made["daily"] as? Bool == true)
        let path = "/sets/days/selection?date="
        _ = try server.send("PATCH", path + "2100-01-01", #"{"select": ["walk"]}"#)
        let today = try server.send("GET", path + "2100-01-01")
        #expect(today["selected"] as? [String] == ["walk"])
        let next = try server.send("GET", path + "2100-01-02")
        #expect(next["selected"] as? [String] == [])
        let told = "walk was on since yesterday, not saved; 'today yesterday --add walk'"
        let summaries = try server.send("GET", "/set-summaries?date=2100-01-02")
        #expect(summaries["notices"] as? [String] == [told], "\(summaries.body)")
        #expect(try server.send("GET", "/set-summaries?date=2100-01-02")["notices"] == nil)
        #expect(try server.send("GET", path + "yesterday").status == 400)
        let board = try server.send("GET", "/sets/days/board.txt?date=2100-01-02")
        #expect(board.body.hasPrefix("days · Saturday 2 January\n"), "\(board.body)")
    }

    @Test func `suggestions come from the set that is given, or from all sets alike`() throws {
        let server = try RunningServer()
        _ = try server.send("POST", "/sets", #"{"set": "days", "tags": ["walk"]}"#)
        for number in 1...6 {
            let body = #"{"set": "default", "location": "u://\#(number)", "title": "language", "tags": ["swift"]}"#
            _ = try Self.set(server, body)
        }
        _ = try Self.set(server, #"{"set": "days", "tags": ["walk"]}"#)
        func tags(_ query: String) throws -> [String] {
            let found = try server.send("GET", "/suggestions?\(query)")["suggestions"] as? [[String: Any]] ?? []
            return found.compactMap { $0["tag"] as? String }
        }
        #expect(try tags("title=language&set=days") == ["walk"])
        #expect(try tags("title=language").first == "swift")
        #expect(try tags("q=sw&set=days") == ["swift"])
        let lines = #"{"title": "language", "set": "days"}"#
        let batch = try server.send("POST", "/suggestions", lines, headers: ["Content-Type: application/x-ndjson"])
        #expect(batch.body.contains(#""tag":"walk""#) && !batch.body.contains(#""tag":"swift""#), "\(batch.body)")
    }
}
