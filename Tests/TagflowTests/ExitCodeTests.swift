import Foundation
import TestSupport
import Testing

@Suite struct ExitCodeTests {
    /// A misuse of each command.
    private static let misuses: [String: [String]] = [
        "new": [], "delete": [], "use": [], "rename-set": ["a"], "drop": [], "add": [], "remove": [], "move": ["a"],
        "rename": ["a"], "merge": ["a"], "alias": ["a"], "unalias": [], "toggle": [], "select": [], "deselect": [],
        "restore-item": [], "delete-item": [], "distinguish": ["a"], "imply": ["a"], "unimply": ["a"], "describe": [],
        "one-of": ["a"], "backup": [], "items": ["--limit", "-1"], "show": ["--width", "0"],
        "suggest": ["--limit", "x"], "export": ["--format", "gif"], "import": ["--from", "xml"], "save": ["--title"],
        "layout-settings": ["--spacing", "-1"], "doctor": ["--format", "x"], "layout": ["a", "b"],
        "pick": ["--expect", "nokey"], "serve": ["x"], "token": ["new"], "space": ["move", "ann"], "model": ["use"],
        "notes": ["check"], "tag": [], "today": ["--limit", "-1"], "review": ["--tag", "a", "b"],
    ]

    @Test func `misuse of each command is one line and code 64`() throws {
        let tagflow = try TagflowProcess()
        for command in try HouseTests.commandNames() {
            for arguments in [["--bogus"], Self.misuses[command] ?? ["a", "b", "c", "d"]] {
                let outcome = try tagflow.run([command] + arguments)
                #expect(outcome.code == 64, "\(command) \(arguments)")
                #expect(outcome.output.isEmpty, "\(command) \(arguments)")
                #expect(outcome.errors.hasPrefix("tagflow: "), "\(command): \(outcome.errors)")
                #expect(outcome.errors.split(separator: "\n").count == 1, "\(command): \(outcome.errors)")
            }
        }
    }

    @Test(
        arguments: [
            (["bogus"], 64, "unknown command 'bogus'; see 'tagflow help'"),
            (["toggel", "x"], 64, "unknown command 'toggel'; did you mean 'toggle'?"),
            (["clear", "--set", "x"], 65, "unknown set 'x'; use 'new x' to create it"),
            (
                ["show", "--database", "/nowhere/x.sqlite"], 66,
                "no database at '/nowhere/x.sqlite'; check the path, or 'tagflow new NAME TAG…' creates it"
            ), (["add", "b", "https://x"], 65, "'https://x' is a URL; use 'add-item https://x' to save it as an item"),
            (["history", "--limit", "3"], 64, "unknown command 'history'; use 'items'"),
            (["restore", "1"], 64, "unknown command 'restore'; use 'restore-item'"),
            (["help", "forget"], 64, "unknown command 'forget'; use 'delete-item'"),
            (["import", "/nowhere.csv"], 66, "no such file '/nowhere.csv'; name a file, or '-' for standard input"),
            (["--database", "/dev/null/x", "show"], 73, nil), (["--database", "/etc/hostname", "show"], 78, nil),
            (["add", "a\u{1B}[2J"], 65, "invalid tag 'a\\u{1B}[2J': character 2 is U+001B ESCAPE; remove it"),
            (
                ["model", "use", "/nowhere.model"], 66,
                "no model '/nowhere.model'; choose another with 'model use FILE'"
            ), (["model", "use", "/etc/hostname"], 65, nil), (["model", "build"], 64, nil),
            (["model", "build", "/dev/null", "-o", "/dev/null/x"], 73, nil), (["undo"], 1, nil),
        ] as [([String], Int32, String?)]) func `a failure is one line and its code`(
            arguments: [String], code: Int32, line: String?
        ) throws
    {
        let outcome = try TagflowProcess().run(arguments)
        #expect(outcome.code == code, "\(outcome.errors)")
        #expect(outcome.errors.hasPrefix("tagflow: ") && outcome.errors.hasSuffix("\n"))
        #expect(outcome.errors.dropLast().allSatisfy { !$0.isNewline && $0 != "\u{1B}" })
        if let line { #expect(outcome.errors == "tagflow: \(line)\n") }
    }

    @Test func `a reader that closes the pipe isn't an error`() throws {
        let tagflow = try TagflowProcess()
        let names = (0..<20_000).map { "tag \($0)\n" }.joined()
        try tagflow.run("import", "--from", "text", "-", input: Data(names.utf8))
        let shell = Process()
        shell.executableURL = URL(fileURLWithPath: "/bin/bash")
        shell.arguments = ["-c", "set -o pipefail; '\(TagflowProcess.path)' show | head -n 1 > /dev/null"]
        shell.environment = tagflow.environment
        try shell.run()
        shell.waitUntilExit()
        #expect(shell.terminationStatus == 0)
    }

    @Test func `a locked database is reported, with code 75`() throws {
        let tagflow = try TagflowProcess()
        try tagflow.run("add", "a")
        let locker = Process()
        let pipe = Pipe()
        locker.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        locker.arguments = [
            "python3", "-c",
            "import sqlite3,sys;d=sqlite3.connect(sys.argv[1],isolation_level=None);d.execute('begin immediate');print(1,flush=True);sys.stdin.read()",
            tagflow.folder.file("tags.sqlite"),
        ]
        let input = Pipe()
        locker.standardInput = input
        locker.standardOutput = pipe
        try locker.run()
        _ = pipe.fileHandleForReading.availableData
        let outcome = try tagflow.run("toggle", "a")
        try input.fileHandleForWriting.close()
        locker.waitUntilExit()
        #expect(outcome.code == 75 && outcome.errors.contains("is locked by another process; try again"))
        #expect(try tagflow.run("toggle", "a").code == 0)
    }

    @Test(arguments: [["add", "-hobby"], ["toggle", "-sh"], ["toggle", "1", "- dash h"], ["add", "x", "-qh"]])
    func `a name that starts with a dash isn't a request for help`(arguments: [String]) throws {
        let outcome = try TagflowProcess().run(arguments)
        #expect(outcome.code == 64)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.hasPrefix("tagflow: unknown option '-"))
    }

    @Test(arguments: [
        ("title,tags\none,\"a\ntwo,b\n", "line 2: it has an unclosed quote"),
        ("title,tags\none,a,b\n", "line 2: it has 3 fields, more than the header"),
        ("tag\n\"b\"c\n", "line 2: it has text after a closing quote"),
    ]) func `a broken CSV file is refused`(text: String, problem: String) throws {
        let tagflow = try TagflowProcess()
        let outcome = try tagflow.run("import", "--from", "csv", "-", input: Data(text.utf8))
        #expect(outcome.code == 65)
        #expect(outcome.errors.contains(problem), "\(outcome.errors)")
        #expect(try tagflow.run("tags", "--all").output.isEmpty)
    }
}
