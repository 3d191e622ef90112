import Foundation
import TestSupport
import Testing

/// All output passes through `PrintableText`: the sources have no other way, and no control character passes.
@Suite struct PrintingTests {
    /// The calls that print, or mark text as printable, and the files that may use them.
    private static let ways: [(pattern: String, files: Set<String>)] = [
        (#"(^|[^.\w])(debugPrint|print)\("#, []), (#"\bdump\("#, []),
        // The server's own door, which takes nothing but a PrintableText.
        (#"FileHandle\.standard(Output|Error)"#, ["ErrorStream.swift"]),
        (#"\b(fputs|fputc|putchar|puts|printf|fprintf|vprintf|perror|fwrite|putc|psignal)\("#, []),
        (#"\b(stdout|stderr|STDOUT_FILENO|STDERR_FILENO)\b"#, []),
        // A descriptor as the first argument: a pipe's end, a terminal that is drawn on, and the call itself.
        (
            #"(^|[^.\w]|Glibc\.|Darwin\.)write\([a-zA-Z0-9]*([dD]escriptor|End|[0-9])\b"#,
            ["SystemCall.swift", "WakePipe.swift", "TerminalLease.swift"]
        ),
        // Bytes as they are: those of a stream, of a file, and of an export or a backup into a pipe.
        (
            #"DescriptorWriter\("#,
            ["ByteStream.swift", "AtomicFile.swift", "ExportCommand.swift", "BackupCommand.swift"]
        ), (#"StreamLogHandler"#, []), (#"\b(NSLog|os_log|syslog)\b"#, []),
        (#"stringLiteral:"#, ["PrintableText.swift"]),
        (
            #"ByteStream\(descriptor:"#,
            [
                "Session.swift", "Session+Conversation.swift", "HistoryFile.swift", "ProgressBar.swift",
                // Its question is asked during a pull.
                "ConnectCommand.swift",
            ]
        ),
    ]

    @Test func `the sources print through the one door`() throws {
        let files = try HouseTests.swiftFiles(in: "Sources")
        #expect(files.count > 200)
        for (pattern, allowed) in Self.ways {
            let expression = try Regex(pattern)
            var found: Set<String> = []
            for file in files {
                let name = file.lastPathComponent
                let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
                for line in lines where !line.drop(while: \.isWhitespace).hasPrefix("//") {
                    // Declarations of a command's and a screen's own `print`.
                    guard line.firstMatch(of: expression) != nil, !line.contains("func print("),
                        !line.contains("case print("), !Self.isMember(line, in: name)
                    else { continue }
                    found.insert(name)
                    #expect(allowed.contains(name), "\(name): \(line)")
                }
            }
            let unused = allowed.subtracting(found)
            #expect(unused.isEmpty, "\(pattern) is allowed in files that don't use it: \(unused)")
        }
    }

    /// Whether a line calls the `print` of its type, which writes to a stream or a screen.
    private static func isMember(_ line: Substring, in file: String) -> Bool {
        let own = ["Session.swift", "InMemoryTerminal.swift"]
        return own.contains(file) && line.contains("print(")
    }

    // MARK: - Hostile names

    /// Texts that control a terminal, or hide or reorder their surroundings: all that UTF-8 has on one
    /// line, line ends, and invalid UTF-8.
    private static let hostile: [[UInt8]] = [
        Array(
            "\u{1B}[31mr\u{1B}]52;c;aGk=\u{7}\u{9B}2J\u{90}\u{9C}\u{1B}P+q\u{1B}\\\u{202E}a\u{2066}\u{7F}\u{8}\u{FFFE}\u{E0001}"
                .utf8), Array("a\u{2028}b\rc\nd\u{85}\u{FFF9}".utf8), [0x61, 0x9B, 0xFF, 0x1B, 0x63, 0xC3],
    ]

    /// The arguments of each command; `@` is a hostile text, `%` a file with a hostile name.
    private static let commands = [
        "@", "--@", "toggle @", "select @", "deselect @", "show @", "show --set @", "use @", "add @", "remove @",
        "move @ 1", "new @", "drop @", "rename a @", "rename @ a", "merge @ a", "merge a @", "alias @ a", "alias a @",
        "unalias @", "imply @ a", "imply a @", "unimply @ a", "rename-set @ b", "rename-set s @", "save @", "items",
        "restore @", "forget @", "suggest @", "suggest @ --given @ --for @", "suggest @ --format json",
        "suggest --title @ --location @ --note @ --text-file %", "suggest --batch %", "import %",
        "import --from ndjson %", "import --from json %", "import --from csv %", "undo", "redo", "--verbose undo",
        "import /nowhere/@", "layout %", "layout /nowhere/@", "tag --add @ %", "tag --add x %", "tag --suggest %",
        "tag --remove @ /nowhere/@", "mcp --set @", "export --format @", "export -o /nowhere/@.svg", "export -o %.txt",
        "export -o %", "export --format png -o %.png --theme @", "export --format svg --font @ --theme %", "backup %",
        "backup /nowhere/@", "doctor @", "help @", "layout-settings --alignment @", "layout-settings --spacing @",
        "pick @", "pick --height @", "shell-init @", "completions @", "completions bash --line @",
        "completions fish -- toggle @", "today @", "toggle --number @", "tag --list %", "show --database %",
        "--database /nowhere/@ show", "--verbose show --database %.new", "tags @", "sets @", "describe @",
        "describe a @", "one-of @ a b", "one-of", "one-of @ --delete", "one-of g a @",
    ]
    /// Commands that print the whole database.
    private static let listings = [
        "export --format ndjson", "one-of", "one-of --format json", "imply", "imply --format json",
        "doctor --implications", "show", "show --format json", "sets", "sets --format json", "tags --all",
        "tags --all --format json", "items", "history --format json", "suggest", "suggest a", "suggest a --format json",
        "doctor", "doctor --format json", "doctor --similar", "doctor --similar --format json", "--verbose show",
        "undo", "redo", "undo", "toggle 1", "toggle nope", "add nope2", "save label", "layout-settings",
        "show --selected-only", "clear", "export --format text", "export --format json",
    ]
    /// Output for programs: raw in a pipe, escaped on a terminal.
    private static let documents = [
        "export --format ansi", "export --format csv", "export --format markdown", "export --format svg",
        "export --format html",
    ]

    @Test func `no hostile argument, file, name or variable does anything to a terminal or a pipe`() throws {
        let tagflow = try TagflowProcess()
        try tagflow.run("new", "s", "a", "b")
        var script = Self.prologue(tagflow)
        for text in Self.hostile {
            let file = Array(tagflow.folder.file("").utf8) + text.map { $0 == 0x2F ? 0x5F : $0 }
            // The file's content is hostile as well.
            script += Array("printf '%s\\n' ".utf8) + Self.quoted(Self.content(text)) + Array(" > ".utf8)
            script += Self.quoted(file) + [0x0A]
            for command in Self.commands { script += Self.line(command, text: text, file: file) }
            for name in ["TAGFLOW_DATABASE", "HOME", "TAGFLOW_PICK_OPTIONS", "TERM", "XDG_DATA_HOME"] {
                let path = (name.hasSuffix("E") ? Array("/nowhere/".utf8) : []) + text
                let command = name == "TAGFLOW_PICK_OPTIONS" ? "pick -f a < /dev/null" : "--verbose show"
                script += Array("\(name)=".utf8) + Self.quoted(path) + Array(" \"$T\" \(command)\n".utf8)
            }
        }
        try expectHarmless(script, in: tagflow)
    }

    @Test(.enabled(if: Tool.sqlite.isInstalled, Comment(rawValue: Tool.sqlite.comment)))
    func `names in a database made by others do nothing to a terminal`() throws {
        for text in Self.hostile where String(validating: text, as: UTF8.self) != nil {
            let tagflow = try TagflowProcess()
            try Self.makeDatabase(tagflow, with: text)
            let listings = Self.listings.flatMap { Self.line($0, text: text, file: []) }
            let repl = Array("printf 'show\\nfind a\\n1\\nhelp\\nundo\\nnope\\n' | \"$T\"\n".utf8)
            try expectHarmless(Self.prologue(tagflow) + listings + repl, in: tagflow)
            let documents = Self.documents.flatMap { Self.line($0, text: text, file: []) }
            try expectHarmless(Self.prologue(tagflow) + documents, in: tagflow, alsoInPipe: false)
        }
    }

    /// A database in which every name and text is hostile, and tags look alike.
    private static func makeDatabase(_ tagflow: TagflowProcess, with text: [UInt8]) throws {
        try tagflow.run("new", "s", "a", "b", "aa", "aab")
        try tagflow.run("alias", "c", "a")
        try tagflow.run("select", "a", "b")
        try tagflow.run("save", "title")
        try tagflow.run("toggle", "a")
        let hex = text.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        let name = "cast(x'\(hex)' AS TEXT)"
        let outcome = try Tool.sqlite.run([
            tagflow.folder.file("tags.sqlite"),
            """
            UPDATE tag SET name = \(name) || name; UPDATE alias SET name = \(name) || name;
            UPDATE tag_set SET name = \(name) || name WHERE key = 's';
            UPDATE item SET title = \(name); UPDATE undo_step SET summary = \(name);
            """,
        ])
        try #require(outcome.code == 0)
    }

    private static func prologue(_ tagflow: TagflowProcess) -> [UInt8] {
        let words = tagflow.environment.map { "export \($0)='\($1)'" } + ["T='\(TagflowProcess.path)'"]
        return Array((["unset TERM"] + words).joined(separator: "\n").utf8 + [0x0A])
    }

    /// JSON, CSV and lines that hold a text, in a file that is bad in each format.
    private static func content(_ text: [UInt8]) -> [UInt8] {
        var lines: [UInt8] = []
        for (start, end) in [
            (#"{"set": "s", "tags": [""#, #""]}"#), (#"{"layout": {"type": ""#, #""}, "subviews": []}"#),
            (#"{"subviews": [{"width": 1, "height": 1, "alignment": ""#, #""}]}"#), ("", ",tags"),
        ] { lines += Array(start.utf8) + text + Array(end.utf8) + [0x0A] }
        return lines
    }

    private static func line(_ command: String, text: [UInt8], file: [UInt8]) -> [UInt8] {
        let words = command.split(separator: " ")
            .map { word -> [UInt8] in
                var bytes: [UInt8] = []
                for byte in word.utf8 {
                    bytes += byte == UInt8(ascii: "@") ? text : byte == UInt8(ascii: "%") ? file : [byte]
                }
                return Self.quoted(bytes)
            }
        return Array("\"$T\" ".utf8) + Array(words.joined(separator: [0x20])) + Array(" </dev/null\n".utf8)
    }

    private static func quoted(_ bytes: [UInt8]) -> [UInt8] {
        [0x27] + bytes.flatMap { $0 == 0x27 ? Array(#"'\''"#.utf8) : [$0] } + [0x27]
    }

    /// Runs a script into a pipe, and on a terminal, and expects that nothing but our own sequences comes out.
    private func expectHarmless(_ script: [UInt8], in tagflow: TagflowProcess, alsoInPipe: Bool = true) throws {
        let path = tagflow.folder.file("script.sh")
        try Data(script).write(to: URL(fileURLWithPath: path))
        if alsoInPipe {
            let piped = try Tool("sh", package: "dash").run(["-c", "sh '\(path)' 2>&1"])
            #expect(piped.output.count > 500)
            Self.expectHarmless(Array(piped.output), isTerminal: false)
        }
        let terminal = Tool("script", package: "bsdutils")
        guard terminal.isInstalled else { return }
        let colors = "env -u COLORTERM -u NO_COLOR"
        let shown = try terminal.run(["-qec", "stty -echo -onlcr; \(colors) sh '\(path)'", "/dev/null"])
        #expect(shown.output.count > 500)
        Self.expectHarmless(Array(shown.output), isTerminal: true)
    }

    /// The sequences that the program has for a terminal in line mode: chips that are on and off, and their end, with
    /// 256 colors and, for an unknown terminal, sixteen.
    private static let ownSequences = [
        "\u{1B}[1;38;5;16;48;5;111m", "\u{1B}[38;5;252;48;5;238m", "\u{1B}[0m", "\u{1B}[1;37;42m", "\u{1B}[30;47m",
    ]

    private static func expectHarmless(_ bytes: [UInt8], isTerminal: Bool) {
        var text = String(decoding: bytes, as: UTF8.self)
        #expect(String(validating: bytes, as: UTF8.self) != nil, "it is UTF-8")
        for sequence in isTerminal ? ownSequences : [] { text = text.replacing(sequence, with: "") }
        for line in text.split(separator: "\n") {
            let offender = line.unicodeScalars.first { scalar in
                switch scalar.properties.generalCategory {
                case .control: scalar != "\t"
                case .lineSeparator, .paragraphSeparator: true
                default:
                    (0x202A...0x202E).contains(scalar.value) || (0x2066...0x206F).contains(scalar.value)
                        || (0xFFF9...0xFFFB).contains(scalar.value) || scalar.value == 0xE0001
                        || scalar.value & 0xFFFE == 0xFFFE
                }
            }
            #expect(offender == nil, "\(isTerminal ? "terminal" : "pipe"): \(line.debugDescription)")
        }
    }

    // MARK: - Hints

    /// Names with everything that means something to a shell.
    private static let typed = [
        "$(echo x)", "`id`", "a b", "it's", "\"q\"", "a\\b", "!!", "*", "~", "#tag", "-v", "--help", "&", "a;b",
        "$HOME", "x|y", "<z", "(p)", "早 间", "a'b\"c$d",
    ]

    @Test(arguments: typed) func `a suggested command works in a shell`(name: String) throws {
        let tagflow = try TagflowProcess()
        let unknown = try tagflow.run("toggle", "--", name)
        try Self.follow(unknown.errors, end: "' to create it", tagflow)
        #expect(try tagflow.run("toggle", "--", name).code == 0)
        try tagflow.run("add", "other", "--set", "default")
        try tagflow.run("remove", "--", name)
        let absent = try tagflow.run("toggle", "--", name)
        try Self.follow(absent.errors, end: "' to add it\n", tagflow)
        #expect(try tagflow.run("remove", "--", name).code == 0)
        try tagflow.run("add", "--set", "default", "--", name)
        try tagflow.run("new", "--", "set \(name)")
        try tagflow.run("add", "other", "--", name)
        try tagflow.run("use", "default")
        try tagflow.run("remove", "--", name)
        let removed = try tagflow.run("remove", "--", name)
        try Self.follow(removed.errors, end: "' to remove it there\n", tagflow)
        let homeless = try tagflow.run("remove", "--", name)
        try Self.follow(homeless.errors, end: "' to delete the tag itself\n", tagflow)
        #expect(try tagflow.run("toggle", "--", name).errors.contains("unknown tag"))
        let set = try tagflow.run("use", "--", name)
        try Self.follow(set.errors, end: "' to create it", tagflow)
        #expect(try tagflow.run("use", "--", name).code == 0)
    }

    @Test func `a shell reads the names of near duplicates as they are`() throws {
        let tagflow = try TagflowProcess()
        let pairs = Self.typed.map { ["abcdefgh\($0)ijklmnop", "abcdefgh\($0)ijklmnopq"] }
        try tagflow.run(["add", "--yes", "--"] + pairs.flatMap(\.self))
        let lines = try tagflow.run("doctor", "--similar").output.split(separator: "\n")
        #expect(lines.count >= pairs.count - 1)
        let calls = lines.map { String($0.prefix { $0 != "\t" }) }.joined(separator: "\n")
        let stub = "tagflow() { shift; for a; do [ \"$a\" = -- ] || printf '%s\\n' \"$a\"; done; }\n"
        let script = tagflow.folder.file("merge.sh")
        try Data((stub + calls + "\n").utf8).write(to: URL(fileURLWithPath: script))
        let read = try Tool("sh", package: "dash").run([script])
        let names = String(decoding: read.output, as: UTF8.self).split(separator: "\n").map(String.init)
        #expect(names.count == 2 * lines.count)
        #expect(Set(names).isSubset(of: Set(pairs.flatMap(\.self))))
    }

    /// Types the quoted command of a message into a shell.
    private static func follow(_ message: String, end: String, _ tagflow: TagflowProcess) throws {
        let hint = try #require(message.components(separatedBy: end).first)
        let starts = ["'add ", "'new ", "'remove ", "'delete "].flatMap { hint.ranges(of: $0) }
        let start = try #require(starts.map(\.lowerBound).max())
        let command = hint[start...].dropFirst()
        let script = tagflow.folder.file("hint.sh")
        try Data("exec '\(TagflowProcess.path)' \(command)\n".utf8).write(to: URL(fileURLWithPath: script))
        let outcome = try Tool("sh", package: "dash").run([script], environment: tagflow.environment)
        #expect(outcome.code == 0, "\(command)")
    }
}

extension Tool { fileprivate static let sqlite = Tool("sqlite3", package: "sqlite3") }
