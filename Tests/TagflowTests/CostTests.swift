import Foundation
import TestSupport
import Testing

/// Numbers and amounts from outside that would be expensive or trap without limits.
@Suite struct CostTests {
    private static let huge = ["9223372036854775807", "99999999999999999999", "-9223372036854775808"]

    @Test(arguments: huge) func `a number out of range is rejected with the range`(number: String) throws {
        let tagflow = try TagflowProcess()
        try tagflow.run("add", "a", "b")
        try tagflow.run("select", "a")
        for arguments in [
            ["suggest", "--limit"], ["items", "--limit"], ["doctor", "--similar", "--limit"], ["show", "--width"],
            ["layout-settings", "--spacing"], ["layout-settings", "--width"], ["layout-settings", "--line-spacing"],
            ["layout-settings", "--max-lines"],
        ] {
            let option = arguments[arguments.count - 1]
            let outcome = try tagflow.run(Array(arguments.dropLast()) + ["\(option)=\(number)"])
            #expect(outcome.code == 64, "\(arguments) \(number)")
            #expect(outcome.errors.contains("give a whole number from "), "\(outcome.errors)")
        }
        // A picture has any width that is a number of points: the lines are as long as they need to be.
        let export = try tagflow.run("export", "--format", "svg", "--width=\(number)")
        #expect(export.code == (number.hasPrefix("-") ? 64 : 0), "\(export.errors)")
        for line in ["\(number)", "1-\(number)", "width \(number)", "spacing \(number)", "lines \(number)"]
        where !number.hasPrefix("-") {
            let outcome = try tagflow.repl(line)
            #expect([64, 65].contains(outcome.code), "\(line): \(outcome.code)")
        }
    }

    @Test func `extreme ids and limits don't trap`() throws {
        let tagflow = try TagflowProcess()
        try tagflow.run("add", "a", "b")
        try tagflow.run("select", "a")
        try tagflow.run("save")
        for command in ["restore-item", "delete-item"] {
            #expect(try tagflow.run(command, "9223372036854775807").code == 65)
            // A title or a location may be a number that no item has.
            #expect(try tagflow.run(command, "0").code == 65)
        }
        let batch = Data(#"{"given": ["a"], "limit": 9223372036854775807}\#n{"limit": -9223372036854775808}\#n"#.utf8)
        let outcome = try tagflow.run("suggest", "--batch", input: batch)
        // A limit out of range is an error of its line.
        #expect(outcome.code == 65)
        let answers = outcome.output.split(separator: "\n")
        #expect(answers.count == 2)
        #expect(answers.allSatisfy { $0.contains("'limit' is out of range") })
    }

    @Test func `layout settings that an import brings are those that a board can have`() throws {
        let tagflow = try TagflowProcess()
        let line = """
            {"set": "s", "tags": ["a", "b"], "chosen": true, "layout": {"spacing": 1e308, "lineSpacing": -1e308, \
            "maxLines": 9223372036854775807, "width": 1e300, "alignment": "trailing"}}

            """
        #expect(try tagflow.run("import", "--from", "ndjson", "-", input: Data(line.utf8)).code == 0)
        for arguments in [["layout-settings"], ["show"], ["export", "--format", "svg"], ["sets"]] {
            #expect(try tagflow.run(arguments).code == 0, "\(arguments)")
        }
    }

    @Test func `thousands of arguments are taken in their order, options among them`() throws {
        let tagflow = try TagflowProcess()
        let names = (0..<1_200).map { "t\($0)" }
        let arguments =
            ["new", "many"] + names[..<700] + ["--quiet"] + names[700..<1_100] + ["--set", "many", "--", "-x"]
            + names[1_100...]
        let outcome = try tagflow.run(Array(arguments))
        #expect(outcome.code == 0, "\(outcome.errors)")
        let listed = try tagflow.run("export", "--format", "csv", "--set", "many").output
        let tags = listed.split(separator: "\n").dropFirst().map { String($0.prefix { $0 != "," }) }
        #expect(tags.filter { $0.hasPrefix("t") } == names)
        #expect(tags.count == names.count + 1)
        let given = names.flatMap { ["--given", $0] }
        let suggested = try tagflow.run(["suggest", "--format", "json", "--limit", "3"] + given)
        #expect(suggested.output.contains(#""t1199""#))
        #expect(try tagflow.run(["rename"] + names).code == 64)
    }

    @Test func `saving too many tags to learn all pairs is reported once`() throws {
        let tagflow = try TagflowProcess()
        let names = (0..<300).map { "t\($0)" }
        try tagflow.run(["add", "--yes"] + names)
        try tagflow.run(["select"] + names)
        let told = try tagflow.run("save", "all")
        #expect(told.errors == "tagflow: suggestions learn only the pairs of the 256 rarest of 300 tags\n")
        try tagflow.run("deselect", "t0")
        #expect(try tagflow.run("save", "--quiet").errors.isEmpty)
        try tagflow.run("clear")
        #expect(try tagflow.run("restore-item", "1", "--quiet").code == 0)
        #expect(try tagflow.run("doctor").code == 0)
    }

    @Test func `boards do not wait for another process that writes`() throws {
        let tagflow = try TagflowProcess()
        try tagflow.run(["add", "--yes", "--quiet"] + (0..<20).map { "t\($0)" })
        try tagflow.run("doctor", "--clear-measurements")
        let locker = Process()
        let (input, output) = (Pipe(), Pipe())
        locker.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        locker.arguments = [
            "python3", "-c",
            "import sqlite3,sys;d=sqlite3.connect(sys.argv[1],isolation_level=None);d.execute('begin immediate');print(1,flush=True);sys.stdin.read()",
            tagflow.folder.file("tags.sqlite"),
        ]
        (locker.standardInput, locker.standardOutput) = (input, output)
        try locker.run()
        _ = output.fileHandleForReading.availableData
        // Each would wait for ten seconds.
        let start = ContinuousClock.now
        for arguments in [["show"], ["show"], ["show"], ["export", "--format", "json"]] {
            let outcome = try tagflow.run(arguments)
            #expect(outcome.code == 0 && outcome.output.contains("t19"), "\(arguments)")
        }
        #expect(ContinuousClock.now - start < .seconds(30))
        try input.fileHandleForWriting.close()
        locker.waitUntilExit()
        #expect(try tagflow.run("doctor").output.contains("measurement cache: 0 %"))
        try tagflow.run("show")
        #expect(try tagflow.run("doctor").output.contains("measurement cache: 100 %"))
    }
}
