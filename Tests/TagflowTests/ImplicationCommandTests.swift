import Foundation
import TestSupport
import Testing

@Suite struct ImplicationCommandTests {
    private func pets() throws -> TagflowProcess {
        let tagflow = try TagflowProcess()
        try tagflow.run("new", "pets", "-y", "beagle", "cat", "dog", "animal")
        return tagflow
    }

    @Test func `implications are created, listed, rejected if they close a cycle, and deleted`() throws {
        let tagflow = try pets()
        #expect(try tagflow.run("imply").output.isEmpty)
        #expect(try tagflow.run("imply", "Beagle", "dog").output == "beagle implies dog\n")
        try tagflow.run("imply", "dog", "animal")
        #expect(try tagflow.run("imply").output == "beagle\tdog\ndog\tanimal\n")
        for (arguments, message) in [
            (
                ["imply", "animal", "beagle"],
                "'animal' can't imply 'beagle': animal → beagle → dog → animal would be a cycle; use 'unimply beagle dog' to break it"
            ), (["imply", "dog", "DOG"], "'dog' can't imply itself; name two different tags"),
            (["imply", "dog", "anmal"], "unknown tag 'anmal'; did you mean 'animal'?"),
            (["unimply", "cat", "dog"], "'cat' doesn't imply 'dog'; use 'imply' to list implications"),
        ] {
            let outcome = try tagflow.run(arguments)
            #expect(outcome.code == 65 && outcome.errors == "tagflow: \(message)\n")
        }
        let taken = try tagflow.run("unimply", "dog", "animal").output
        #expect(taken == "dog no longer implies animal\n")
        #expect(try tagflow.run("undo").output == "undone: unimply dog animal\n")
        let merged = try tagflow.run("merge", "beagle", "animal")
        #expect(merged.output == "beagle is now an alias of animal\n")
        #expect(merged.errors == "tagflow: dropped the implication 'animal' → 'dog', which would close a cycle\n")
    }

    @Test func `implied tags are suggested first, explained, and selected on request`() throws {
        let tagflow = try pets()
        try tagflow.run("imply", "beagle", "dog")
        let suggested = try tagflow.run("suggest", "--given", "beagle", "--limit", "1", "--explain")
        #expect(
            suggested.output
                == "dog\tbeagle implies it\n    Almost all such items have it. It is implied by 'beagle'.\n")
        let numbers = try tagflow.run("suggest", "--given", "beagle", "--limit", "1", "--explain", "--verbose")
        #expect(
            numbers.output == """
                dog\tbeagle implies it
                    100 %  probability
                    +1.000  estimate
                    +0.000  popularity
                    +1.000  beagle = +0.000 regression +0.000 local regression \
                +0.000 similar items +1.000 implication

                """)
        let batch = try tagflow.run("suggest", "--batch", input: Data(#"{"given": ["beagle"], "limit": 1}"#.utf8))
        #expect(batch.output.contains(#""because":["beagle implies it"]"#))
        let typed = "select --implied beagle\nundo\nselect beagle\n"
        let repl = try tagflow.run([], input: Data(typed.utf8)).output.split(separator: "\n")
        #expect(repl.first == "(1✓beagle ) (2 cat ) (3✓dog ) (4 animal )")
        #expect(repl.last == "(1✓beagle ) (2 cat ) (3 dog ) (4 animal )")
    }

    @Test func `the list as JSON and the lines of an export come in again`() throws {
        let tagflow = try pets()
        try tagflow.run("imply", "beagle", "dog")
        try tagflow.run("imply", "dog", "animal")
        let list = try tagflow.run("imply", "--format", "json").output
        #expect(list == #"[{"implies":["dog"],"tag":"beagle"},{"implies":["animal"],"tag":"dog"}]"# + "\n")
        for input in [list, try tagflow.run("export", "--format", "ndjson").output] {
            let other = try TagflowProcess()
            let brought = try other.run("import", "-", input: Data(input.utf8)).output
            #expect(brought.contains("2 new implications"))
            #expect(try other.run("imply").output == "beagle\tdog\ndog\tanimal\n")
            let again = try other.run("import", "-", input: Data(input.utf8)).output
            #expect(!again.contains("new implication"))
        }
        let cycle = #"{"tag": "animal", "implies": ["beagle"]}"#
        let refused = try tagflow.run("import", "-", input: Data(cycle.utf8))
        #expect(refused.code == 65)
        #expect(
            refused.errors.contains(
                "line 1: 'animal' can't imply 'beagle': animal → beagle → dog → animal would be a cycle"))
    }

    @Test func `rules that selections nearly prove are listed with the command that makes each`() throws {
        let tagflow = try TagflowProcess()
        try tagflow.run("clear")
        #expect(try tagflow.run("doctor", "--implications").errors.contains("no implications found"))
        let rows = [(19, ["a b", "dog"]), (1, ["a b"]), (10, ["cat", "dog"]), (40, ["other"])]
        let lines = rows.flatMap { count, tags in
            (0..<count)
                .map { number in
                    let names = tags.map { "\"\($0)\"" }.joined(separator: ",")
                    return #"{"title":"\#(names.count) \#(number)","tags":[\#(names)]}"#
                }
        }
        let input = Data(lines.joined(separator: "\n").utf8)
        #expect(try tagflow.run("import", "--from", "ndjson", "-", input: input).code == 0)
        let listed = try tagflow.run("doctor", "--implications").output
        #expect(
            listed == """
                tagflow imply "a b" dog\t# 95 % of 20
                tagflow imply cat dog\t# 100 % of 10

                """)
        let some = try tagflow.run("doctor", "--implications", "--limit", "1")
        #expect(some.errors == "tagflow: … and 1 more; use --limit to list more\n")
        let json = try tagflow.run("doctor", "--implications", "--format", "json", "--limit", "1")
        #expect(json.output == #"{"count":2,"pairs":[{"implies":"dog","share":0.95,"support":20,"tag":"a b"}]}"# + "\n")
        try tagflow.run("imply", "cat", "dog")
        #expect(try tagflow.run("doctor", "--implications").output.split(separator: "\n").count == 1)
    }
}
