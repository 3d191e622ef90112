import Foundation
import TestSupport
import Testing

@Suite struct NotesCommandTests {
    private static let git = Tool("git", package: "git")

    /// A program with tags and aliases, and a folder of notes.
    private func vault(_ files: [String: String]) throws -> TagflowProcess {
        let tagflow = try TagflowProcess()
        try tagflow.run("new", "s", "javascript", "swift", "machine learning", "running")
        try tagflow.run("alias", "js", "javascript")
        try tagflow.run("new", "t", "web2")
        try tagflow.run("merge", "web2", "swift")
        for (path, text) in files {
            let url = URL(fileURLWithPath: tagflow.folder.file("notes/\(path)"))
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: url)
        }
        return tagflow
    }

    private func run(_ tagflow: TagflowProcess, _ arguments: String...) throws -> TagflowProcess.Outcome {
        try tagflow.run(["notes"] + arguments, directory: tagflow.folder.path)
    }

    private func text(_ tagflow: TagflowProcess, _ path: String) throws -> String {
        // With its mark, which Foundation would take off.
        let url = URL(fileURLWithPath: tagflow.folder.file("notes/\(path)"))
        return String(decoding: try Data(contentsOf: url), as: UTF8.self)
    }

    @Test func `check reports wrong tags with their replacements`() throws {
        let tagflow = try vault([
            "a.md": "---\ntags: [js, Swift, fine]\n---\n#runing #web2 `#js`", "b/c.md": "\n#JS #javascript",
        ])
        let outcome = try run(tagflow, "check", "notes")
        #expect(outcome.code == 1 && outcome.errors.isEmpty, "\(outcome.errors)")
        #expect(
            outcome.output == """
                notes/a.md:2: 'js' is an alias; write 'javascript'
                notes/a.md:2: 'Swift' is another spelling; write 'swift'
                notes/a.md:4: 'runing' is like 'running', one letter away; write 'running'
                notes/a.md:4: 'web2' is an alias; write 'swift'
                notes/b/c.md:2: 'JS' is an alias; write 'javascript'

                """)
        let json = try run(tagflow, "check", "notes/b", "--format", "json")
        #expect(
            json.output == #"[{"because":"alias","file":"notes/b/c.md","line":2,"tag":"JS","write":"javascript"}]"#
                + "\n")
        #expect(json.code == 1)
        let exact = try run(tagflow, "check", "--exact", "notes")
        #expect(exact.code == 1 && !exact.output.contains("runing"))
    }

    @Test func `a vault that is right is silent`() throws {
        let tagflow = try vault(["a.md": "#javascript #new #machine-learn", ".hidden/x.md": "#js"])
        let outcome = try run(tagflow, "check", "notes")
        #expect(outcome.code == 0 && outcome.output.isEmpty && outcome.errors.isEmpty)
        #expect(try run(tagflow, "fix", "notes").output.isEmpty)
        let json = try run(tagflow, "check", "--format", "json", "notes")
        #expect(json.code == 0 && json.output == "[]\n")
    }

    @Test func `fix --write and rename --in-notes are one step each, which undo reverts with the notes`() throws {
        let notes = ["a.md": "#js\n", "b.md": "#JS\n", "c.md": "#swift\n"]
        let tagflow = try vault(notes)
        #expect(try run(tagflow, "fix", "--write", "notes").output == "changed 2 notes\n")
        let folder = tagflow.folder.file("notes")
        #expect(
            try tagflow.run("rename", "--in-notes", folder, "swift", "swiftlang").output.hasSuffix("changed 1 note\n"))
        #expect(try text(tagflow, "c.md") == "#swiftlang\n")
        #expect(try tagflow.run("undo").output == "undone: rename swift swiftlang (restored 1 file)\n")
        #expect(try tagflow.run("tags", "--all").output.contains("swift\t"))
        #expect(try tagflow.run("undo").output == "undone: notes fix notes (restored 2 files)\n")
        for (name, old) in notes { #expect(try text(tagflow, name) == old) }
        #expect(try tagflow.run("doctor").code == 0)
    }

    @Test func `fix changes near duplicates only with --similar`() throws {
        let tagflow = try vault(["a.md": "#js #runing\n"])
        #expect(try run(tagflow, "fix", "--write", "notes").output == "changed 1 note\n")
        #expect(try text(tagflow, "a.md") == "#javascript #runing\n")
        let check = try run(tagflow, "check", "notes")
        #expect(check.code == 1 && check.output.contains("write 'running'"))
        #expect(try run(tagflow, "fix", "--write", "--similar", "notes").code == 0)
        #expect(try text(tagflow, "a.md") == "#javascript #running\n")
        for arguments in [["check", "--similar"], ["fix", "--similar", "--exact"]] {
            let refused = try tagflow.run(["notes"] + arguments + ["notes"])
            #expect(refused.code == 64, "\(arguments)")
        }
    }

    @Test func `fix --similar is one step with the tags of the database`() throws {
        let tagflow = try vault(["a.md": "#js #runing\n", "b.md": "#running\n"])
        try tagflow.run("add", "--yes", "runing")
        let fixed = try run(tagflow, "fix", "--write", "--similar", "notes")
        #expect(fixed.errors.contains("'runing' is now 'running' in the database"), "\(fixed)")
        #expect(try run(tagflow, "check", "notes").code == 0)
        #expect(try tagflow.run("undo").output == "undone: notes fix notes (restored 1 file)\n")
        #expect(try text(tagflow, "a.md") == "#js #runing\n")
        #expect(try tagflow.run("tags", "--all").output.contains("runing\t"))
        #expect(try tagflow.run("undo").output == "undone: add runing\n")
    }

    @Test func `notes that are too large to undo are counted, and undo fails`() throws {
        let large = "#js" + String(repeating: " text\n", count: 100_000)
        let tagflow = try vault(["a.md": large, "b.md": large, "c.md": large])
        try tagflow.run("doctor", "--undo-size", "1")
        let outcome = try run(tagflow, "fix", "--write", "notes")
        #expect(outcome.output == "changed 3 notes; 2 are too large to undo\n" && outcome.code == 0)
        let undone = try tagflow.run("undo")
        #expect(undone.code == 74 && undone.output == "undone: notes fix notes (restored 1 file)\n", "\(undone)")
        #expect(undone.errors.contains("the old text of 2 files was discarded"))
        #expect(undone.errors.hasSuffix("tagflow: 2 files left as they are; see above\n"))
        #expect(try tagflow.run("redo").code == 0)
        let folder = tagflow.folder.file("notes")
        let renamed = try tagflow.run("rename", "--in-notes", folder, "--format", "json", "javascript", "ecma")
        #expect(renamed.output.contains("\"notes\":3"))
        #expect(renamed.errors == "tagflow: changed 3 notes; 2 are too large to undo\n")
    }

    @Test func `fix removes a tag that its list already has`() throws {
        let tagflow = try vault([
            "a.md": "---\ntags: [js, swift, javascript, Swift]\n---\n#js #javascript\n",
            "b.md": "---\ntags:\n  - JS\n  - javascript # kept\n---\n",
        ])
        let diff = try run(tagflow, "fix", "notes")
        #expect(
            diff.output == """
                --- a/notes/a.md
                +++ b/notes/a.md
                @@ -1,4 +1,4 @@
                 ---
                -tags: [js, swift, javascript, Swift]
                +tags: [swift, javascript]
                 ---
                -#js #javascript
                +#javascript #javascript
                --- a/notes/b.md
                +++ b/notes/b.md
                @@ -1,5 +1,4 @@
                 ---
                 tags:
                -  - JS
                   - javascript # kept
                 ---

                """)
        #expect(try run(tagflow, "fix", "--write", "notes").output == "changed 2 notes\n")
        #expect(try text(tagflow, "b.md") == "---\ntags:\n  - javascript # kept\n---\n")
        #expect(try run(tagflow, "check", "notes").code == 0)
    }

    @Test func `rename leaves an alias that notes with the old name find`() throws {
        let tagflow = try vault(["a.md": "#swift #js\n"])
        let renamed = try tagflow.run("rename", "swift", "swiftlang")
        #expect(renamed.output == "swift is now swiftlang\n")
        let check = try run(tagflow, "check", "notes")
        #expect(check.output.contains("'swift' is an alias; write 'swiftlang'"), "\(check)")
        let plain = try tagflow.run("rename", "--no-alias", "running", "runs")
        #expect(plain.code == 0)
        let tags = try tagflow.run("tags", "--all").output
        #expect(tags.contains("runs\t") && !tags.contains("alias running"), "\(tags)")
    }

    @Test func `rename --in-notes also renames the tags below, unless only the tag is wanted`() throws {
        let tagflow = try vault(["a.md": "#swift/macros #Swift #swiftly\n"])
        try tagflow.run("add", "swift/macros")
        let folder = tagflow.folder.file("notes")
        let only = try tagflow.run("rename", "--only", "--in-notes", folder, "swift", "go")
        #expect(only.output == "swift is now go\nchanged 1 note\n")
        #expect(try text(tagflow, "a.md") == "#swift/macros #go #swiftly\n")
        try tagflow.run("undo")
        let renamed = try tagflow.run("rename", "--in-notes", folder, "swift", "go")
        #expect(renamed.output == "swift is now go, with 1 tag below it\nchanged 1 note\n")
        #expect(try text(tagflow, "a.md") == "#go/macros #go #swiftly\n")
        #expect(try tagflow.run("undo").output == "undone: rename swift go (restored 1 file)\n")
    }

    @Test func `rename --in-notes changes only the renamed tag in the notes`() throws {
        let tagflow = try vault([
            "a.md": "---\ntags: [Swift, js, swiftlang]\n---\n#swift #web2 #runing\n", "b.md": "#javascript\n",
        ])
        let folder = tagflow.folder.file("notes")
        let outcome = try tagflow.run("rename", "--in-notes", folder, "swift", "swiftlang")
        #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        #expect(outcome.output == "swift is now swiftlang\nchanged 1 note\n")
        let changed = "---\ntags: [js, swiftlang]\n---\n#swiftlang #web2 #runing\n"
        #expect(try text(tagflow, "a.md") == changed)
        let json = try tagflow.run(
            ["rename", "--no-alias", "--in-notes", folder, "--format", "json"] + ["swiftlang", "swift lang"])
        #expect(json.output == #"{"new":"swift lang","notes":1,"old":"swiftlang"}"# + "\n")
        #expect(json.errors.contains("write 'swift lang' instead of 'swiftlang' by hand"))
        #expect(try text(tagflow, "a.md").contains("tags: [js, swift lang]\n---\n#swiftlang"))
        let missing = try tagflow.run("rename", "--in-notes", "nowhere", "javascript", "ecmascript")
        #expect(missing.code == 66)
        #expect(try tagflow.run("tags", "--all").output.contains("javascript\t"))
    }

    @Test func `tags that are distinct are not near duplicates`() throws {
        let tagflow = try vault(["a.md": "#plan #plans"])
        try tagflow.run("add", "--yes", "plan", "plans")
        #expect(try run(tagflow, "check", "notes").output.contains("'plans' is like 'plan'"))
        try tagflow.run("distinguish", "plan", "plans")
        #expect(try run(tagflow, "check", "notes").code == 0)
    }

    @Test func `the most common spelling is right, and the database follows`() throws {
        let tagflow = try TagflowProcess()
        let folder = tagflow.folder.file("notes")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        func write(_ name: String, _ text: String) throws {
            try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name).md"))
        }
        try write("0", "#travel/Japan #Tie #helths")
        for number in 1...9 { try write("\(number)", "#travel/japan\(number == 1 ? " #tie" : "") #helth\n") }
        // In a database without tags, the notes are compared with each other.
        try tagflow.run("new", "s")
        let check = try run(tagflow, "check", "notes")
        #expect(check.code == 1)
        #expect(
            check.output == """
                notes/0.md:1: 'travel/Japan' is another spelling; write 'travel/japan'
                notes/0.md:1: 'helths' is like 'helth', its plural or singular; write 'helth'
                notes/1.md:1: 'tie' is another spelling, as common as 'Tie'; write one of them

                """)
        // The import takes the most common spelling, and the first at a tie.
        try tagflow.run("import", folder)
        let tags = try tagflow.run("tags", "--all").output
        #expect(tags.contains("travel/japan\t") && tags.contains("Tie\t"), "\(tags)")
        // A database with another spelling follows the notes.
        try tagflow.run("rename", "travel/japan", "travel/Japan")
        let fixed = try run(tagflow, "fix", "--write", "notes")
        #expect(fixed.output == "changed 1 note\n")
        #expect(fixed.errors.contains("'travel/Japan' is now 'travel/japan' in the database"), "\(fixed.errors)")
        #expect(try text(tagflow, "0.md") == "#travel/japan #Tie #helths")
        #expect(try tagflow.run("tags", "--all").output.contains("travel/japan\t"))
        let similar = try run(tagflow, "fix", "--write", "--similar", "notes")
        #expect(similar.errors.contains("'helths' is now 'helth' in the database"), "\(similar.errors)")
        #expect(try text(tagflow, "0.md") == "#travel/japan #Tie #helth")
        #expect(try tagflow.run("items", "#helth", "--format", "json").output.contains("\"total\":10"))
    }

    @Test func `a tag that other items use keeps its spelling`() throws {
        let tagflow = try vault(["a.md": "#swift", "b.md": "#swift"])
        try tagflow.run("rename", "swift", "Swift")
        for number in 1...5 { try tagflow.run("add-item", "https://swift.org/\(number)", "--tag", "Swift") }
        let check = try run(tagflow, "check", "notes")
        #expect(check.output.contains("notes/a.md:1: 'swift' is another spelling; write 'Swift'"), "\(check)")
    }

    @Test func `a file instead of a folder is rejected`() throws {
        let tagflow = try vault(["a.md": "#js"])
        for (path, reason) in [("notes/a.md", "not a folder"), ("nowhere", "No such file")] {
            let outcome = try run(tagflow, "check", path)
            let message = "can't read the folder '\(path)': \(reason)"
            #expect(outcome.code == 66 && outcome.errors.contains(message), "\(outcome.errors)")
        }
        #expect(try run(tagflow, "check", "--write", "notes").code == 64)
    }

    @Test(.enabled(if: git.isInstalled, Comment(rawValue: git.comment))) func `git applies the output of fix`() throws {
        let long = (0..<30).map { $0 % 9 == 0 ? "#js \($0)" : "line \($0)" }.joined(separator: "\r\n")
        let files = [
            "a.md": "---\ntags: [js]\n---\n", "with space.md": "#js", "q\"uote\té.md": "x\n\n#js\n#Swift\n\n#js",
            "long.md": long, "right.md": "#swift",
        ]
        let tagflow = try vault(files)
        let utf16 = Array("\u{FEFF}x\n#js\n\u{0A05}\ny".utf16).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        try Data(utf16).write(to: URL(fileURLWithPath: tagflow.folder.file("notes/w.md")))
        let diff = try run(tagflow, "fix", "notes")
        #expect(diff.code == 0 && diff.errors.isEmpty)
        // The same bytes, as the text of the outcome has lost those of UTF-16.
        let shell = Tool("sh", package: "dash")
        let script = "cd \"$1\" && \"$2\" notes fix notes > d.diff && git apply d.diff"
        var environment = tagflow.environment
        environment["GIT_CEILING_DIRECTORIES"] = tagflow.folder.path
        let applied = try shell.run(
            ["-c", script, "sh", tagflow.folder.path, TagflowProcess.path], environment: environment)
        #expect(applied.code == 0)
        for (path, old) in files {
            let expected = old.replacing("js", with: "javascript").replacing("Swift", with: "swift")
            #expect(try text(tagflow, path) == expected)
        }
        let changed = try [UInt8](Data(contentsOf: URL(fileURLWithPath: tagflow.folder.file("notes/w.md"))))
        #expect(changed.count == utf16.count + 16)
        #expect(try run(tagflow, "check", "notes").code == 0)
    }

    @Test func `fix --write changes the notes that are wrong, and a second time none`() throws {
        let tagflow = try vault(["a.md": "\u{FEFF}#js\r\n", "right.md": "#swift"])
        let right = tagflow.folder.file("notes/right.md")
        let old = Date(timeIntervalSince1970: 1_000_000)
        try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: right)
        let outcome = try run(tagflow, "fix", "--write", "notes")
        #expect(outcome.code == 0 && outcome.output == "changed 1 note\n")
        #expect(try text(tagflow, "a.md") == "\u{FEFF}#javascript\r\n")
        let date = try FileManager.default.attributesOfItem(atPath: right)[.modificationDate] as? Date
        #expect(date == old)
        #expect(try run(tagflow, "fix", "--write", "notes").output == "changed 0 notes\n")
    }

    @Test func `notes that may not be changed are skipped and reported`() throws {
        let tagflow = try vault(["a.md": "#js", "ro.md": "#js"])
        let folder = tagflow.folder
        try Data("#js".utf8).write(to: URL(fileURLWithPath: folder.file("out.md")))
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("notes/link.md"), withDestinationPath: "../out.md")
        try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: folder.file("notes/ro.md"))
        let outcome = try run(tagflow, "fix", "--write", "notes")
        #expect(outcome.code == 74 && outcome.output == "changed 1 note\n")
        #expect(outcome.errors.contains("notes/ro.md: permission denied; make it writable; skipped\n"))
        #expect(outcome.errors.contains("notes/link.md: a symbolic link that leads outside the folder; skipped\n"))
        #expect(try text(tagflow, "ro.md") == "#js" && text(tagflow, "a.md") == "#javascript")
        #expect(try String(contentsOfFile: folder.file("out.md"), encoding: .utf8) == "#js")
    }

    @Test func `no note is half written whenever fix is killed`() throws {
        let tail = String(repeating: "text \n", count: 2_000)
        let files = Dictionary(uniqueKeysWithValues: (0..<150).map { ("\($0).md", "#js \($0)\n\(tail)#js") })
        let tagflow = try vault(files)
        var random = SystemRandomNumberGenerator()
        for _ in 0..<6 {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: TagflowProcess.path)
            process.arguments = ["notes", "fix", "--write", tagflow.folder.file("notes")]
            process.environment = tagflow.environment
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            try process.run()
            Thread.sleep(forTimeInterval: .random(in: 0.02...0.25, using: &random))
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            for (path, old) in files {
                let now = try text(tagflow, path)
                #expect(now == old || now == old.replacing("#js", with: "#javascript"))
            }
        }
        #expect(try run(tagflow, "fix", "--write", "notes").code == 0)
        #expect(try run(tagflow, "check", "notes").code == 0)
    }
}
