import Foundation
import TagService
import TaggedFiles
import TestSupport
import Testing

@Suite struct NoteFolderTests {
    private static let git = Tool("git", package: "git")

    /// Writes files and creates their folders.
    private func write(_ files: [String: String], in folder: TemporaryFolder) throws {
        for (path, text) in files {
            let url = URL(fileURLWithPath: folder.file(path))
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: url)
        }
    }

    /// Returns the paths of the notes in a folder, and the errors.
    private func walk(_ path: String) throws -> (notes: [String], skipped: [String]) {
        var (notes, skipped): ([String], [String]) = ([], [])
        try NoteFolder(path)
            .forEachNote({ notes.append($0.path) }, skipped: { skipped.append("\($0.path): \($0.reason)") })
        return (notes, skipped)
    }

    @Test func `notes are sorted by name and hidden notes are skipped`() throws {
        let folder = try TemporaryFolder()
        let names = ["b.md", "a/c.MD", "a/b/x.markdown", "a.md", "é.md", "a-b.md", "Z.md"]
        let others = [".h.md", ".git/x.md", "a/.obsidian/y.md", "x.txt", "md"]
        try write(.init(uniqueKeysWithValues: (names + others).map { ($0, "") }), in: folder)
        let found = try walk(folder.path)
        #expect(found.notes == ["Z.md", "a/b/x.markdown", "a/c.MD", "a-b.md", "a.md", "b.md", "é.md"])
        #expect(found.skipped.isEmpty)
    }

    @Test func `links are not followed, and links out of the folder are reported`() throws {
        let folder = try TemporaryFolder()
        try write(["in/a.md": "#a", "out.md": "#b", "other/c.md": ""], in: folder)
        let links = ["x.md": "../out.md", "y.md": "a.md", "z": "../other", "loop": ".", "no.md": "gone"]
        for (name, target) in links {
            try FileManager.default.createSymbolicLink(atPath: folder.file("in/\(name)"), withDestinationPath: target)
        }
        let found = try walk(folder.file("in"))
        #expect(found.notes == ["a.md"])
        #expect(found.skipped == ["x.md: a symbolic link that leads outside the folder"])
        let link = folder.file("way")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "in")
        #expect(try walk(link).notes == ["a.md"])
    }

    @Test func `a path that is not a folder is an error`() throws {
        let folder = try TemporaryFolder()
        try write(["a.md": ""], in: folder)
        for path in ["a.md", "nowhere"] {
            let error = #expect(throws: NoteFileError.self) { try NoteFolder(folder.file(path)) }
            #expect(error?.isMissing == true)
        }
    }

    @Test(.enabled(if: git.isInstalled, Comment(rawValue: git.comment)), arguments: 0..<12)
    func `files that git ignores are skipped`(round: UInt64) throws {
        var random = SeededNumbers(seed: .random(in: 0..<1_000_000) &+ round)
        let folder = try TemporaryFolder()
        let names = ["a", "b", "ab", "a b", "x1", "foo", "foo.bar"]
        var files: [String: String] = [:]
        for _ in 0..<60 {
            let depth = Int.random(in: 0...3, using: &random)
            let folders = (0..<depth).map { _ in names.randomElement(using: &random) ?? "" }
            let path = (folders + ["\(names.randomElement(using: &random) ?? "").md"]).joined(separator: "/")
            files[path] = ""
        }
        let patterns = [
            "a", "b/", "*.md", "!a.md", "/foo", "foo/b", "**/ab", "a/**", "a/**/b.md", "x?", "[ab].md", "[!a]*", "!*/",
            "!foo/**", "foo.*", "a\\ b", "a b.md ", "# no", "\\#x", "*/x1", "**", "!ab/**/*.md", "[[:digit:]x]1",
            "f*o*r", "!/b", "/a/", "/*", "!x1*", "foo/*.md", "[a", "[^x]1.md", "**/foo/**", "a/*/b.md", "*b*", "", "/",
            "[a-c]b", "b\\", "ab/\r",
        ]
        for place in ["", "a/", "foo/", "a/b/"] where place.isEmpty || Bool.random(using: &random) {
            let lines = (0..<Int.random(in: 1...5, using: &random))
                .map { _ in patterns.randomElement(using: &random) ?? "" }
            files["\(place).gitignore"] = lines.joined(separator: "\n")
        }
        try write(files, in: folder)
        let environment = ["HOME": folder.path, "PATH": "/usr/bin", "GIT_CONFIG_NOSYSTEM": "1"]
        try Self.git.run(["-C", folder.path, "init", "-q"], environment: environment)
        let listed = try Self.git.run(
            ["-C", folder.path, "ls-files", "-z", "-co", "--exclude-standard", "*.md"], environment: environment)
        let expected = listed.output.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
        let ignores = files.filter { $0.key.hasSuffix(".gitignore") }
        #expect(try walk(folder.path).notes.sorted() == expected.sorted(), "seed \(random.seed): \(ignores)")
        // The rules of parent folders in the repository count.
        let below = expected.filter { $0.hasPrefix("a/") }.map { String($0.dropFirst(2)) }
        guard files.keys.contains(where: { $0.hasPrefix("a/") }) else { return }
        let isIgnored = try Self.git.run(["-C", folder.path, "check-ignore", "-q", "a/"], environment: environment)
        // A folder given by the user is read even if it's ignored.
        guard isIgnored.code != 0 else { return }
        #expect(try walk(folder.file("a")).notes.sorted() == below.sorted(), "seed \(random.seed): \(ignores)")
    }
}
