import Foundation
import TestSupport
import Testing

/// The commands `rule` and `webhook`, and the lists of `doctor` for cleaning up.
@Suite struct RuleCommandTests {
    private static let link = "https://www.youtube.com/watch?v=1"

    @Test func `rules are added, tested, applied, listed and removed`() throws {
        let tagflow = try TagflowProcess()
        #expect(
            try tagflow.run("rule", "add", "site:youtube.com", "--tag", "video", "--auto").output
                == "rule 1: site:youtube.com → video, automatically\n")
        try tagflow.run("rule", "add", "swift", "or", "xcode", "--tag", "code")
        let added = try tagflow.run("add-item", Self.link, "--title", "Swift")
        #expect(added.output == "saved 1 Swift: video  \(Self.link)\n")
        #expect(added.errors == "tagflow: rule site:youtube.com added video\n")
        let json = try tagflow.run("add-item", Self.link + "2", "--format", "json")
        #expect(json.output.contains(#""rules":[{"auto":true,"id":1,"q":"site:youtube.com","tag":"video"}]"#))
        let accepted = try tagflow.run("add-item", "--title", "xcode", "--accept", ".99")
        #expect(accepted.output == "saved 3 xcode: code\n")
        #expect(
            try tagflow.run("rule", "list").output
                == "1\tauto\tvideo\tsite:youtube.com\n2\tsuggest\tcode\tswift or xcode\n")
        let test = try tagflow.run("rule", "test", "site:youtube.com", "--tag", "video", "--quiet")
        #expect(test.output == "2\t\(Self.link)2\tvideo\n1\tSwift\tvideo\n")
        let forItem = try tagflow.run("rule", "test", "--title", "xcode 27")
        #expect(forItem.output == "2\tsuggest\tcode\tswift or xcode\n")
        #expect(try tagflow.run("rule", "remove", "1").output == "removed rule 1: site:youtube.com → video\n")
        #expect(try tagflow.run("undo").output == "undone: rule remove 1\n")
        try tagflow.run("delete", "video")
        #expect(try tagflow.run("rule", "list").output == "2\tsuggest\tcode\tswift or xcode\n")
    }

    @Test func `an import applies automatic rules with --rules`() throws {
        let tagflow = try TagflowProcess()
        try tagflow.run("rule", "add", "zebra", "--tag", "animal", "--auto")
        let line = #"{"title": "a zebra", "tags": ["zoo"]}"# + "\n"
        let file = tagflow.folder.file("items.ndjson")
        try line.write(toFile: file, atomically: true, encoding: .utf8)
        try tagflow.run("import", file)
        #expect(try tagflow.run("rule", "test", "zebra", "--quiet").output.contains("\tzoo\n"))
        try tagflow.run("undo")
        try tagflow.run("import", "--rules", file)
        #expect(try tagflow.run("items", "#animal", "--format", "json").code == 0)
        #expect(try tagflow.run("import", "--rules", file).output.contains("1 already stored"))
    }

    /// Commands with their exit codes.
    private static let wrongUsage: [(words: String, code: Int32)] = [
        ("rule add x", 64), ("rule add --tag x", 64), ("rule list x", 64), ("rule remove", 64), ("rule remove x", 64),
        ("rule remove 7", 65), ("rule test", 64), ("rule test a --title b", 64), ("rule add x --tag y --title z", 64),
        ("rule test x --auto", 64), ("rule add ( --tag y", 65), ("webhook add", 64), ("webhook list x", 64),
        ("webhook remove x", 64), ("webhook remove 7", 65), ("webhook add ftp://x/", 64),
        ("webhook add https://x/ --event y", 64), ("webhook list --secret y", 64),
    ]

    @Test(arguments: wrongUsage) func `wrong usage is refused`(_ words: String, _ code: Int32) throws {
        let tagflow = try TagflowProcess()
        try tagflow.run("new", "s", "tag")
        let arguments = words.split(separator: " ").map(String.init)
        #expect(try tagflow.run(arguments).code == code, "\(words)")
    }

    @Test func `webhooks are listed without their secrets`() throws {
        let tagflow = try TagflowProcess()
        let made = try tagflow.run("webhook", "add", "https://example.org/a").output
        #expect(made.hasPrefix("tf_") && made.count > 40)
        let given = try tagflow.run("webhook", "add", "https://example.org/b", "--secret", "key", "--event", "tags")
        #expect(given.output == "added 2: https://example.org/b\n")
        #expect(
            try tagflow.run("webhook", "list").output == """
                1\thttps://example.org/a\tall\tnever\tnothing was sent yet
                2\thttps://example.org/b\ttags\tnever\tnothing was sent yet

                """)
        #expect(try tagflow.run("webhook", "remove", "1").output.hasPrefix("removed 1: "))
    }

    @Test func `a webhook to a private address is refused unless the option allows it`() throws {
        var tagflow = try TagflowProcess()
        let refused = try tagflow.run("webhook", "add", "http://127.0.0.1/x")
        #expect(refused.code == 65 && refused.output.isEmpty)
        #expect(
            refused.errors == """
                tagflow: can't add 'http://127.0.0.1/x': the host has a loopback address; \
                use --allow-private here and with the server

                """)
        #expect(try tagflow.run("webhook", "add", "https://example.org:22/").code == 65)
        #expect(try tagflow.run("webhook", "list").output.isEmpty)
        #expect(try tagflow.run("webhook", "list", "--allow-private").code == 64)
        #expect(try tagflow.run("webhook", "add", "http://127.0.0.1/x", "--allow-private").code == 0)
        tagflow.environment["TAGFLOW_ALLOW_PRIVATE"] = "1"
        #expect(try tagflow.run("webhook", "add", "http://localhost./y").code == 0)
        #expect(try tagflow.run("webhook", "list").output.contains("http://localhost./y"))
    }

    @Test func `doctor lists synonyms, rules and rare tags with their commands`() throws {
        let tagflow = try TagflowProcess()
        try tagflow.run("new", "s", "k8s", "kubernetes", "book", "books", "--", "-odd")
        for number in 0..<6 {
            try tagflow.run("add-item", "https://youtube.com/\(number)", "--title", "t", "--tag", "video")
            try tagflow.run("add-item", "--title", "w\(number)", "--tag", "misc")
        }
        try tagflow.run("add-item", "--title", "pods", "--tag", "k8s")
        let synonyms = try tagflow.run("doctor", "--synonyms", "--limit", "1")
        #expect(
            synonyms.output
                == "tagflow merge kubernetes k8s\t# its first and last letters; 0 and 1 items, 0 with both\n")
        #expect(synonyms.errors == "tagflow: … and 1 more; use --limit to list more\n")
        #expect(
            try tagflow.run("doctor", "--site-rules").output
                == "tagflow rule add site:youtube.com --tag=video\t# youtube.com → video: 6 of 6\n")
        #expect(try tagflow.run("doctor", "--once").output == "tagflow delete k8s\t# used once: 13 pods\n")
        let unused = try tagflow.run("doctor", "--unused", "--limit", "2")
        #expect(unused.output.hasPrefix("tagflow delete -- -odd\t# not used\n"))
        #expect(unused.errors == "tagflow: … and 2 more; use --limit to list more\n")
        let json = try tagflow.run("doctor", "--synonyms", "--limit", "1", "--format", "json")
        #expect(
            json.output == """
                {"count":2,"pairs":[{"command":"tagflow merge kubernetes k8s","kind":"numeronym",\
                "other":"k8s","otherUses":1,"tag":"kubernetes","together":0,"uses":0,"words":[]}]}

                """)
        let rules = try tagflow.run("doctor", "--site-rules", "--format", "json").output
        #expect(rules.contains(#""command":"tagflow rule add site:youtube.com --tag=video""#))
        let rare = try tagflow.run("doctor", "--once", "--format", "json").output
        #expect(rare.contains(#""command":"tagflow delete k8s","item":13"#))
    }
}
