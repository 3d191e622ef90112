import Foundation
import JSON
import TestSupport
import Testing

/// Tests with a real editor, configured as in Documentation/editors.md.
@Suite(.timeLimit(.minutes(30))) struct NeovimTests {
    private static let neovim = Tool("nvim", package: "neovim")
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private static func example(_ language: String) throws -> String {
        let text = try String(contentsOf: root.appending(path: "Documentation/editors.md"), encoding: .utf8)
        let block = text.components(separatedBy: "```\(language)\n").dropFirst().first
        return try #require(block?.components(separatedBy: "```").first)
    }

    @Test(.enabled(if: neovim.isInstalled, Comment(rawValue: neovim.comment)))
    func `Neovim completes, describes, fixes and renames tags`() throws {
        let tagflow = try TagflowProcess()
        try tagflow.run("add", "swift", "concurrency", "machine-learning")
        let notes = URL(fileURLWithPath: tagflow.folder.file("notes"))
        try FileManager.default.createDirectory(at: notes, withIntermediateDirectories: true)
        func write(_ text: String, _ name: String) throws { try Data(text.utf8).write(to: notes.appending(path: name)) }
        try write("#swift and #concurency\n", "a.md")
        for number in 0..<100 { try write("# Note \(number)\n\n#swift\n", "note\(number).md") }
        let settings = tagflow.folder.file("init.lua")
        try Data(try Self.example("lua").utf8).write(to: URL(fileURLWithPath: settings))
        var environment = tagflow.environment
        let bin = URL(fileURLWithPath: TagflowProcess.path).deletingLastPathComponent().path
        environment["PATH"] = "\(bin):/usr/bin:/bin"
        let script = Self.root.appending(path: "Tests/Scripts/neovim_session.lua").path
        let outcome = try Self.neovim.run(
            ["--headless", "-n", "-u", settings, "-c", "luafile \(script)"], environment: environment)
        #expect(outcome.code == 0, "\(String(decoding: outcome.output, as: UTF8.self))")
        for name in ["a.md"] + (0..<100).map({ "note\($0).md" }) {
            let text = try String(contentsOf: notes.appending(path: name), encoding: .utf8)
            #expect(text.contains("#swiftlang") && !text.contains("#swift "), "\(name)")
        }
        let tags = try tagflow.run("tags", "--all").output
        #expect(tags.contains("swiftlang\t101 uses"), "\(tags)")
        #expect(tags.contains("concurency\t1 use\t") && !tags.contains("swift\t"), "\(tags)")
    }

    @Test func `the documented settings for VS Code start the server`() throws {
        let block = try Self.example("jsonc")
        let settings = try #require(try JSONSerialization.jsonObject(with: Data(block.utf8)) as? [String: Any])
        #expect(settings["glspc.serverCommand"] as? String == "tagflow")
        let arguments = try #require(settings["glspc.serverCommandArguments"] as? [String])
        // Without a client the server exits immediately, with 1 because there was no shutdown request.
        let outcome = try TagflowProcess().run(arguments)
        #expect(outcome.code == 1 && outcome.errors.isEmpty && outcome.output.isEmpty)
    }
}
