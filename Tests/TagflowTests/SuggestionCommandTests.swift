import Foundation
import TestSupport
import Testing

@Suite struct SuggestionCommandTests {
    @Test func `a new tag similar to another is reported, and created`() throws {
        let tagflow = try TagflowProcess()
        try tagflow.run("new", "things", "photo", "swift", "café")
        let added = try tagflow.run("add", "photos", "swfit", "garden", "photo")
        #expect(added.code == 0)
        #expect(
            added.errors == """
                tagflow: the new tag 'photos' is like 'photo': its plural or singular; \
                merge them with 'tagflow merge photos photo', or use --yes to skip this warning
                tagflow: the new tag 'swfit' is like 'swift': one letter away; \
                merge them with 'tagflow merge swfit swift', or use --yes to skip this warning

                """)
        #expect(added.output.contains("photos") && added.output.contains("garden"))
        #expect(try tagflow.run("add", "--yes", "cafe").errors.isEmpty)
        #expect(try tagflow.run("new", "more", "gardens").errors.contains("'gardens' is like 'garden'"))
        #expect(try tagflow.run("new", "most", "-y", "gardena").errors.isEmpty)
        #expect(try tagflow.run("add", "swift", "SWIFT").errors.isEmpty)
    }

    @Test func `near duplicates of new tags are reported once, for any number of tags`() throws {
        let tagflow = try TagflowProcess()
        try tagflow.run("new", "things", "photo", "swift", "book")
        #expect(try tagflow.run("add", "BOOK", "Book").errors.isEmpty)
        let spellings = try tagflow.run("add", "photos", "PHOTOS", "Photos ").errors
        #expect(spellings.split(separator: "\n").count == 1)
        #expect(spellings.hasPrefix("tagflow: the new tag 'photos' is like 'photo'"))
        // A multiple of a prime differs from the others in more than a letter.
        let many = (1...150).map { "word\($0 * 7_919)x" } + ["swfit", "garden", "gardens"]
        let told = try tagflow.run(["add"] + many).errors.split(separator: "\n")
            .map { String($0.dropFirst("tagflow: ".count).prefix { $0 != ":" }) }
        #expect(told == ["the new tag 'swfit' is like 'swift'", "the new tag 'gardens' is like 'garden'"])
        let refused = try tagflow.run("add", "boooks", "a\u{1B}b")
        #expect(refused.code == 65 && !refused.errors.contains("boooks"))
        let plurals = (1...30).flatMap { ["thing\($0 * 7_919)a", "thing\($0 * 7_919)as"] }
        let lines = try tagflow.run(["add"] + plurals).errors.split(separator: "\n")
        #expect(lines.count == 21)
        #expect(lines.last == "tagflow: 10 more new tags are like others; 'tagflow doctor --similar' lists pairs")
    }

    @Test func `doctor lists near duplicates with the command that joins them`() throws {
        let tagflow = try TagflowProcess()
        try tagflow.run("clear")
        #expect(try tagflow.run("doctor", "--similar").errors == "tagflow: no similar tags\n")
        try tagflow.run("new", "things", "-y", "mum's house", "mum's housee", "my photo", "my photos", "x")
        for _ in 1...2 {
            try tagflow.run("select", "my photos")
            try tagflow.run("save")
        }
        let listed = try tagflow.run("doctor", "--similar")
        #expect(
            listed.output == #"""
                tagflow merge "my photo" "my photos"	# its plural or singular
                tagflow merge "mum's housee" "mum's house"	# one letter away

                """#)
        #expect(
            try tagflow.run("doctor", "--similar", "--limit", "1").errors
                == "tagflow: … and 1 more; use --limit to list more\n")
        try tagflow.run("merge", "my photo", "my photos")
        #expect(!(try tagflow.run("doctor", "--similar").output.contains("photo")))
    }

    @Test func `the commands for near duplicates can be run in order, and leave words alone`() throws {
        let tagflow = try TagflowProcess()
        let words = [
            "running", "runing", "runningg", "book", "cook", "cars", "cats", "hike", "bike", "planning", "planing",
        ]
        try tagflow.run(["new", "-y", "words"] + words)
        for word in ["planning", "planing"] {
            for number in 1...3 {
                try tagflow.run("clear")
                try tagflow.run("select", word)
                try tagflow.run("save", "\(number)")
            }
        }
        let listed = try tagflow.run("doctor", "--similar").output
        #expect(
            listed == "tagflow merge runing running\t# one letter away\n"
                + "tagflow merge runningg running\t# one letter away\n")
        let script = tagflow.folder.file("merge.sh")
        try Data("tagflow() { '\(TagflowProcess.path)' \"$@\"; }\nset -e\n\(listed)".utf8)
            .write(to: URL(fileURLWithPath: script))
        let shell = Tool("sh", package: "dash")
        #expect(try shell.run([script], environment: tagflow.environment).code == 0)
        let tags = try tagflow.run("tags", "--all").output.split(separator: "\n")
            .map { String($0.prefix { $0 != "\t" && $0 != " " }) }
        #expect(Set(tags).isDisjoint(with: ["runing", "runningg"]) && tags.contains("running"))
        #expect(try tagflow.run("doctor", "--similar").output.isEmpty)
    }

    @Test func `terms and letters in order are found by a short process as by a long one`() throws {
        let tagflow = try TagflowProcess()
        try tagflow.run("new", "-y", "words", "login fix", "fix", "login", "lambda", "Café noir", "prefix login")
        try tagflow.run("alias", "authentication bug", "fix")
        for (query, tags) in [
            ("fix login", ["login fix", "prefix login"]), ("lmd", ["lambda"]), ("login !fix", ["login"]),
            ("^fix", ["fix"]), ("noir cafe", ["Café noir"]), ("lmbda", ["lambda"]), ("'lmd", []), ("bug auth", ["fix"]),
            ("\"login fix\"", ["login fix"]), ("^lam | ^caf", ["lambda", "Café noir"]),
        ] {
            let short = try tagflow.run("suggest", "--", query).output.split(separator: "\n")
                .map { String($0.prefix { $0 != "\t" }) }
            #expect(Set(short) == Set(tags), "\(query)")
            let question = try JSONEncoder().encode(["query": query])
            let answer = try tagflow.run("suggest", "--batch", input: question).output
            let long = answer.matches(of: /"tag":"([^"]+)"/).map { String($0.1) }
            #expect(long == short, "\(query)")
        }
    }

    /// A response of 'suggest --batch'.
    private struct Response: Decodable {
        struct Suggestion: Decodable { var tag: String }
        var suggestions: [Suggestion]
        /// The tag that the typed text names.
        var tag: String?
    }

    @Test func `marks that were typed are meant, in a short process and a long one`() throws {
        let tagflow = try TagflowProcess()
        try tagflow.run("new", "-y", "words", "hovado", "hovas", "muhová", "hová", "café")
        let expected = "hová\texact\nmuhová\tsubstring\nhovado\twithout accents\nhovas\twithout accents\n"
        #expect(try tagflow.run("suggest", "hová").output == expected)
        #expect(try tagflow.run("suggest", "cafe").output == "café\tprefix, without accents\n")
        let answer = try tagflow.run("suggest", "--batch", input: #"{"query": "hová"}"#.data).output
        let response = try JSONDecoder().decode(Response.self, from: Data(answer.utf8))
        #expect(response.suggestions.map(\.tag) == ["hová", "muhová", "hovado", "hovas"])
        #expect(response.tag == "hová")
    }

    @Test func `an explanation adds up to the estimate`() throws {
        let tagflow = try TagflowProcess()
        try tagflow.run(
            "import", "-", "--from", "ndjson",
            input: (1...20).map { #"{"title":"walk \#($0)","tags":["shoes","\#($0 % 3 == 0 ? "rain" : "sun")"]}"# }
                .joined(separator: "\n").data)
        let spoken = try tagflow.run("suggest", "--given", "shoes", "--for", "a walk", "--explain", "--limit", "1")
            .output
        let lines = spoken.split(separator: "\n")
        #expect(
            lines.count == 2 && lines[1].hasPrefix("    About ") && lines[1].contains(" of 10 such items have it. "))
        #expect(lines[1].contains("It is similar to \"walk ") && lines[1].contains(" It often goes with 'shoes'."))
        let text = try tagflow.run("suggest", "--given", "shoes", "--for", "a walk", "--explain", "--verbose").output
        #expect(text.contains("sun\twith shoes, similar to \"walk "), "\(text)")
        #expect(text.contains("  estimate\n") && text.contains("  shoes = +"))
        let json = try tagflow.run("suggest", "--given", "shoes", "--for", "a walk", "--explain", "--format", "json")
            .output
        let answer = try JSONDecoder().decode(Explained.self, from: Data(json.utf8))
        #expect(answer.suggestions.map(\.tag) == ["sun", "rain"])
        #expect(
            answer.suggestions.allSatisfy {
                let terms = $0.explanation.terms.map(\.given)
                return terms.count == 2 && terms.contains("shoes")
                    && terms.contains { $0.hasPrefix("similar to \"walk ") }
            })
        #expect(!(try tagflow.run("suggest", "--given", "shoes", "--format", "json").output.contains("explanation")))
    }

    @Test func `the parts of a new item are evidence`() throws {
        let tagflow = try TagflowProcess()
        let items = (1...8)
            .flatMap { number in
                [("matrix", "movie"), ("bread", "recipe")]
                    .map { #"{"title": "\#($0.0) \#(number)", "tags": ["\#($0.1)"]}"# }
            }
        let lines = items.joined(separator: "\n").data
        try tagflow.run("import", "-", "--from", "ndjson", input: lines)
        let page = tagflow.folder.file("page.txt")
        try "the matrix\n".data.write(to: URL(fileURLWithPath: page))
        for options in [
            ["--title", "matrix"], ["--location", "https://example.org/matrix"], ["--note", "about the matrix"],
            ["--text-file", page], ["--text-file", "-"],
        ] {
            let outcome = try tagflow.run(["suggest"] + options, input: "matrix\n".data)
            #expect(outcome.output.hasPrefix("movie\t"), "\(options): \(outcome)")
        }
        let parts = ["suggest", "--title", "bread", "--text-file", page, "--format", "json"]
        let whole = ["suggest", "--for", "bread\nthe matrix\n", "--format", "json"]
        #expect(try tagflow.run(parts).output == tagflow.run(whole).output)
        let batch = #"{"note": "matrix", "limit": 1}"# + "\n" + #"{"text": "bread", "limit": 1}"#
        let answers = try tagflow.run("suggest", "--batch", input: batch.data).output
        let tags = answers.matches(of: /"tag":"([^"]+)"/).map { String($0.1) }
        #expect(tags == ["movie", "recipe"], "\(answers)")
    }

    @Test func `evidence that can't be used gets one line`() throws {
        let tagflow = try TagflowProcess()
        try tagflow.run("new", "s", "a")
        func file(_ name: String, _ bytes: Data) throws -> String {
            let path = tagflow.folder.file(name)
            try bytes.write(to: URL(fileURLWithPath: path))
            return path
        }
        func long(_ count: Int) -> String { String(repeating: "x", count: count) }
        let latin = try file("latin.txt", Data([0x63, 0x61, 0x66, 0xE9]))
        let large = try file("large.txt", long(1_000_001).data)
        let cases: [(options: [String], code: Int32, message: String)] = [
            (["--for", "a", "--note", "b"], 64, "--for can't be combined with --title, "),
            (["--for", "a", "--text-file", "-"], 64, "--for can't be combined with"),
            (["--title", long(1_001)], 65, "it is longer than 1000 bytes of UTF-8; shorten it"),
            (["--location", long(4_001)], 65, "it is longer than 4000 bytes of UTF-8; shorten it"),
            (["--note", long(65_537)], 65, "it is longer than 65536 bytes of UTF-8; shorten it"),
            (["--text-file", large], 65, "large.txt' is longer than 1 MB; name a file"),
            (["--text-file", latin], 65, "latin.txt' isn't valid UTF-8; save it as UTF-8"),
            (["--text-file", tagflow.folder.file("none.txt")], 66, "no such file '"),
        ]
        for (options, code, message) in cases {
            let outcome = try tagflow.run(["suggest"] + options)
            #expect(outcome.code == code && outcome.output.isEmpty, "\(outcome.errors)")
            #expect(outcome.errors.contains(message), "\(outcome.errors)")
            #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
        }
        let largest = try file("largest.txt", long(1_000_000).data)
        #expect(try tagflow.run("suggest", "--text-file", largest).errors.isEmpty)
    }

    @Test func `a batch returns any text as JSON that decodes to it`() throws {
        let tagflow = try TagflowProcess()
        try tagflow.run("new", "things", #"say "hi" \o/"#, "naïve/path", "日本語 🙂", "e\u{301}")
        let texts = (0..<0x250).compactMap { Unicode.Scalar($0) }.map { "a\($0)b" } + ["\u{2028}", "🙂\u{FEFF}"]
        let questions = try texts.map { String(decoding: try JSONEncoder().encode(["query": $0]), as: UTF8.self) }
        let answers = try tagflow.run("suggest", "--batch", input: questions.joined(separator: "\n").data).output
            .split(separator: "\n")
        #expect(answers.count == texts.count)
        for (answer, text) in zip(answers, texts) {
            let decoded = try JSONDecoder().decode(Answer.self, from: Data(answer.utf8))
            #expect(decoded.query == text)
            #expect(answer.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) })
        }
        let all = try tagflow.run("suggest", "--batch", input: Data("{}\n".utf8)).output
        let one = try tagflow.run("suggest", "--format", "json").output
        #expect(all == one)
    }

    @Test(arguments: ["!", "^", "'", "! '"]) func `operators without a term suggest the same as no query`(
        query: String
    ) throws {
        let tagflow = try TagflowProcess()
        try tagflow.run("new", "s", "swift", "ios", "c!")
        try tagflow.run("select", "swift", "ios")
        try tagflow.run("save")
        try tagflow.run("deselect", "ios")
        let expected = try tagflow.run("suggest", "")
        #expect(expected.output.hasPrefix("ios\twith swift\n"), "\(expected.output)")
        #expect(try tagflow.run("suggest", "--", query).output == expected.output)
        let line = Data("{\"query\": \"\(query)\", \"given\": [\"swift\"]}\n".utf8)
        let answer = try tagflow.run("suggest", "--batch", input: line).output
        #expect(answer.contains("\"tag\":\"ios\"") && answer.contains("\"tag\":\"c!\""))
    }

    private struct Answer: Decodable { var query: String }

    private struct Explained: Decodable {
        struct Suggestion: Decodable {
            struct Explanation: Decodable {
                struct Term: Decodable { var given: String }

                var terms: [Term]
            }

            var tag: String
            var explanation: Explanation
        }

        var suggestions: [Suggestion]
    }
}

extension String { fileprivate var data: Data { Data(utf8) } }
