import Foundation
import TestSupport
import Testing

/// `suggest --batch` and `layout`: a question a line, an answer a line.
@Suite struct BatchTests {
    private static let fields = "expected query, given, title, location, note, text, for, limit, id, savedItem, set"

    @Test(
        arguments: [
            ("", "the line is empty; give a JSON object such as {\"query\": \"sw\"}", nil),
            (" \t", "the line is empty; give a JSON object such as {\"query\": \"sw\"}", nil),
            ("nope", "expected a JSON object such as {\"query\": \"sw\"}", nil),
            ("[1]", "expected a JSON object such as {\"query\": \"sw\"}", nil),
            (#"{"quary": "sw", "id": 7}"#, "unknown field 'quary'; did you mean 'query'? \(fields)", "7"),
            (#"{"in": 1, "id": "a\"b"}"#, "unknown field 'in'; did you mean 'id'? \(fields)", #""a\"b""#),
            (#"{"query": 3}"#, "'query' is of the wrong type; give a text", nil),
            (#"{"given": "a"}"#, "'given' is of the wrong type; give a list of texts", nil),
            (#"{"given": ["a", 3]}"#, "'given', item 2, is of the wrong type; give a list of texts", nil),
            (#"{"limit": "3", "id": 1.5}"#, "'limit' is of the wrong type; give a whole number", "1.5"),
            (#"{"limit": 1.5}"#, "'limit' is of the wrong type; give a whole number", nil),
            (#"{"limit": 1e400}"#, "'limit' is of the wrong type; give a whole number", nil),
            (#"{"limit": -1}"#, "'limit' is out of range; give a whole number from 0 to 1,000", nil),
            (
                #"{"limit": -1, "id": 123456789012345678901234567890123456789012345}"#,
                "'limit' is out of range; give a whole number from 0 to 1,000",
                "123456789012345678901234567890123456789012345"
            ), (#"{"id": {}}"#, "'id' is of the wrong type; give a text or a number", nil),
            (#"{"title": "a", "for": "b"}"#, "'for' can't be combined with 'title'; give one of them", nil),
            (#"{"for": "b", "text": "a", "id": 1}"#, "'for' can't be combined with 'text'; give one of them", "1"),
            (#"{"note": []}"#, "'note' is of the wrong type; give a text", nil),
        ] as [(String, String, String?)]) func `an invalid line gets an error`(
            line: String, problem: String, id: String?
        ) throws
    {
        let outcome = try TagflowProcess()
            .run("suggest", "--batch", "--database", ":memory:", input: Data("\(line)\n".utf8))
        let quoted = problem.replacing("\"", with: "\\\"")
        let end = id.map { ",\"id\":\($0)" } ?? ""
        #expect(outcome.output == "{\"error\":\"\(quoted)\"\(end)}\n")
        #expect(outcome.code == 65 && outcome.errors.isEmpty)
    }

    @Test func `an answer repeats the id, and null is as if it were not there`() throws {
        let tagflow = try TagflowProcess()
        try tagflow.run("new", "s", "swift")
        let outcome = try tagflow.run(
            "suggest", "--batch",
            input: Data(
                """
                {"query": "sw", "id": "one"}
                {"query": "sw", "id": 9007199254740993, "limit": null, "title": null}
                {"query": "sw", "id": null, "for": "a thing"}
                {"query": "id", "given": ["id", ":"], "id": 2}
                {"query": "id", "title": "\\"id\\": 4", "id" : 18446744073709551617.50e1, "given": []}
                """
                .utf8))
        let ids = outcome.output.split(separator: "\n")
            .map { line in line.firstMatch(of: /"id":("[^"]*"|[^,}]+)/).map { String($0.1) } }
        #expect(ids == [#""one""#, "9007199254740993", nil, "2", "18446744073709551617.50e1"])
        #expect(outcome.code == 0)
    }

    @Test func `unknown given names are ignored and listed`() throws {
        let tagflow = try TagflowProcess()
        try tagflow.run("new", "s", "swift", "ios")
        try tagflow.run("select", "swift", "ios")
        try tagflow.run("save")
        let question = #"{"given": ["swift", "nope", "Nope 2", "nope"], "limit": 1}"#
        let answer = try tagflow.run("suggest", "--batch", input: Data(question.utf8)).output
        #expect(answer.hasPrefix(#"{"given":["swift"],"#))
        #expect(answer.hasSuffix(#","unknown":["nope","Nope 2"]}"# + "\n"))
        let one = try tagflow.run(
            "suggest", "--given", "swift", "--given", "nope", "--given", "Nope 2", "--limit", "1", "--format", "json")
        #expect(one.output == answer)
        let text = try tagflow.run("suggest", "--given", "swfit", "--given", "ios")
        #expect(text.output.hasPrefix("swift\twith ios\n"))
        #expect(text.errors == "tagflow: unknown tag 'swfit' is ignored; did you mean 'swift'?\n")
        #expect(try tagflow.run("suggest", "--given", "swfit", "--quiet").errors.isEmpty)
    }

    @Test(arguments: [["suggest", "--batch"], ["layout"]]) func `each line has an answer, also a blank one`(
        command: [String]
    ) throws {
        let outcome = try TagflowProcess()
            .run(command + ["--database", ":memory:"], input: Data("\n{}\r\n\n \nx\n".utf8))
        #expect(outcome.output.split(separator: "\n").count == 5)
        #expect(outcome.code == 65)
    }

    @Test(arguments: [
        (
            ["suggest"],
            [
                "query", "given", "title", "location", "note", "text", "for", "limit", "id", "unknown", "error",
                "because",
            ]
        ),
        (
            ["layout"],
            [
                "subviews", "proposal", "bounds", "contentAlignment", "lineBreaking", "waterfall", "minimumWidth",
                "gridCellColumns", "flexibility", "hidden", "error", "vgrid", "adaptive",
            ]
        ),
        (
            ["import"],
            [
                "title", "tags", "at", "set", "aliases", "sets", "uses", "frecency", "distinct", "selected", "former",
                "layout", "chosen", "chips",
            ]
        ),
    ]) func `help names every field`(command: [String], fields: [String]) throws {
        let help = try TagflowProcess().run(command + ["--help"]).output
        for field in fields { #expect(help.contains(field), "\(field)") }
    }
}
