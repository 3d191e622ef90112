import Foundation
import TestSupport
import Testing

@Suite struct CompletionsTests {
    private func program() throws -> TagflowProcess {
        let tagflow = try TagflowProcess()
        try tagflow.run("new", "films", "role::program", "role::person", "new york", "it's")
        try tagflow.run("new", "habits", "swift", "swimming", "sea")
        try tagflow.run("add-item", "https://swift.org/", "--title", "The Swift Book", "--tag", "swift")
        try tagflow.run("save", "--at", "2026-01-01", "x")
        try tagflow.run("view", "save", "to read", "#swift")
        return tagflow
    }

    /// The candidates for the last of some words.
    private func candidates(_ tagflow: TagflowProcess, _ words: [String]) throws -> [String] {
        let outcome = try tagflow.run(["completions", "fish", "--"] + words)
        #expect(outcome.code == 0 && outcome.errors.isEmpty)
        return outcome.output.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
    }

    @Test func `commands, sets, views and tags are completed`() throws {
        let tagflow = try program()
        #expect(try candidates(tagflow, ["complet"]) == ["completions"])
        #expect(try candidates(tagflow, ["--set", "films", "tog"]) == ["toggle"])
        #expect(try candidates(tagflow, ["help", "layout-"]) == ["layout-settings"])
        #expect(try candidates(tagflow, ["use", ""]).contains("films"))
        #expect(try candidates(tagflow, ["show", "--set", "fi"]) == ["films"])
        #expect(try candidates(tagflow, ["show", "--set=fi"]) == ["--set=films"])
        #expect(try candidates(tagflow, ["items", "--view", "to"]) == ["to read"])
        #expect(try candidates(tagflow, ["view", "delete", ""]) == ["to read"])
        #expect(try candidates(tagflow, ["view", "delete", "to read", ""]).isEmpty)
        #expect(try candidates(tagflow, ["view", "save", "new", "tag:swif"]) == ["tag:swift"])
        #expect(try candidates(tagflow, ["view", "sha"]) == ["share"])
        for action in ["share", "unshare"] { #expect(try candidates(tagflow, ["view", action, "t"]) == ["to read"]) }
        #expect(try candidates(tagflow, ["view", "share", "--pa"]) == ["--page"])
        #expect(try candidates(tagflow, ["use", "films", ""]).isEmpty)
        #expect(try candidates(tagflow, ["connect", "add", "li"]) == ["linkding"])
        #expect(try candidates(tagflow, ["connect", "pull", "li"]).isEmpty)
        // Numbers of tokens and webhooks aren't those of items.
        #expect(try candidates(tagflow, ["token", "revoke", ""]).isEmpty)
        #expect(Set(try candidates(tagflow, ["toggle", "sw"])) == ["swift", "swimming"])
        #expect(try candidates(tagflow, ["toggle", "--set", "films", "ROLE::pr"]) == ["role::program"])
        #expect(try candidates(tagflow, ["toggle", "role"]).isEmpty)
        #expect(try candidates(tagflow, ["rename", "role::pe"]) == ["role::person"])
        #expect(try candidates(tagflow, ["suggest", "--given", "new"]) == ["new york"])
        #expect(try candidates(tagflow, ["add-item", "u://1", "--tag", "sea"]) == ["sea"])
    }

    @Test func `items are found by their titles, and queries by their terms`() throws {
        let tagflow = try program()
        #expect(try candidates(tagflow, ["show-item", "boo"]) == ["1"])
        #expect(try candidates(tagflow, ["edit-item", "1"]) == ["1"])
        #expect(try candidates(tagflow, ["restore-item", "swi"]) == ["The Swift Book"])
        #expect(try candidates(tagflow, ["items", "tag:swif"]) == ["tag:swift"])
        #expect(try candidates(tagflow, ["items", "-#swif"]) == ["-#swift"])
        #expect(try candidates(tagflow, ["items", "set:fil"]) == ["set:films"])
        #expect(try candidates(tagflow, ["items", "sort:o"]) == ["sort:old"])
        #expect(try candidates(tagflow, ["show-item", "a (b"]).isEmpty)
    }

    @Test func `a candidate has a description`() throws {
        let tagflow = try program()
        let item = try tagflow.run("completions", "zsh", "--", "show-item", "book").output
        #expect(item == "1\tThe Swift Book\n")
        let tag = try tagflow.run("completions", "zsh", "--", "toggle", "swift").output
        #expect(tag == "swift\t1 use\n")
    }

    @Test func `the values of every option with a few values are completed`() throws {
        let tagflow = try program()
        for command in try HouseTests.commandNames() {
            let help = try tagflow.run(command, "--help").output
            for option in help.matches(of: /(?m)^  (--[a-z-]+) <[^>]+>(.*(?:\n {10,}.*)*)/) {
                guard let list = option.2.firstMatch(of: /\(values:([^;)]*)/) else { continue }
                var values = list.1.split { $0 == "," || $0.isWhitespace }.map(String.init)
                let name = String(option.1)
                // There it means the color of the tag, too, as '--tag-color' does.
                if command == "describe", name == "--color" {
                    values = ["red", "orange", "yellow", "green", "blue", "purple", "gray", "none"]
                }
                #expect(try candidates(tagflow, [command, name, ""]) == values, "\(command) \(name)")
            }
            let options = try candidates(tagflow, [command, "--"])
            #expect(options.contains("--database") && options.contains("--help"), "\(command)")
        }
    }

    @Test func `a database that can't be read has no candidates, and none is created`() throws {
        let tagflow = try TagflowProcess()
        #expect(try candidates(tagflow, ["--database", tagflow.folder.file("no"), "use", ""]).isEmpty)
        #expect(try tagflow.run("completions", "bash", "--line", "tagflow use \"").code == 0)
        #expect(!FileManager.default.fileExists(atPath: tagflow.folder.file("no")))
        #expect(try tagflow.run("completions", "csh").code == 64)
    }

    @Test(arguments: [
        ("tagflow use ha", ["habits"]), ("tagflow toggle --set films ne", ["new\\ york"]),
        ("tagflow toggle --set films \"ne", ["new york"]), ("tagflow toggle --set films role::pr", ["program"]),
        ("tagflow toggle --set films it", ["it\\'s"]), ("tagflow show --set=fi", ["films"]),
        ("tagflow export --format=mark", ["markdown"]), ("tagflow items tag:swif", ["swift"]),
    ]) func `bash gets the rest of a word that it splits`(line: String, wanted: [String]) throws {
        let outcome = try program().run("completions", "bash", "--line", line)
        #expect(outcome.output.split(separator: "\n").map(String.init) == wanted)
    }
}
