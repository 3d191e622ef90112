import Foundation
import JSON
import TestSupport
import Testing

/// Tests of an editor's session with a `tagflow lsp` process.
@Suite(.timeLimit(.minutes(30))) struct SessionTests {
    @Test(arguments: ["utf-8", "utf-16"]) func `a tag is completed in both encodings`(encoding: String) throws {
        let client = try LanguageClient.withNotes()
        let result = try client.start(encoding)
        #expect(result["capabilities"]?["positionEncoding"]?.string == encoding)
        #expect(result["serverInfo"]?["name"] == "tagflow")
        try client.open("a.md", "---\ntags: [swift, ac]\n---\nüß😀 #mahcine\n")
        // 'ü' and 'ß' have two bytes and one UTF-16 unit each, the emoji four and two.
        let start: Int64 = encoding == "utf-8" ? 10 : 6
        let end = start + 7
        let body = try client.request("textDocument/completion", "a.md", 3, end)
        #expect(body["isIncomplete"] == true)
        let item = try #require(body["items"]?.list?.first)
        #expect(item["label"] == "machine-learning")
        #expect(item["filterText"]?.string?.hasPrefix("mahcine") == true)
        #expect(item["textEdit"]?["range"]?["start"]?["character"] == .integer(start))
        #expect(item["textEdit"]?["range"]?["end"]?["character"] == .integer(end))
        let last = try #require(body["items"]?.list?.last)
        #expect(last["label"] == "mahcine" && last["detail"] == "new tag")
        // In front matter, tags the note already has aren't offered again.
        let front = try client.request("textDocument/completion", "a.md", 1, 16)
        #expect(LanguageClient.labels(front).first == "actors")
        let all = try client.request("textDocument/completion", "a.md", 1, 14)
        #expect(!LanguageClient.labels(all).contains("swift"))
        #expect(try client.request("textDocument/completion", "a.md", 2, 1) == .null)
        #expect(try client.end() == 0)
    }

    @Test func `tags that go with the note's tags come first, with a reason`() throws {
        let client = try LanguageClient.withNotes()
        _ = try client.start()
        try client.open("a.md", "#swift and #")
        let result = try client.request("textDocument/completion", "a.md", 0, 12)
        #expect(LanguageClient.labels(result).first == "concurrency")
        #expect(result["items"]?.list?.first?["detail"]?.string?.contains("with swift") == true)
        // A hashtag can't contain a space, but a YAML list item can.
        #expect(!LanguageClient.labels(result).contains("deep work"))
        try client.open("b.md", "---\ntags:\n- deep\n---\n")
        let list = try client.request("textDocument/completion", "b.md", 2, 6)
        #expect(LanguageClient.labels(list) == ["deep work", "deep"])
        #expect(try client.end() == 0)
    }

    @Test func `tags of notes that are not in the database are offered too`() throws {
        let client = try LanguageClient.withNotes(["b.org": "#+filetags: :gardening:\n"])
        _ = try client.start()
        try client.open("a.org", "* Dig :gard", language: "org")
        let result = try client.request("textDocument/completion", "a.org", 0, 11)
        let item = try #require(result["items"]?.list?.first)
        #expect(item["label"] == "gardening" && item["detail"] == "in 1 note")
        #expect(item["textEdit"]?["newText"] == "gardening:")
        #expect(try client.end() == 0)
    }

    @Test func `aliases, other spellings and near duplicates are reported and fixed`() throws {
        let client = try LanguageClient.withNotes(["b.md": "#concurency #ml"])
        _ = try client.start()
        let text = "---\ntags: [ml, Swift]\n---\n#concurency #concurency #swift"
        try client.open("a.md", text)
        let found = try client.diagnostics("a.md", count: 4)
        #expect(found.map { $0["code"] } == ["alias", "spelling", "similar", "similar"])
        #expect(found.allSatisfy { $0["severity"] == 4 && $0["source"] == "tagflow" })
        let actions = try client.request(
            "textDocument/codeAction",
            [
                "textDocument": client.document("a.md"), "range": try #require(found[2]["range"]),
                "context": ["diagnostics": []],
            ])
        let titles = (actions.list ?? []).compactMap { $0["title"]?.string }
        #expect(
            titles == [
                "Replace with 'concurrency'", "Replace all in this note with 'concurrency'",
                "Make 'concurency' an alias of 'concurrency'", "Add 'concurency' as a tag separate from 'concurrency'",
            ])
        let command = try #require(actions.list?[3]["command"])
        #expect(try client.request("workspace/executeCommand", command) == .null)
        _ = try client.diagnostics("a.md", count: 2)
        let merge: JSONValue = ["command": "tagflow.merge", "arguments": ["concurency", "concurrency"]]
        #expect(try client.request("workspace/executeCommand", merge) == .null)
        let edit = try client.wait { message in
            guard case .request(_, "workspace/applyEdit", _) = message else { return false }
            return true
        }
        guard case .request(let id, _, let parameters) = edit else { return }
        #expect(parameters?["edit"]?["documentChanges"]?.list?.count == 2)
        try client.send(.result(id: id, ["applied": true]))
        #expect(try client.tagflow.run("tags", "--all").output.contains("alias ml"))
        #expect(try !client.tagflow.run("tags", "--all").output.contains("\nconcurency"))
        #expect(try client.end() == 0)
    }

    @Test func `a tag is described, found and renamed everywhere`() throws {
        let client = try LanguageClient.withNotes([
            "b.md": "\u{FEFF}#swift\n", "sub/c.org": "* x :swift:\n", "d.txt": "a #swift",
            "e.mdx": "import x from '#swift'\n\n#swift", ".hidden.md": "#swift",
        ])
        _ = try client.start()
        try client.open("a.md", "text #swift, #Swift")
        let hover = try client.request("textDocument/hover", "a.md", 0, 7)
        let text = try #require(hover["contents"]?["value"]?.string)
        #expect(text.hasPrefix("swift\n1 use\n") && text.contains("a talk"))
        #expect(text.contains("goes with: concurrency") && text.contains("in 4 notes"))
        let places = try client.request("textDocument/references", "a.md", 0, 7)
        #expect(places.list?.count == 6)
        #expect(
            places.list?.first { $0["uri"]?.string?.hasSuffix("b.md") == true }?["range"]?["start"] == [
                "line": 0, "character": 1,
            ])
        let symbols = try client.request("workspace/symbol", ["query": "sw"])
        #expect(symbols.list?.map { $0["name"] } == ["swift"])
        let prepared = try client.request("textDocument/prepareRename", "a.md", 0, 7)
        #expect(prepared["placeholder"] == "swift")
        guard case .object(var rename) = client.at("a.md", 0, 7) else { return }
        for (name, message) in [
            ("two words", "can't replace 'swift' with 'two words' at "), ("actors", "'actors' is already a tag"),
        ] {
            rename["newName"] = .string(name)
            let id = try client.begin("textDocument/rename", .object(rename))
            guard case .failure(let error) = try client.response(to: id) else {
                Issue.record("'\(name)' was accepted")
                continue
            }
            #expect(error.message.contains(message), "\(error.message)")
        }
        rename["newName"] = "swiftlang"
        let edit = try client.request("textDocument/rename", .object(rename))
        let changes = try #require(edit["documentChanges"]?.list)
        #expect(changes.count == 5)
        #expect(changes.first?["textDocument"]?["version"] == 1)
        #expect(changes.first?["edits"]?.list?.count == 2)
        #expect(try client.tagflow.run("tags", "--all").output.contains("swiftlang\t"))
        #expect(try client.end() == 0)
    }

    @Test func `a rename takes the tags below along`() throws {
        let client = try LanguageClient.withNotes(["b.md": "#travel/italy/rome and #travelling\n"])
        try client.tagflow.run("add-item", "--title", "x", "--tag", "travel", "--tag", "travel/italy/rome")
        _ = try client.start()
        try client.open("a.md", "#travel, #Travel/Italy")
        guard case .object(var rename) = client.at("a.md", 0, 2) else { return }
        rename["newName"] = "trips"
        let edit = try client.request("textDocument/rename", .object(rename))
        let changes = try #require(edit["documentChanges"]?.list)
        let texts = changes.flatMap { $0["edits"]?.list ?? [] }.compactMap { $0["newText"]?.string }
        #expect(texts == ["trips", "trips/Italy", "trips/italy/rome"])
        #expect(try client.tagflow.run("tags", "--all").output.contains("trips/italy/rome\t"))
        #expect(try client.end() == 0)
    }

    @Test func `a saved note becomes an item, which stays without tags`() throws {
        let client = try LanguageClient.withNotes()
        _ = try client.start()
        try client.open("a.md", "# A walk\n")
        try client.notify(
            "textDocument/didChange",
            [
                "textDocument": ["uri": .string(client.address("a.md")), "version": 2],
                "contentChanges": [
                    [
                        "range": ["start": ["line": 1, "character": 0], "end": ["line": 1, "character": 0]],
                        "text": "#walking with #actors",
                    ]
                ],
            ])
        try client.notify("textDocument/didSave", ["textDocument": client.document("a.md")])
        // The server finishes saving before it responds to shutdown.
        #expect(try client.end() == 0)
        let history = try client.tagflow.run("items", "a.md").output
        #expect(history.contains("A walk") && history.contains("walking"), "\(history)")
        let again = try LanguageClient(client.tagflow)
        _ = try again.start()
        try again.open("a.md", "# A walk\n")
        try again.notify("textDocument/didSave", ["textDocument": again.document("a.md")])
        // Hidden files are skipped too.
        let hidden = URL(fileURLWithPath: "\(again.folder)/.hidden.md")
        try Data("#secret".utf8).write(to: hidden)
        try again.open(".hidden.md", "#secret")
        try again.notify("textDocument/didSave", ["textDocument": again.document(".hidden.md")])
        #expect(try again.end() == 0)
        #expect(try client.tagflow.run("items", "untagged").output.contains("A walk"))
        #expect(try !client.tagflow.run("tags", "--all").output.contains("secret"))
    }

    @Test func `files written by other programs are reread`() throws {
        let client = try LanguageClient.withNotes(["a.md": "#one"])
        _ = try client.start()
        try client.open("q.md", "#one #two")
        let file = URL(fileURLWithPath: "\(client.folder)/a.md")
        try Data("#two #two".utf8).write(to: file)
        try client.notify(
            "workspace/didChangeWatchedFiles", ["changes": [["uri": .string(client.address("a.md")), "type": 2]]])
        var count = 0
        // The file is read in the background.
        while count != 3 {
            let places = try client.request("textDocument/references", "q.md", 0, 6)
            count = places.list?.count ?? 0
        }
        #expect(try client.request("textDocument/references", "q.md", 0, 1).list?.count == 1)
        #expect(try client.end() == 0)
    }
}
