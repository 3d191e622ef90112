import Foundation
import JSON
import JSONRPC
import TestSupport
import Testing

/// What an editor says to the real process, and what it hears.
@Suite(.timeLimit(.minutes(5))) struct SessionTests {
    @Test(arguments: ["utf-8", "utf-16"])
    func `a tag is completed in its place, in either encoding`(encoding: String) throws {
        let client = try LanguageClient.withNotes()
        let answer = try client.start(encoding)
        #expect(answer["capabilities"]?["positionEncoding"]?.string == encoding)
        #expect(answer["serverInfo"]?["name"] == "tagflow")
        try client.open("a.md", "---\ntags: [swift, ac]\n---\nüß😀 #mahcine\n")
        // 'ü' and 'ß' are two bytes and one unit, the face four and two.
        let start: Int64 = encoding == "utf-8" ? 10 : 6
        let end = start + 7
        let body = try client.ask("textDocument/completion", "a.md", 3, end)
        #expect(body["isIncomplete"] == true)
        let item = try #require(body["items"]?.list?.first)
        #expect(item["label"] == "machine-learning")
        #expect(item["filterText"]?.string?.hasPrefix("mahcine") == true)
        #expect(item["textEdit"]?["range"]?["start"]?["character"] == .integer(start))
        #expect(item["textEdit"]?["range"]?["end"]?["character"] == .integer(end))
        let last = try #require(body["items"]?.list?.last)
        #expect(last["label"] == "mahcine" && last["detail"] == "new tag")
        // In front matter, the note's other tags are not offered again.
        let front = try client.ask("textDocument/completion", "a.md", 1, 16)
        #expect(LanguageClient.labels(front).first == "actors")
        let all = try client.ask("textDocument/completion", "a.md", 1, 14)
        #expect(!LanguageClient.labels(all).contains("swift"))
        #expect(try client.ask("textDocument/completion", "a.md", 2, 1) == .null)
        #expect(try client.end() == 0)
    }

    @Test func `what goes with the note's tags comes first, with its reason`() throws {
        let client = try LanguageClient.withNotes()
        _ = try client.start()
        try client.open("a.md", "#swift and #")
        let answer = try client.ask("textDocument/completion", "a.md", 0, 12)
        #expect(LanguageClient.labels(answer).first == "concurrency")
        #expect(answer["items"]?.list?.first?["detail"]?.string?.contains("with swift") == true)
        // A space cannot be written behind '#', but in a list.
        #expect(!LanguageClient.labels(answer).contains("deep work"))
        try client.open("b.md", "---\ntags:\n- deep\n---\n")
        let list = try client.ask("textDocument/completion", "b.md", 2, 6)
        #expect(LanguageClient.labels(list) == ["deep work", "deep"])
        #expect(try client.end() == 0)
    }

    @Test func `tags of the notes that the database does not know are offered as well`() throws {
        let client = try LanguageClient.withNotes(["b.org": "#+filetags: :gardening:\n"])
        _ = try client.start()
        try client.open("a.org", "* Dig :gard", language: "org")
        let answer = try client.ask("textDocument/completion", "a.org", 0, 11)
        let item = try #require(answer["items"]?.list?.first)
        #expect(item["label"] == "gardening" && item["detail"] == "in 1 note")
        #expect(item["textEdit"]?["newText"] == "gardening:")
        #expect(try client.end() == 0)
    }

    @Test func `aliases, other spellings and near duplicates are hinted at and mended`() throws {
        let client = try LanguageClient.withNotes(["b.md": "#concurency #ml"])
        _ = try client.start()
        let text = "---\ntags: [ml, Swift]\n---\n#concurency #concurency #swift"
        try client.open("a.md", text)
        let found = try client.diagnostics("a.md", count: 4)
        #expect(found.map { $0["code"] } == ["alias", "spelling", "similar", "similar"])
        #expect(found.allSatisfy { $0["severity"] == 4 && $0["location"] == "tagflow" })
        let actions = try client.ask(
            "textDocument/codeAction",
            [
                "textDocument": client.document("a.md"), "range": try #require(found[2]["range"]),
                "context": ["diagnostics": []],
            ]
        )
        let titles = (actions.list ?? []).compactMap { $0["title"]?.string }
        #expect(
            titles == [
                "Write 'concurrency'", "Write 'concurrency' everywhere in this note",
                "Make 'concurency' an alias of 'concurrency'",
                "Make 'concurency' a known tag beside 'concurrency'",
            ]
        )
        let command = try #require(actions.list?[3]["command"])
        #expect(try client.ask("workspace/executeCommand", command) == .null)
        _ = try client.diagnostics("a.md", count: 2)
        let merge: JSONValue = [
            "command": "tagflow.merge", "arguments": ["concurency", "concurrency"],
        ]
        #expect(try client.ask("workspace/executeCommand", merge) == .null)
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

    @Test func `a tag is told, found and renamed everywhere`() throws {
        let client = try LanguageClient.withNotes([
            "b.md": "\u{FEFF}#swift\n", "sub/c.org": "* x :swift:\n", "d.txt": "a #swift",
            "e.mdx": "import x from '#swift'\n\n#swift", ".hidden.md": "#swift",
        ])
        _ = try client.start()
        try client.open("a.md", "text #swift, #Swift")
        let hover = try client.ask("textDocument/hover", "a.md", 0, 7)
        let text = try #require(hover["contents"]?["value"]?.string)
        #expect(text.hasPrefix("swift\n1 use\n") && text.contains("a talk"))
        #expect(text.contains("goes with: concurrency") && text.contains("in 4 notes"))
        let places = try client.ask("textDocument/references", "a.md", 0, 7)
        #expect(places.list?.count == 6)
        #expect(
            places.list?.first { $0["uri"]?.string?.hasSuffix("b.md") == true }?["range"]?["start"]
                == ["line": 0, "character": 1]
        )
        let symbols = try client.ask("workspace/symbol", ["query": "sw"])
        #expect(symbols.list?.map { $0["name"] } == ["swift"])
        let prepared = try client.ask("textDocument/prepareRename", "a.md", 0, 7)
        #expect(prepared["placeholder"] == "swift")
        guard case .object(var rename) = client.at("a.md", 0, 7) else { return }
        for (name, problem) in [
            ("two words", "cannot be written in the place of"), ("actors", "'actors' is a tag"),
        ] {
            rename["newName"] = .string(name)
            let id = try client.begin("textDocument/rename", .object(rename))
            guard case .failure(let error) = try client.answer(to: id) else {
                Issue.record("'\(name)' was taken")
                continue
            }
            #expect(error.message.contains(problem), "\(error.message)")
        }
        rename["newName"] = "swiftlang"
        let edit = try client.ask("textDocument/rename", .object(rename))
        let changes = try #require(edit["documentChanges"]?.list)
        #expect(changes.count == 5)
        #expect(changes.first?["textDocument"]?["version"] == 1)
        #expect(changes.first?["edits"]?.list?.count == 2)
        #expect(try client.tagflow.run("tags", "--all").output.contains("swiftlang\t"))
        #expect(try client.end() == 0)
    }

    @Test func `a note that is saved is learnt, and forgotten when its tags are gone`() throws {
        let client = try LanguageClient.withNotes()
        _ = try client.start()
        try client.open("a.md", "# A walk\n")
        try client.tell(
            "textDocument/didChange",
            [
                "textDocument": ["uri": .string(client.address("a.md")), "version": 2],
                "contentChanges": [
                    [
                        "range": [
                            "start": ["line": 1, "character": 0],
                            "end": ["line": 1, "character": 0],
                        ], "text": "#walking with #actors",
                    ]
                ],
            ]
        )
        try client.tell("textDocument/didSave", ["textDocument": client.document("a.md")])
        // What is asked after it waits for it only at the end.
        #expect(try client.end() == 0)
        let history = try client.tagflow.run("items", "--location", "a.md").output
        #expect(history.contains("A walk") && history.contains("walking"), "\(history)")
        let again = try LanguageClient(client.tagflow)
        _ = try again.start()
        try again.open("a.md", "# A walk\n")
        try again.tell("textDocument/didSave", ["textDocument": again.document("a.md")])
        // What the reading of the folder leaves out is not learnt either.
        let hidden = URL(fileURLWithPath: "\(again.folder)/.hidden.md")
        try Data("#secret".utf8).write(to: hidden)
        try again.open(".hidden.md", "#secret")
        try again.tell("textDocument/didSave", ["textDocument": again.document(".hidden.md")])
        #expect(try again.end() == 0)
        #expect(try !client.tagflow.run("items").output.contains("A walk"))
        #expect(try !client.tagflow.run("tags", "--all").output.contains("secret"))
    }

    @Test func `files that others write are seen`() throws {
        let client = try LanguageClient.withNotes(["a.md": "#one"])
        _ = try client.start()
        try client.open("q.md", "#one #two")
        let file = URL(fileURLWithPath: "\(client.folder)/a.md")
        try Data("#two #two".utf8).write(to: file)
        try client.tell(
            "workspace/didChangeWatchedFiles",
            ["changes": [["uri": .string(client.address("a.md")), "type": 2]]]
        )
        var count = 0
        // The file is read in the background.
        while count != 3 {
            let places = try client.ask("textDocument/references", "q.md", 0, 6)
            count = places.list?.count ?? 0
        }
        #expect(try client.ask("textDocument/references", "q.md", 0, 1).list?.count == 1)
        #expect(try client.end() == 0)
    }
}
