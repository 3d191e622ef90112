import Foundation
import TestSupport
import Testing

@Suite struct ImportFaultTests {
    private static let mixed = Data(
        """
        {"tag": "a"}
        nope
        {"tag": 3}

        {"tag": "b"}
        nope
        """
        .utf8)

    @Test func `a strict import names its bad lines in one line, and brings nothing`() throws {
        let tagflow = try TagflowProcess()
        let outcome = try tagflow.run("import", "--from", "ndjson", "-", input: Self.mixed)
        #expect(outcome.code == 65)
        #expect(
            outcome.errors == """
                tagflow: standard input: lines 2 and 6: it isn't a JSON object; line 3: 'tag' has the wrong type; \
                fix them or use --skip-invalid

                """)
        #expect(try tagflow.run("tags", "--all").output.isEmpty)
    }

    @Test func `ten bad lines are named, and that there are more`() throws {
        let tagflow = try TagflowProcess()
        let ten = Data(String(repeating: "nope\n", count: 10).utf8)
        let named = "lines 1, 2, 3, 4, 5, 6, 7, 8, 9 and 10: it isn't a JSON object"
        #expect(
            try tagflow.run("import", "--from", "ndjson", "-", input: ten).errors
                == "tagflow: standard input: \(named); fix them or use --skip-invalid\n")
        let more = ten + Data("{\"tag\": \"a\"}\nnope\n".utf8)
        #expect(
            try tagflow.run("import", "--from", "ndjson", "-", input: more).errors
                == "tagflow: standard input: \(named); and more like it; fix them or use --skip-invalid\n")
    }

    @Test func `skipped lines are reported with their positions`() throws {
        let tagflow = try TagflowProcess()
        let arguments = ["import", "--from", "ndjson", "--skip-invalid", "-"]
        let outcome = try tagflow.run(arguments, input: Self.mixed)
        #expect(outcome.code == 0)
        #expect(
            outcome.errors == """
                tagflow: standard input: line 2: it isn't a JSON object; skipped
                tagflow: standard input: line 3: 'tag' has the wrong type; skipped
                tagflow: standard input: line 6: it isn't a JSON object; skipped

                """)
        #expect(outcome.output.hasSuffix("0 already stored, skipped 3 invalid lines\n"))
        #expect(try tagflow.run(arguments + ["--quiet"], input: Self.mixed).errors.isEmpty)
        let json = try tagflow.run(arguments + ["--format", "json"], input: Self.mixed).output
        #expect(json.contains(#"{"line":3,"problem":"'tag' has the wrong type"}"#))
        let list = Data(#"[{"tag": "c"}, 1]"#.utf8)
        let items = try tagflow.run("import", "--from", "json", "--skip-invalid", "--format", "json", "-", input: list)
        #expect(items.output.contains(#""errors":[{"item":2,"#))
    }

    @Test func `up to a thousand invalid lines are reported, and all are counted`() throws {
        let input = Data(String(repeating: "nope\n", count: 1_500).utf8)
        let outcome = try TagflowProcess().run(["import", "--from", "ndjson", "--skip-invalid", "-"], input: input)
        let lines = outcome.errors.split(separator: "\n")
        #expect(lines.count == 1_001)
        #expect(lines.last == "tagflow: standard input: skipped 500 more lines")
        #expect(outcome.output.contains("skipped 1500 invalid lines"))
    }

    @Test func `a dry run reports changes without making them`() throws {
        let tagflow = try TagflowProcess()
        try tagflow.run("new", "s", "a")
        let before = try tagflow.run("export", "--format", "ndjson").output
        let tags = (1...12).map { "{\"tag\": \"tag \($0)\", \"sets\": [\"new set\"]}\n" }.joined()
        let input = Data("\(tags){\"title\": \"x\", \"tags\": [\"a\", \"tag 1\"]}\n{\"tag\": \"a\"}\n".utf8)
        let arguments = ["import", "--from", "ndjson", "-"]
        let dry = try tagflow.run(arguments + ["--dry-run"], input: input)
        #expect(
            dry.output == """
                would import 1 item in s, 12 new tags, 1 new set; 0 already stored, 1 other line already known
                new tags: \((1...10).map { "tag \($0)" }.joined(separator: ", ")) and 2 more

                """)
        #expect(dry.code == 0)
        #expect(try tagflow.run("export", "--format", "ndjson").output == before)
        #expect(try tagflow.run("undo").output == "undone: new s\n")
        try tagflow.run("redo")
        let done = try tagflow.run(arguments, input: input)
        #expect(
            done.output
                == "imported 1 item in s, 12 new tags, 1 new set; 0 already stored, 1 other line already known\n")
        let again = try tagflow.run(arguments + ["--dry-run", "--format", "json"], input: input).output
        #expect(again.contains(#""isDryRun":true"#) && again.contains(#""newTags":0"#))
        let bad = try tagflow.run(arguments + ["--dry-run"], input: Data("nope\n".utf8))
        #expect(bad.code == 65 && bad.errors.contains("line 1: it isn't a JSON object"))
        #expect(try tagflow.run("doctor").code == 0)
    }
}
