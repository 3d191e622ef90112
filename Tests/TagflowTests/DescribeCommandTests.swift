import Foundation
import TestSupport
import Testing

@Suite struct DescribeCommandTests {
    private func photos() throws -> TagflowProcess {
        let tagflow = try TagflowProcess()
        try tagflow.run("new", "trip", "-y", "photo", "pics", "map")
        return tagflow
    }

    @Test func `a tag is described, shown, listed and no longer described`() throws {
        let tagflow = try photos()
        let described = try tagflow.run("describe", "Photo", "pictures that", "I took", "--color", "blue")
        #expect(described.output == "photo: pictures that I took (blue)\n")
        #expect(try tagflow.run("describe", "photo").output == "pictures that I took\ncolor blue\n")
        let json = try tagflow.run("describe", "photo", "--format", "json").output
        #expect(json == #"{"color":"blue","description":"pictures that I took","tag":"photo"}"# + "\n")
        #expect(
            try tagflow.run("tags").output
                == "photo\t0 uses\t1 set\t\tpictures that I took (blue)\npics\t0 uses\t1 set\nmap\t0 uses\t1 set\n")
        #expect(try tagflow.run("describe", "photo", "").output == "photo: blue\n")
        let none = try tagflow.run("describe", "photo", "--color", "none")
        #expect(none.output == "photo has no description and no color\n")
        let empty = try tagflow.run("describe", "photo")
        #expect(empty.output.isEmpty && empty.errors == "tagflow: 'photo' has no description and no color\n")
        #expect(try tagflow.run("undo").output == "undone: describe photo\n")
    }

    @Test func `wrong colors, unknown tags and long descriptions are errors`() throws {
        let tagflow = try photos()
        #expect(try tagflow.run("describe", "photo", "--color", "pink").code == 64)
        #expect(try tagflow.run("describe").code == 64)
        let unknown = try tagflow.run("describe", "phto")
        #expect(unknown.code == 65 && unknown.errors == "tagflow: unknown tag 'phto'; did you mean 'photo'?\n")
        let long = try tagflow.run("describe", "photo", String(repeating: "a", count: 1_001))
        #expect(long.code == 65 && long.errors.hasSuffix("it is longer than 1000 bytes of UTF-8; shorten it\n"))
        #expect(try tagflow.run("tags", "--format", "json").output.contains("description") == false)
    }

    @Test func `a merge reports the descriptions that it takes and drops`() throws {
        let tagflow = try photos()
        try tagflow.run("describe", "pics", "small pictures", "--color", "red")
        let taken = try tagflow.run("merge", "pics", "photo")
        #expect(taken.errors == "tagflow: took the description 'small pictures' and the color red of 'pics'\n")
        try tagflow.run("describe", "map", "where things are")
        let dropped = try tagflow.run("merge", "photo", "map")
        #expect(
            dropped.errors == """
                tagflow: took the color red of 'photo'
                tagflow: dropped the description 'small pictures' of 'photo'

                """)
        #expect(try tagflow.run("describe", "map").output == "where things are\ncolor red\n")
    }

    @Test func `the REPL describes a chip by its number`() throws {
        let tagflow = try photos()
        let lines = "describe 1 'my pictures' --color green\ndescribe photo\n"
        let outcome = try tagflow.run([], input: Data(lines.utf8))
        #expect(outcome.output.contains("photo: my pictures (green)\n"))
        #expect(outcome.output.contains("my pictures\ncolor green\n"))
    }

    @Test func `pictures name and show the color`() throws {
        let tagflow = try photos()
        try tagflow.run("describe", "photo", "--color", "red")
        let svg = try tagflow.run("export", "--format", "svg")
        guard svg.code == 0 else { return }
        #expect(svg.output.contains("<title>photo, red</title>"))
        #expect(svg.output.contains("#FCE4E2") && svg.output.contains("#A3201A"))
        let board = try tagflow.run("export", "--format", "json").output
        #expect(board.contains(#""color":"red""#))
        let colored = try tagflow.run("--color", "always", "show")
        #expect(colored.code == 0)
    }
}
