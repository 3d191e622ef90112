import Foundation
import TestSupport
import Testing

@Suite struct InputFileTests {
    /// The commands that read a file that somebody names.
    private static let readers: [[String]] = [
        ["import", "FILE"], ["layout", "FILE"], ["suggest", "--batch", "FILE"], ["suggest", "--text-file", "FILE"],
        ["export", "--format", "svg", "--theme", "FILE"],
    ]

    @Test(arguments: readers) func `every reader rejects a database, a folder and a missing file`(
        reader: [String]
    ) throws {
        let tagflow = try TagflowProcess()
        try tagflow.run("new", "s", "x")
        let folder = tagflow.folder
        let own = folder.file("tags.sqlite")
        try tagflow.run("backup", folder.file("copy.sqlite"))
        try FileManager.default.createSymbolicLink(atPath: folder.file("link.json"), withDestinationPath: own)
        try FileManager.default.linkItem(atPath: own, toPath: folder.file("hard.json"))
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("dangling.json"), withDestinationPath: folder.file("nowhere"))
        func answer(_ file: String) throws -> TagflowProcess.Outcome {
            try tagflow.run(reader.map { $0 == "FILE" ? folder.file(file) : $0 })
        }
        for file in ["tags.sqlite", "link.json", "hard.json"] {
            let outcome = try answer(file)
            #expect(outcome.code == 65, "\(file): \(outcome.errors)")
            #expect(outcome.errors.contains(" database"), "\(file): \(outcome.errors)")
        }
        let copy = try answer("copy.sqlite")
        #expect(copy.code == 65 && copy.errors.contains("is a SQLite database"), "\(copy.errors)")
        let dangling = try answer("dangling.json")
        #expect(dangling.code == 66 && dangling.errors.contains("is a broken link"))
        let absent = try answer("absent.json")
        #expect(absent.code == 66 && absent.errors.contains("no such file"))
        let directory = try tagflow.run(reader.map { $0 == "FILE" ? folder.path : $0 })
        // 'import' reads the notes of a folder.
        let problem = reader.first == "import" ? "no notes in folder" : "is a folder"
        #expect(directory.code == 66 && directory.errors.contains(problem), "\(directory.errors)")
    }

    @Test func `the files next to the open database are rejected as well`() throws {
        let tagflow = try TagflowProcess()
        try tagflow.run("new", "s", "x")
        let path = tagflow.folder.file("tags.sqlite")
        // In the REPL the database is open, and its log and index are there.
        let outcome = try tagflow.repl("add y", "import \(path)-wal", "layout \(path)-shm", "import \(path)", "tags")
        let refusals = outcome.errors.split(separator: "\n")
        #expect(refusals.count == 3, "\(outcome.errors)")
        #expect(refusals.allSatisfy { $0.contains("belongs to the open database") })
    }

    @Test func `a change stays after a refused import of the own database and a kill`() throws {
        let tagflow = try TagflowProcess()
        try tagflow.run("new", "s", "x")
        let path = tagflow.folder.file("tags.sqlite")
        let repl = Process()
        repl.executableURL = URL(fileURLWithPath: TagflowProcess.path)
        repl.environment = tagflow.environment
        let (input, output) = (Pipe(), Pipe())
        repl.standardInput = input
        repl.standardOutput = output
        repl.standardError = FileHandle.nullDevice
        try repl.run()
        func ask(_ lines: String, until word: String) throws {
            try input.fileHandleForWriting.write(contentsOf: Data(lines.utf8))
            var answer = ""
            while !answer.contains(word) {
                let bytes = output.fileHandleForReading.availableData
                if bytes.isEmpty { break }
                answer += String(decoding: bytes, as: UTF8.self)
            }
            #expect(answer.contains(word))
        }
        try ask("import \(path)\nlayout \(path)\nadd first\n", until: "first")
        #expect(try tagflow.run("add", "second").code == 0)
        try ask("add third\n", until: "third")
        kill(repl.processIdentifier, SIGKILL)
        repl.waitUntilExit()
        let tags = try tagflow.run("tags", "--format", "json").output
        for tag in ["first", "second", "third"] { #expect(tags.contains(tag), "\(tags)") }
        #expect(try tagflow.run("doctor").code == 0)
    }

    @Test func `lines end at a line feed alone, from a file as from standard input`() throws {
        let tagflow = try TagflowProcess()
        try tagflow.run("new", "s", "x")
        let lines = Data("{\"query\": \"a\u{2028}b\u{85}c\"}\r\n\n{\"query\": \"d\"}".utf8)
        let file = tagflow.folder.file("questions")
        try lines.write(to: URL(fileURLWithPath: file))
        let fromFile = try tagflow.run("suggest", "--batch", file)
        // The line between them is blank, which is reported with its position.
        #expect(fromFile.code == 65 && fromFile.errors.isEmpty)
        let answers = fromFile.output.split(separator: "\n")
        #expect(answers.count == 3 && answers[1].contains("the line is empty"))
        #expect(try tagflow.run("suggest", "--batch", input: lines).output == fromFile.output)
        let boxes = Data("{\"subviews\": [], \"x\u{2028}\": 1}\n{\"subviews\": []}\n".utf8)
        try boxes.write(to: URL(fileURLWithPath: file))
        let laidOut = try tagflow.run("layout", file)
        #expect(laidOut.output.split(separator: "\n").count == 2)
        #expect(try tagflow.run("layout", input: boxes).output == laidOut.output)
    }

    @Test func `a line of more than 16 MB is answered with its number, and the next is read`() throws {
        let tagflow = try TagflowProcess()
        try tagflow.run("new", "s", "x")
        let long =
            Data("{\"query\": \"a\"}\n".utf8) + Data(repeating: 0x61, count: (16 << 20) + 1)
            + Data("\n{\"query\": \"d\"}\n".utf8)
        for input in [["suggest", "--batch"], ["layout"]] {
            let outcome = try tagflow.run(input, input: long)
            let answers = outcome.output.split(separator: "\n")
            #expect(outcome.code == 65 && answers.count == 3)
            #expect(answers.dropFirst().first == #"{"error":"line 2 is longer than 16 MB"}"#)
        }
        let tags = try tagflow.run(["add", "-"], input: long)
        #expect(tags.code == 65 && tags.errors.contains("line 2 is longer than 16 MB"))
    }

    @Test(
        .enabled(if: FileManager.default.fileExists(atPath: "/dev/zero")),
        arguments: ["import %", "layout %", "suggest --batch %", "import --from csv %"])
    func `a device that never ends is refused, and one without bytes is an empty file`(command: String) throws {
        let tagflow = try TagflowProcess()
        try tagflow.run("add", "x")
        let words = { (path: String) in command.split(separator: " ").map { $0 == "%" ? path : String($0) } }
        let endless = try tagflow.run(words("/dev/zero"))
        #expect(endless.code == 65 && endless.errors.contains("'/dev/zero' is an endless device"))
        #expect(try tagflow.run(words("/dev/null")).code != 74)
    }

    @Test func `every export comes in again, or is refused by name`() throws {
        let tagflow = try TagflowProcess()
        try tagflow.run("new", "things", "a", "b c", "*d*")
        try tagflow.run("select", "b c")
        for ending in ["json", "ndjson", "md", "csv"] {
            let file = tagflow.folder.file("board.\(ending)")
            #expect(try tagflow.run("export", "--format", ending, "-o", file).code == 0)
            let other = try TagflowProcess()
            try other.run("new", "things")
            let outcome = try other.run("import", file)
            #expect(outcome.code == 0, "\(ending): \(outcome.errors)")
            let board = try other.run("show", "--set", "things").output
            #expect(board == "( a ) (✓b c ) ( *d* )\n", "\(ending)")
        }
        for (ending, words) in [
            ("html", "an HTML page"), ("svg", "an SVG picture"), ("png", "a picture"), ("pdf", "a PDF document"),
            ("txt", "a board drawn as text"), ("ansi", "text with terminal colors"),
        ] {
            let file = tagflow.folder.file("board.\(ending)")
            #expect(try tagflow.run("export", "--format", ending, "-o", file).code == 0)
            let outcome = try tagflow.run("import", file)
            #expect(outcome.code == 65 && outcome.errors.contains(words), "\(outcome.errors)")
            #expect(outcome.errors.split(separator: "\n").count == 1)
        }
    }

    /// The output of a shell script that pipes an export of one database into an import of another.
    private func piped(
        _ format: String, from tagflow: TagflowProcess, to other: TagflowProcess
    ) throws -> (code: Int32, errors: String) {
        let script = """
            "$TAGFLOW" export --format \(format) | \
            TAGFLOW_DATABASE="$OTHER" "$TAGFLOW" import 2> "$HOME/errors"
            """
        var environment = tagflow.environment
        environment["TAGFLOW"] = TagflowProcess.path
        environment["OTHER"] = other.environment["TAGFLOW_DATABASE"]
        let code = try Tool("sh", package: "dash").run(["-c", script], environment: environment).code
        let file = URL(fileURLWithPath: tagflow.folder.file("errors"))
        return (code, String(decoding: try Data(contentsOf: file), as: UTF8.self))
    }

    @Test func `every export comes in again through a pipe, or is refused by name`() throws {
        let names = ["a", "b c", "*d*", "x,y", "#e", "-f", "\"g\"", "h|i", "早间例行 ☀️", "tag"]
        // More tags than a format is recognized by.
        for count in [0, 900] {
            let tagflow = try TagflowProcess()
            let all = names + (0..<count).map { "tag number \($0)" }
            try tagflow.run(["new", "things", "--"] + all)
            try tagflow.run("select", "--", "b c", "-f", "早间例行 ☀️")
            for format in ["json", "ndjson", "markdown", "csv"] {
                let other = try TagflowProcess()
                try other.run("new", "things")
                let outcome = try piped(format, from: tagflow, to: other)
                #expect(outcome.code == 0, "\(format): \(outcome.errors)")
                let export = ["export", "--set", "things", "--format", "json"]
                #expect(try other.run(export).output == tagflow.run(export).output, "\(format), \(all.count) tags")
            }
            for (format, words) in [
                ("html", "an HTML page"), ("svg", "an SVG picture"), ("png", "a picture"), ("pdf", "a PDF document"),
                ("text", "a board drawn as text"), ("text --align center", "a board drawn as text"),
                ("ansi", "text with terminal colors"),
            ] {
                let other = try TagflowProcess()
                let outcome = try piped(format, from: tagflow, to: other)
                #expect(outcome.code == 65 && outcome.errors.contains(words), "\(outcome.errors)")
                #expect(outcome.errors.contains("standard input"), "\(outcome.errors)")
                #expect(outcome.errors.split(separator: "\n").count == 1)
            }
        }
    }

    @Test(arguments: [
        ("{\"set\": \"s\", \"tags\": [\"one\", \"two\"]}\n{\"tag\": \"x\"}\n", "( one ) ( two )\n"),
        ("tag,selected\none,true\ntwo,false\n", "(✓one ) ( two )\n"), ("- [ ] one\n- [x] two\n", "( one ) (✓two )\n"),
        ("[one]\n{two}\n", "( [one] ) ( {two} )\n"), ("tag\none\n", "( tag ) ( one )\n"),
    ]) func `a text file is read according to its content`(text: String, board: String) throws {
        let tagflow = try TagflowProcess()
        try tagflow.run("new", "s")
        let file = tagflow.folder.file("notes.txt")
        try Data(text.utf8).write(to: URL(fileURLWithPath: file))
        let outcome = try tagflow.run("import", file)
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(try tagflow.run("show").output == board)
    }

    @Test func `a format is recognized in a pipe that is filled byte by byte`() throws {
        let tagflow = try TagflowProcess()
        try tagflow.run("new", "s")
        var environment = tagflow.environment
        environment["TAGFLOW"] = TagflowProcess.path
        let script = """
            for part in t a g ,sel ected; do printf '%s' $part; sleep 0.02; done | \
            { cat; printf '\\none,true\\n'; } | "$TAGFLOW" import
            """
        #expect(try Tool("sh", package: "dash").run(["-c", script], environment: environment).code == 0)
        #expect(try tagflow.run("show").output == "(✓one )\n")
        let outcome = try tagflow.repl("new t", "import -", "tag,selected", "two,true")
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(try tagflow.run("show").output == "(✓two )\n")
    }

    @Test func `a path that isn't UTF-8 is kept byte for byte`() throws {
        let tagflow = try TagflowProcess()
        let script = """
            cd "$HOME" && printf 'one\\n' > "$(printf 'a\\377.txt')" && printf 'two\\n' > "$(printf 'a\\376.txt')"
            "$TAGFLOW" import "$(printf 'a\\377.txt')" "$(printf 'a\\376.txt')" && \
            "$TAGFLOW" export --format md -o "$(printf 'out\\377.md')" && \
            "$TAGFLOW" export --format csv "--output=$(printf 'long\\377.csv')" ; \
            "$TAGFLOW" add "$(printf 'bad\\377')" ; echo "code $?"
            "$TAGFLOW" --database "$(printf 'base\\377')" sets ; echo "option $?"
            TAGFLOW_DATABASE="$(printf 'base\\377')" "$TAGFLOW" sets ; echo "variable $?"
            ls -b
            """
        let shell = Tool("sh", package: "dash")
        var environment = tagflow.environment
        environment["TAGFLOW"] = TagflowProcess.path
        let result = try shell.run(["-c", script], environment: environment)
        let output = String(decoding: result.output, as: UTF8.self)
        #expect(output.contains("out\\377.md"), "\(output)")
        #expect(output.contains("long\\377.csv"), "\(output)")
        #expect(output.contains("code 65"), "\(output)")
        #expect(output.contains("option 64") && output.contains("variable 64"), "\(output)")
        #expect(!output.contains("model"), "\(output)")
        #expect(try tagflow.run("tags").output.contains("one"))
        #expect(try tagflow.run("tags").output.contains("two"))
    }

    @Test func `a pipe by name is read as a file is`() throws {
        let tagflow = try TagflowProcess()
        #expect(try tagflow.run(["import", "/dev/stdin"], input: Data("a\nb\n".utf8)).code == 0)
        let shell = Tool("sh", package: "dash")
        var environment = tagflow.environment
        environment["TAGFLOW"] = TagflowProcess.path
        let script = """
            mkfifo "$HOME/pipe"; (printf 'SQ'; sleep 0.1; printf 'Lite\\n') > "$HOME/pipe" & \
            "$TAGFLOW" import --from text "$HOME/pipe"; wait
            """
        #expect(try shell.run(["-c", script], environment: environment).code == 0)
        #expect(try tagflow.run("tags").output.contains("SQLite"))
        let database = try Data(contentsOf: URL(fileURLWithPath: tagflow.folder.file("tags.sqlite")))
        let outcome = try tagflow.run(["import", "-"], input: database)
        #expect(outcome.code == 65 && outcome.errors.contains("standard input is a SQLite database"))
    }

    @Test func `a command in the REPL reads the rest of the input`() throws {
        let tagflow = try TagflowProcess()
        let outcome = try tagflow.repl("new s x", "import --from text -", "y", "z")
        #expect(outcome.code == 0)
        #expect(try tagflow.run("show").output.contains("z"))
    }

    /// The functions that may open a file, and files that users don't name.
    private static let openers: Set<String> = [
        // The doors for reading and writing.
        "tagflow/Files/InputFile.swift", "tagflow/Files/AtomicFile.swift",
        // The database before and while it is made, its copy, the REPL's history, the terminal, and which file is which.
        "TagStore/Opening/", "TagStore/TagStore.swift", "TagStore/Recovery/TagStore+Recovery.swift",
        "TerminalFrontEnd/Repl/HistoryFile.swift", "Terminal/Device/",
        // The history of 'pick', whose file must be writable before the picker opens.
        "tagflow/Picking/PickSettings.swift",
        // The notes of a folder, which are read whole and replaced whole.
        "TagService/Files/NoteFile.swift",
        // The address of the server that runs on a database, which 'sign-in' reads.
        "TagService/Tokens/ServerAddress.swift",
        // The files of a shared store, which are written whole and never followed through a link.
        "Sync/Store/OpenFolder.swift",
        // The lock of an exchange, and the tokens of connections, which are replaced whole.
        "TagService/Sync/SyncLock.swift", "Connections/TokenFile.swift",
        // The server's token file, read before any database is open, and the copy of a database that is sent.
        "tagflow-server/ServerOptions.swift", "TagService/Files/Import/TemporaryFile.swift",
        "tagflow/Maintenance/BackupCommand.swift",
    ]

    @Test func `files are opened in few places`() throws {
        let opener =
            /Data\(contentsOf|String\(contentsOf|FileHandle\(for|InputStream\(|contents\(atPath|\bfopen\(|\bunsafe (\w+\.)?open(at)?\(|readLine\(|\.write\(to: URL|freopen\(/
        let sources = HouseTests.root.appendingPathComponent("Sources")
        var found = 0
        for path in try FileManager.default.subpathsOfDirectory(atPath: sources.path) where path.hasSuffix(".swift") {
            let text = try String(contentsOf: sources.appendingPathComponent(path), encoding: .utf8)
            guard text.firstMatch(of: opener) != nil else { continue }
            found += 1
            #expect(Self.openers.contains { path.hasPrefix($0) }, "\(path) opens files")
        }
        #expect(found >= 3)
    }
}
