import Foundation
import TestSupport
import Testing

@Suite struct BusyDatabaseTests {
    @Test func `boards of a new width wait neither for another process nor for a change that waits`() throws {
        let server = try RunningServer()
        let names = (0..<50).map { "\"tag \($0)\"" }.joined(separator: ",")
        _ = try server.send("PUT", "/sets/default/tags", "{\"tags\": [\(names)]}")
        let answer = try PythonScript.run(
            """
            import sqlite3, subprocess, sys, time
            database = sqlite3.connect(sys.argv[1], isolation_level=None)
            database.execute("BEGIN IMMEDIATE")
            common = ["curl", "-s", "-o", "/dev/null", "-w", "%{http_code} %{time_total}", "-H", "Authorization: Bearer " + sys.argv[3]]
            change = subprocess.Popen(common + ["-H", "Content-Type: application/json", "-d", '{"tag": "x"}', sys.argv[2] + "/tags"],
                stdout=subprocess.PIPE, text=True)
            time.sleep(1)
            for ending in ["?width=300", ".svg?width=321", ".txt?width=33", "?width=400"]:
                status, took = subprocess.check_output(common + [sys.argv[2] + "/sets/default/board" + ending], text=True).split()
                print(status, float(took) < 4)
            print(change.poll() is None)
            database.execute("ROLLBACK")
            print(change.communicate()[0].split()[0])
            """, server.database, "\(server.url)/api/v1", RunningServer.adminToken)
        #expect(answer == String(repeating: "200 True\n", count: 4) + "True\n201\n")
    }

    @Test func `a change isn't acknowledged if the database was deleted or replaced`() throws {
        let server = try RunningServer()
        #expect(try server.send("POST", "/tags", #"{"tag": "before"}"#).status == 201)
        try FileManager.default.moveItem(atPath: server.database, toPath: server.folder.file("moved"))
        for name in ["deleted", "replaced"] {
            let answer = try server.send("POST", "/tags", #"{"tag": "\#(name)"}"#)
            #expect(answer.status == 503)
            #expect(
                answer["detail"] as? String
                    == "the database file was deleted or replaced, so the change may be lost; its owner should restart the server"
            )
            try Data("other".utf8).write(to: URL(fileURLWithPath: server.database))
        }
        try FileManager.default.removeItem(atPath: server.database)
        try FileManager.default.moveItem(atPath: server.folder.file("moved"), toPath: server.database)
        #expect(try server.send("GET", "/tags/deleted").status == 404)
        #expect(try server.send("POST", "/tags", #"{"tag": "after"}"#).status == 201)
    }

    @Test func `a list of items continues in place after deletions`() throws {
        let server = try RunningServer()
        for number in 0..<6 {
            let body = "{\"set\": \"default\", \"tags\": [\"a\"], \"title\": \"label \(number)\"}"
            if number == 0 { _ = try server.send("PUT", "/sets/default/tags", #"{"tags": ["a"]}"#) }
            #expect(try server.send("POST", "/items", body).status == 201)
        }
        let first = try server.send("GET", "/items?limit=3")
        let shown = (first["items"] as? [[String: Any]])?.compactMap { $0["id"] as? Int } ?? []
        #expect(shown == [6, 5, 4])
        let next = first.headers["link"].map { String($0.dropFirst("</api/v1".count).prefix { $0 != ">" }) } ?? ""
        for id in [4, 5, 2] { #expect(try server.send("DELETE", "/items/\(id)").status == 204) }
        let second = try server.send("GET", next)
        #expect(second.status == 200)
        let rest = (second["items"] as? [[String: Any]])?.compactMap { $0["id"] as? Int }
        #expect(rest == [3, 1])
    }
}
