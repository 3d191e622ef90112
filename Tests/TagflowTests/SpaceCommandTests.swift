import Foundation
import TestSupport
import Testing

@Suite struct SpaceCommandTests {
    private let tagflow: TagflowProcess
    private let old: String
    private let new: String

    init() throws {
        tagflow = try TagflowProcess()
        old = tagflow.folder.file("old")
        new = tagflow.folder.file("new")
        for folder in [old, new] {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        }
        try tagflow.run("--database", "\(old)/ann.sqlite", "new", "trips", "sea", "map")
        try tagflow.run("--database", "\(old)/ann.sqlite", "select", "sea")
    }

    private func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

    @Test func `a space is moved with everything in it`() throws {
        let token = try tagflow.run("--database", "\(old)/ann.sqlite", "token", "new", "phone")
        #expect(token.code == 0)
        let outcome = try tagflow.run("space", "move", "ann", old, new)
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(outcome.output == "moved space ann to \(new)/ann.sqlite\n")
        #expect(try FileManager.default.contentsOfDirectory(atPath: old).isEmpty)
        let shown = try tagflow.run("--database", "\(new)/ann.sqlite", "show", "--style", "plain")
        #expect(shown.output.contains("✓sea"), "\(shown.output)")
        let tokens = try tagflow.run("--database", "\(new)/ann.sqlite", "token", "list")
        #expect(tokens.output.contains("phone"))
        #expect(try tagflow.run("--database", "\(new)/ann.sqlite", "doctor").code == 0)
    }

    @Test func `nothing is overwritten, and the original stays`() throws {
        try tagflow.run("--database", "\(new)/ann.sqlite", "new", "habits", "run")
        let outcome = try tagflow.run("space", "move", "ann", old, new)
        #expect(outcome.code == 73, "\(outcome.errors)")
        #expect(outcome.errors.contains("already exists"), "\(outcome.errors)")
        #expect(exists("\(old)/ann.sqlite"))
        #expect(try tagflow.run("--database", "\(new)/ann.sqlite", "sets").output.contains("habits"))
    }

    @Test func `a space in use isn't moved`() throws {
        let server = try RunningServer("--spaces", old)
        let url = "//spaces/ann/api/v1/sets"
        #expect(try server.send("GET", url).status == 200)
        let outcome = try tagflow.run("space", "move", "ann", old, new)
        #expect(outcome.code == 75, "\(outcome.errors)")
        #expect(
            outcome.errors == "tagflow: space 'ann' is in use; stop the server, or wait until it has closed the space\n"
        )
        #expect(try server.send("GET", url).status == 200)
        #expect(!exists("\(new)/ann.sqlite"))
    }

    @Test func `a running server loses a closed space, and finds the moved one`() throws {
        let (before, after) = (try RunningServer("--spaces", old), try RunningServer("--spaces", new))
        let url = "//spaces/ann/api/v1/sets"
        #expect(try tagflow.run("space", "move", "ann", old, new).code == 0)
        #expect(try before.send("GET", url).status == 404)
        #expect(try after.send("GET", url).body.contains("trips"))
    }

    @Test(arguments: [
        (["move", "ben", "old", "new"], 66, "no space 'ben' in 'old'"),
        (["move", "Ann", "old", "new"], 64, "1 to 64 characters from a to z"),
        (["move", "ann", "old", "nowhere"], 73, "can't copy"),
    ]) func `a move that isn't possible changes nothing`(arguments: [String], code: Int32, message: String) throws {
        let words = arguments.map { ["old": old, "new": new][$0] ?? $0 }
        let outcome = try tagflow.run(["space"] + words)
        #expect(outcome.code == code, "\(outcome.errors)")
        let expected = message.replacingOccurrences(of: "'old'", with: "'\(old)'")
        #expect(outcome.errors.contains(expected), "\(outcome.errors)")
        #expect(exists("\(old)/ann.sqlite"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: new).isEmpty)
    }
}
