import Foundation
import TestSupport
import Testing

@Suite struct TagFilesCommandTests {
    private static let getfattr = Tool("getfattr", package: "attr")

    private func program(_ files: [String: String] = [:]) throws -> TagflowProcess {
        let tagflow = try TagflowProcess()
        try tagflow.run("new", "s", "sea", "map", "javascript")
        try tagflow.run("alias", "js", "javascript")
        for (name, text) in files { try write(text, name, tagflow) }
        return tagflow
    }

    private func write(_ text: String, _ name: String, _ tagflow: TagflowProcess) throws {
        let url = URL(fileURLWithPath: tagflow.folder.file(name))
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    @discardableResult private func run(
        _ tagflow: TagflowProcess, _ arguments: String...
    ) throws -> TagflowProcess.Outcome { try tagflow.run(["tag"] + arguments, directory: tagflow.folder.path) }

    private func text(_ tagflow: TagflowProcess, _ name: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(fileURLWithPath: tagflow.folder.file(name))), as: UTF8.self)
    }

    /// The attribute of a file as read by another program; `nil` without one.
    private func attribute(_ tagflow: TagflowProcess, _ name: String) throws -> String? {
        let outcome = try Self.getfattr.run(["--only-values", "-n", "user.xdg.tags", tagflow.folder.file(name)])
        return outcome.code == 0 ? String(decoding: outcome.output, as: UTF8.self) : nil
    }

    @Test func `a word that isn't a file may be a tag, and undo restores the file`() throws {
        let tagflow = try program(["a.md": "text\n"])
        let words = try run(tagflow, "a.md", "sea", "map")
        #expect(words.code == 66)
        #expect(words.errors == "tagflow: 'sea' isn't a file; use '--add sea' to add a tag\n")
        let odd = try run(tagflow, "--add", "sea,map", "a.md")
        #expect(odd.errors.hasSuffix("'sea,map'; '--remove' takes the tag out of the file\n"))
        let undone = try tagflow.run("undo")
        #expect(undone.output == "undone: tag a (restored 1 file)\n" && undone.errors.isEmpty)
        #expect(try text(tagflow, "a.md") == "text\n")
        #expect(try tagflow.run("redo").output == "redone: tag a (restored 1 file)\n")
        #expect(try text(tagflow, "a.md").contains("sea,map"))
    }

    @Test func `a step is named after each file that it changes once`() throws {
        let tagflow = try program(["a.md": "a\n", "b.md": "b\n", "c.md": "c\n", "d.md": "d\n"])
        try run(tagflow, "--add", "sea", "a.md")
        try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: tagflow.folder.file("d.md"))
        try run(tagflow, "--add", "sea", "a.md", "b.md", "b.md", "d.md", "c.md", "./b.md")
        let steps = try tagflow.run("undo", "--list").output
        #expect(steps.contains("tag b, c\n") && !steps.contains("more"), "\(steps)")
        #expect(try tagflow.run("undo").output == "undone: tag b, c (restored 2 files)\n")
        try tagflow.run("doctor", "--undo-size", "1")
        let text = String(repeating: "text\n", count: 150_000)
        for name in ["b.md", "c.md"] { try write(text, name, tagflow) }
        let outcome = try run(tagflow, "--add", "sea", "b.md", "c.md")
        #expect(outcome.code == 0 && outcome.errors == "tagflow: 1 file is too large to undo\n", "\(outcome)")
    }

    @Test func `a series of files is one step, whose files undo restores unless they changed since`() throws {
        let tagflow = try program(["a.md": "a\n", "b.md": "b\n", "c.txt": "c\n"])
        try run(tagflow, "--add", "lake", "c.txt")
        let isAttributed = try attribute(tagflow, "c.txt") == "lake"
        try run(tagflow, "--tag", "sea", "a.md", "b.md", "c.txt")
        #expect(try tagflow.run("undo", "--list").output.contains("tag a, b, c.txt"))
        try Data("mine\n".utf8).write(to: URL(fileURLWithPath: tagflow.folder.file("b.md")))
        let undone = try tagflow.run("undo", "--format", "json")
        #expect(undone.code == 74 && undone.output.contains("\"restored\":\(isAttributed ? 2 : 1)"))
        let lines = undone.errors.split(separator: "\n")
        #expect(lines.count == 2 && lines[0].hasSuffix("b.md: it has changed since; left as it is"), "\(undone.errors)")
        #expect(lines.last == "tagflow: 1 file left as it is; see above")
        #expect(try text(tagflow, "a.md") == "a\n" && text(tagflow, "b.md") == "mine\n")
        if isAttributed { #expect(try attribute(tagflow, "c.txt") == "lake") }
        #expect(
            try tagflow.run("items", "--format", "urls").output.split(separator: "\n").count == (isAttributed ? 1 : 0))
    }

    @Test func `a near duplicate is refused in a script, as for items`() throws {
        let tagflow = try program(["a.md": "text\n"])
        try tagflow.run("add", "health")
        let refused = try run(tagflow, "--add", "helth", "a.md")
        #expect(refused.code == 65 && refused.errors.contains("'helth' is like 'health'"), "\(refused)")
        #expect(try text(tagflow, "a.md") == "text\n")
        try tagflow.run("add-item", "https://a.org/", "--tag", "health")
        let bulk = try tagflow.run("tag-items", "--matching", "#health", "--add", "helth")
        #expect(bulk.code == 65 && bulk.errors == refused.errors)
        #expect(try run(tagflow, "--add", "helth", "--yes", "a.md").code == 0)
        #expect(try text(tagflow, "a.md").contains("helth"))
    }

    @Test func `only tags that were written are remarked on`() throws {
        let tagflow = try TagflowProcess()
        try Data("words\n".utf8).write(to: URL(fileURLWithPath: tagflow.folder.file("a.md")))
        for file in ["a.md", "none.md"] {
            let failed = try tagflow.run(["tag", "--add", "#hash", file], directory: tagflow.folder.path)
            #expect(failed.code != 0 && !failed.errors.contains("number sign"), "\(failed.errors)")
        }
        let missing = try tagflow.run(["tag", "--remove", "x", "none.md"], directory: tagflow.folder.path)
        #expect(missing.code == 66 && !missing.errors.contains("no file had"), "\(missing.errors)")
        let written = try tagflow.run(["tag", "--add", "a b", "a.md"], directory: tagflow.folder.path)
        #expect(written.code == 0, "\(written.errors)")
    }

    @Test func `the tags of files are listed`() throws {
        let tagflow = try program(["a.md": "#outdoor\n", "b.md": "---\ntags: [js, sea]\n---\n"])
        let outcome = try run(tagflow, "--list", "a.md", "b.md")
        #expect(outcome.code == 0 && outcome.output == "a.md: outdoor\nb.md: js, sea\n")
        let json = try run(tagflow, "--list", "--format", "json", "b.md").output
        #expect(json.contains(#""tags":["js","sea"]"#))
        #expect(try run(tagflow, "--list", "none.md").code == 66)
        #expect(try run(tagflow, "--list", "--add", "x", "a.md").code == 64)
        #expect(try tagflow.run("items").code == 1)
    }

    @Test func `a file is saved in the set that its folder used last`() throws {
        let tagflow = try program(["n/a.md": "a", "n/b.md": "b", "m/c.md": "c", "v/d.md": "#sea", "v/e.md": "e"])
        try tagflow.run("new", "notes", "sea")
        try run(tagflow, "--add", "sea", "n/a.md")
        try tagflow.run("new", "vault", "sea")
        try tagflow.run(["import", "v"], directory: tagflow.folder.path)
        try tagflow.run("use", "s")
        try run(tagflow, "--add", "sea", "n/b.md", "m/c.md", "v/e.md")
        func names(_ set: String) throws -> [String] {
            try tagflow.run("items", "set:\(set)", "--format", "urls").output.split(separator: "\n")
                .map { String($0.split(separator: "/").last ?? "") }.sorted()
        }
        #expect(try names("notes") == ["a.md", "b.md"])
        #expect(try names("s") == ["c.md"])
        #expect(try names("vault") == ["d.md", "e.md"])
        try run(tagflow, "--add", "map", "--set", "s", "n/b.md")
        #expect(try names("s") == ["b.md", "c.md"])
    }

    @Test func `notes are tagged in their front matter and saved with their source`() throws {
        let tagflow = try program(["a.md": "# A walk\n\n#outdoor\n", "b.md": "---\ntags: [js]\n---\n"])
        let outcome = try run(tagflow, "--add", "sea", "--add", "JS", "a.md", "b.md")
        #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        #expect(outcome.output == "a.md: outdoor, sea, javascript\nb.md: js, sea\n")
        #expect(try text(tagflow, "a.md") == "---\ntags:\n  - sea\n  - javascript\n---\n# A walk\n\n#outdoor\n")
        #expect(try text(tagflow, "b.md") == "---\ntags: [js, sea]\n---\n")
        let history = try tagflow.run("items").output
        #expect(history.contains("A walk\tsea, javascript, outdoor\t"), "\(history)")
        let path = URL(fileURLWithPath: tagflow.folder.path).resolvingSymlinksInPath().path
        #expect(history.contains("\(path)/a.md"), "\(history)")
        let again = try run(tagflow, "--remove", "javascript", "--format", "json", "a.md")
        #expect(again.output == #"{"added":[],"file":"a.md","removed":["javascript"],"tags":["sea","outdoor"]}"# + "\n")
        let after = try tagflow.run("items").output.split(separator: "\n")
        #expect(after.count == 2 && after.contains { $0.contains("sea, outdoor") }, "\(after)")
        #expect(try run(tagflow, "--remove", "js", "--remove", "sea", "b.md").code == 0)
        // An item whose last tag is removed stays.
        #expect(try tagflow.run("items", "untagged").output.contains("/b.md"))
        #expect(try tagflow.run("undo").code == 0)
        #expect(try tagflow.run("items", "untagged").output.isEmpty)
        #expect(try tagflow.run("items").output.split(separator: "\n").count == 2)
    }

    @Test func `a note of an imported folder stays one thing`() throws {
        let tagflow = try program(["notes/x/a.md": "---\ntags: [sea]\n---\n"])
        let folder = tagflow.folder.file("notes")
        try tagflow.run("import", "--from", "markdown", folder)
        #expect(try run(tagflow, "--add", "map", "notes/x/a.md").code == 0)
        let history = try tagflow.run("items").output
        #expect(history.split(separator: "\n").count == 1 && history.contains("\tx/a.md"), "\(history)")
        #expect(history.contains("sea, map"), "\(history)")
        let pruned = try tagflow.run("import", "--from", "markdown", "--prune", "--yes", folder)
        #expect(pruned.code == 0 && pruned.output.contains("0 things were forgotten") == false)
        #expect(try tagflow.run("items").output.split(separator: "\n").count == 1)
    }

    @Test func `a note that was tagged stays one thing when its folder is imported`() throws {
        let tagflow = try program(["notes/x/a.md": "# A\n", "notes/b.md": "#map\n"])
        #expect(try run(tagflow, "--add", "sea", "notes/x/a.md").code == 0)
        let folder = tagflow.folder.file("notes")
        for _ in 0..<2 {
            let outcome = try tagflow.run("import", "--from", "markdown", "--prune", "--yes", folder)
            #expect(outcome.code == 0, "\(outcome.errors)")
            let history = try tagflow.run("items").output.split(separator: "\n")
            #expect(history.count == 2, "\(history)")
            #expect(history.contains { $0.hasSuffix("A\tsea\tx/a.md") }, "\(history)")
        }
        #expect(try tagflow.run("doctor").code == 0)
    }

    @Test(.enabled(if: getfattr.isInstalled, Comment(rawValue: getfattr.comment)))
    func `other files are tagged in their attribute`() throws {
        let tagflow = try program(["p.jpg": "\u{0}bytes", "q 1\n.txt": "text"])
        let first = try run(tagflow, "--add", "sea", "--add", "a b", "p.jpg", "q 1\n.txt")
        guard first.code != 69 else { return }
        #expect(first.code == 0, "\(first.errors)")
        #expect(first.output == "p.jpg: sea, a b\nq 1\\n.txt: sea, a b\n")
        #expect(try attribute(tagflow, "p.jpg") == "sea,a b")
        #expect(try attribute(tagflow, "q 1\n.txt") == "sea,a b")
        #expect(try text(tagflow, "p.jpg") == "\u{0}bytes")
        let dry = try run(tagflow, "--dry-run", "--add", "map", "p.jpg")
        #expect(dry.output == "user.xdg.tags of p.jpg: 'sea,a b' becomes 'sea,a b,map'\n")
        #expect(try attribute(tagflow, "p.jpg") == "sea,a b")
        let comma = try run(tagflow, "--add", "x, y", "p.jpg")
        #expect(comma.code == 65 && comma.errors.contains("contains a comma"), "\(comma.errors)")
        #expect(try run(tagflow, "--remove", "sea", "--remove", "a b", "p.jpg").code == 0)
        #expect(try attribute(tagflow, "p.jpg") == nil)
        // The name cannot be a source as it is.
        let history = try tagflow.run("items").output
        #expect(history.contains("file://") && history.contains("q%201%0A.txt"), "\(history)")
    }

    @Test(.enabled(if: getfattr.isInstalled, Comment(rawValue: getfattr.comment)))
    func `tags that others wrote into an attribute stay`() throws {
        let tagflow = try program(["p.jpg": "x"])
        let tool = Tool("setfattr", package: "attr")
        let value = "0x" + ["61202c20", "ff2c", "1b5b33316d2c", "62"].joined()
        let path = tagflow.folder.file("p.jpg")
        guard try tool.run(["-n", "user.xdg.tags", "-v", value, path]).code == 0 else { return }
        let outcome = try run(tagflow, "--add", "sea", "--remove", "b", "p.jpg")
        #expect(outcome.code == 0 && outcome.errors.contains("it isn't saved as an item"), "\(outcome)")
        #expect(!outcome.output.contains("\u{1B}") && !outcome.errors.contains("\u{1B}"))
        let read = try Self.getfattr.run(["--only-values", "-n", "user.xdg.tags", path])
        #expect(Array(read.output) == Array("a , ".utf8) + [0xFF] + Array(",\u{1B}[31m,sea".utf8))
    }

    @Test func `a dry run prints a diff that git applies, and changes nothing`() throws {
        let tagflow = try program(["n/a b.md": "text\n", "n/c.md": "---\r\ntags: x\r\n---\r\n"])
        let dry = try run(tagflow, "--dry-run", "--add", "sea", "n/a b.md", "./n/c.md")
        #expect(dry.code == 0 && dry.output.contains("+++ b/n/a b.md\t\n"), "\(dry)")
        #expect(try text(tagflow, "n/a b.md") == "text\n")
        #expect(try tagflow.run("items").output.isEmpty)
        let git = Tool("git", package: "git")
        guard git.isInstalled else { return }
        try write(dry.output, "diff", tagflow)
        let arguments = ["-C", tagflow.folder.path, "apply", "--whitespace=nowarn", "diff"]
        #expect(try git.run(arguments).code == 0)
        #expect(try text(tagflow, "n/a b.md") == "---\ntags:\n  - sea\n---\ntext\n")
        #expect(try text(tagflow, "n/c.md") == "---\r\ntags: x, sea\r\n---\r\n")
    }

    @Test func `files that can't be tagged are reported, and the others are tagged`() throws {
        let tagflow = try program([
            "bad.md": "---\ntags: [a\n---\n", "read.md": "x", "deep.md": "---\ntags: &t [a]\n---\n",
            "hash.md": "#sea\n", "good.md": "y", "latin.md": "",
        ])
        let manager = FileManager.default
        let folder = tagflow.folder
        try Data([0x0A, 0xE9]).write(to: URL(fileURLWithPath: folder.file("latin.md")))
        try manager.setAttributes([.posixPermissions: 0o444], ofItemAtPath: folder.file("read.md"))
        try manager.createSymbolicLink(atPath: folder.file("gone.md"), withDestinationPath: "nowhere")
        try manager.createSymbolicLink(atPath: folder.file("link.md"), withDestinationPath: "good.md")
        try manager.createDirectory(atPath: folder.file("folder.md"), withIntermediateDirectories: false)
        let files: [(name: String, code: Int32, words: String)] = [
            ("bad.md", 65, "bad.md:3: the front matter isn't valid YAML"),
            ("read.md", 77, "read.md: permission denied; make it writable"),
            ("deep.md", 65, "deep.md:2: can't edit 'tags' in this form"),
            ("latin.md", 65, "latin.md:2: the line is neither UTF-8"),
            ("gone.md", 66, "gone.md: a symbolic link to a missing file"),
            ("folder.md", 66, "folder.md: a folder; specify the files in it"),
            ("none.md", 66, "none.md: no such file; check the path"),
            ("tags.sqlite", 65, "tags.sqlite: it belongs to the open database"),
            ("/dev/null", 65, "/dev/null: not a regular file"), ("-", 66, "standard input has no tags"),
            ("", 66, "no such file"),
        ]
        for file in files {
            let outcome = try run(tagflow, "--add", "map", "--", file.name)
            #expect(outcome.code == file.code, "\(file.name): \(outcome)")
            #expect(outcome.errors.contains(file.words), "\(file.name): \(outcome.errors)")
            #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
        }
        let all = try run(tagflow, "--add", "map", "--quiet", "--", "none.md", "read.md", "link.md")
        #expect(all.code == 66 && all.errors.split(separator: "\n").count == 2, "\(all.errors)")
        #expect(try text(tagflow, "good.md") == "---\ntags:\n  - map\n---\ny")
        #expect(try manager.destinationOfSymbolicLink(atPath: folder.file("link.md")) == "good.md")
        let hash = try run(tagflow, "--remove", "sea", "hash.md")
        #expect(hash.code == 65 && hash.errors.contains("hash.md:1: '#sea' is in the text"))
        #expect(try text(tagflow, "hash.md") == "#sea\n")
        let names = try manager.contentsOfDirectory(atPath: folder.path)
        #expect(!names.contains { $0.hasPrefix(".tagflow") })
    }

    @Test func `wishes that cannot be are refused before any file is touched`() throws {
        let tagflow = try program(["a.md": "x"])
        let long = String(repeating: "x", count: 1_001)
        for (arguments, code) in [
            (["--add", "sea", "--remove", "SEA", "a.md"], 64), (["--add", " ", "a.md"], 65),
            (["--add", long, "a.md"], 65), (["--suggest", "--add", "sea", "a.md"], 64),
            (["--add", "a\u{1B}[2J", "a.md"], 65), (["--add", "x", "--set", "none", "a.md"], 65), ([], 64),
        ] as [([String], Int32)] {
            let outcome = try tagflow.run(["tag"] + arguments, directory: tagflow.folder.path)
            #expect(outcome.code == code, "\(arguments): \(outcome)")
            #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
        }
        #expect(try text(tagflow, "a.md") == "x")
    }

    @Test func `a tag to remove that no file has is reported`() throws {
        let tagflow = try program(["a.md": "---\ntags: [sea]\n---\n", "b.md": "x"])
        let outcome = try run(tagflow, "--remove", "sea", "--remove", "mpa", "--dry-run", "a.md", "b.md")
        #expect(outcome.code == 0 && outcome.output.contains("+tags: []"))
        #expect(outcome.errors == "tagflow: no file had the tag 'mpa'\n")
    }

    @Test func `suggestions come for each file, in the formats of suggest`() throws {
        let tagflow = try program(["a.md": "# Sailing\n", "b.md": "---\ntags: [sea]\n---\n"])
        for name in ["one", "two", "three"] {
            try write("---\ntags: [sea, boat]\n---\n# Sailing \(name)\n", "n/\(name).md", tagflow)
        }
        try tagflow.run("import", "--from", "markdown", tagflow.folder.file("n"))
        let one = try run(tagflow, "--suggest", "--limit", "2", "a.md")
        #expect(one.code == 0 && one.output.split(separator: "\n").count == 2)
        #expect(one.output.contains("sea\t") && one.output.contains("boat\t"), "\(one.output)")
        let both = try run(tagflow, "--suggest", "--limit", "1", "a.md", "b.md").output
        #expect(both.contains("b.md\tboat\twith sea"), "\(both)")
        let json = try run(tagflow, "--suggest", "--format", "json", "b.md").output
        #expect(json.contains(#""file":"b.md","given":["sea"]"#), "\(json)")
        #expect(try text(tagflow, "a.md") == "# Sailing\n")
    }

    @Test func `without a terminal, tag names the options that need no picker`() throws {
        let tagflow = try program(["a.md": "x"])
        let script = "setsid \"$TAGFLOW\" tag a.md < /dev/null 2> errors; echo $? > code"
        var environment = tagflow.environment
        environment["TAGFLOW"] = TagflowProcess.path
        let shell = Tool("sh", package: "dash")
        let line = "cd \"$HOME\" && \(script)"
        #expect(try shell.run(["-c", line], environment: environment).code == 0)
        #expect(try text(tagflow, "code") == "69\n")
        #expect(try text(tagflow, "errors").contains("use --add, --remove or --suggest"))
    }

    @Test func `the REPL tags files as well`() throws {
        let tagflow = try program(["a.md": "x"])
        let outcome = try tagflow.repl("tag --add sea \(tagflow.folder.file("a.md"))", "tags")
        #expect(outcome.code == 0 && outcome.output.contains("a.md: sea\n"), "\(outcome)")
    }

    @Test func `a program that is killed leaves the old note or the new one`() throws {
        let tagflow = try program()
        let old = "---\ntags: [a]\n---\n" + String(repeating: "text \n", count: 100_000)
        let new = old.replacing("[a]", with: "[a, sea]")
        var (seen, random) = (Set<Bool>(), SystemRandomNumberGenerator())
        for round in 0..<40 {
            try write(old, "a.md", tagflow)
            let process = Process()
            process.executableURL = URL(fileURLWithPath: TagflowProcess.path)
            process.arguments = ["tag", "--add", "sea", "a.md"]
            process.currentDirectoryURL = URL(fileURLWithPath: tagflow.folder.path)
            process.environment = tagflow.environment
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            try process.run()
            // The last processes end by themselves.
            if round < 36 {
                usleep(UInt32.random(in: 0..<60_000, using: &random))
                kill(process.processIdentifier, SIGKILL)
            }
            process.waitUntilExit()
            let found = try text(tagflow, "a.md")
            #expect(found == old || found == new)
            seen.insert(found == new)
        }
        #expect(seen.contains(true))
        #expect(try tagflow.run("doctor").code == 0)
        // The next run completes an interrupted one.
        try write(new, "a.md", tagflow)
        try tagflow.run("delete-item", "1")
        #expect(try run(tagflow, "--add", "sea", "a.md").code == 0)
        #expect(try tagflow.run("items").output.contains("sea"))
    }
}
