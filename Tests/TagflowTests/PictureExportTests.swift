import Foundation
import TestSupport
import Testing

@Suite struct PictureExportTests {
    private let tagflow: TagflowProcess

    init() throws {
        tagflow = try TagflowProcess()
        try tagflow.run("add", "早间例行 ☀️", "锻炼 💪", "reading", "</style><script>alert(1)</script>")
        try tagflow.run("select", "reading")
    }

    private func file(_ name: String) -> String { tagflow.folder.file(name) }

    private func bytes(_ name: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: file(name))) }

    /// The files in the folder next to the database.
    private func files() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: tagflow.folder.path).filter { $0.hasPrefix("a.") }.sorted()
    }

    @Test(arguments: [("svg", "<svg "), ("pdf", "%PDF-"), ("png", "\u{89}PNG")])
    func `the file name extension decides the format`(ending: String, start: String) throws {
        let outcome = try tagflow.run("export", "-o", file("a.\(ending)"))
        #expect(outcome.code == 0 && outcome.errors.isEmpty)
        #expect(outcome.output == "wrote \(file("a.\(ending)"))\n")
        let wanted = start.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
        #expect(try bytes("a.\(ending)").starts(with: wanted))
        #expect(try files() == ["a.\(ending)"])
    }

    @Test func `without a file the picture goes to standard output`() throws {
        try tagflow.run("export", "-o", file("a.svg"))
        let outcome = try tagflow.run("export", "--format", "svg")
        #expect(try Data(outcome.output.utf8) == bytes("a.svg"))
    }

    @Test func `json with a font is in points, with the frames that the picture has`() throws {
        let json = try tagflow.run("export", "--format", "json", "--font", "Noto Sans 15").output
        let svg = try tagflow.run("export", "--format", "svg").output
        struct Document: Decodable {
            var unit: String
            var chips: [Chip]
        }
        struct Chip: Decodable { var frame: Frame }
        struct Frame: Decodable {
            var x: Int
            var y: Int
            var width: Int
            var height: Int
        }
        let document = try JSONDecoder().decode(Document.self, from: Data(json.utf8))
        #expect(document.unit == "point" && document.chips.count == 4)
        for frame in document.chips.map(\.frame) {
            #expect(
                svg.contains(
                    "<rect x=\"\(frame.x)\" y=\"\(frame.y)\" width=\"\(frame.width)\" height=\"\(frame.height)\""))
        }
    }

    @Test func `only the selected tags, in another theme, font and alignment`() throws {
        let outcome = try tagflow.run(
            "export", "--format", "svg", "--selected-only", "--theme", "dark", "--font", "DejaVu Sans 20", "--width",
            "300", "--align", "center")
        #expect(outcome.output.contains("reading, selected"))
        #expect(!outcome.output.contains("锻炼"))
        #expect(outcome.output.contains("#8DB2FF") && outcome.output.contains("font-size=\"20\""))
        #expect(outcome.output.contains("DejaVu Sans"))
    }

    @Test(
        arguments: [
            (["--font", "No Such Font 15"], 69), (["--font", "Noto Sans 1000"], 64), (["--width", "0"], 64),
            (["--width", "nan"], 64), (["--width", "-5"], 64), (["--theme", "no-such"], 64),
            (["--theme", "./no-such.json"], 66), (["--scale", "9"], 64), (["--scale", "nan"], 64),
        ] as [([String], Int32)]) func `an impossible export gets a one-line error, and no file is written`(
            arguments: [String], code: Int32
        ) throws
    {
        let outcome = try tagflow.run(["export", "-o", file("a.png")] + arguments)
        #expect(outcome.code == code)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.hasPrefix("tagflow: ") && outcome.errors.hasSuffix("\n"))
        #expect(outcome.errors.split(separator: "\n").count == 1)
        #expect(try files().isEmpty)
    }

    @Test(arguments: ["1", "1e9", "1e300"]) func `any width of at least a point can be drawn`(width: String) throws {
        for ending in ["svg", "pdf", "html", "png"] {
            let export = ["export", "--format", ending, "-o", file("a.\(ending)")]
            let outcome = try tagflow.run(export + ["--width", width])
            #expect(outcome.code == 0, "\(outcome.errors)")
        }
    }

    @Test func `a picture that cannot be drawn at its size is refused`() throws {
        let outcome = try tagflow.run("export", "-o", file("a.png"), "--width", "1e9", "--align", "trailing")
        #expect(outcome.code == 64)
        #expect(outcome.errors.contains("pixels cannot be drawn"))
        let pdf = try tagflow.run("export", "-o", file("a.pdf"), "--width", "1e300", "--align", "trailing")
        #expect(pdf.code == 64)
        #expect(pdf.errors.contains("points cannot be shown"))
        #expect(try files().isEmpty)
    }

    @Test func `a folder that is not there, or is the file's name, cannot be written`() throws {
        #expect(try tagflow.run("export", "-o", file("no/such/a.svg")).code == 73)
        let folder = try tagflow.run("export", "--format", "svg", "-o", tagflow.folder.path)
        #expect(folder.code == 73)
        #expect(folder.errors.contains("is a folder"))
    }

    @Test func `a full device is reported, and a device isn't replaced by a file`() throws {
        let outcome = try tagflow.run("export", "--format", "svg", "-o", "/dev/full")
        #expect(outcome.code == 74)
        #expect(outcome.errors.contains("the disk is full"))
        var status = stat()
        #expect(unsafe stat("/dev/full", &status) == 0 && status.st_mode & S_IFMT == S_IFCHR)
    }

    private static let unshare = Tool("unshare", package: "util-linux")

    private static var canMount: Bool {
        let arguments = ["--map-root-user", "--mount", "mount", "-t", "tmpfs", "tmpfs", "/mnt"]
        return (try? unshare.run(arguments).code) == 0
    }

    @Test(.enabled(if: canMount, "a file system cannot be mounted here"))
    func `on a full disk the old file stays, without leftovers`() throws {
        let script = """
            mount -t tmpfs -o size=16k tmpfs /mnt && echo old > /mnt/a.png || exit 99
            "$0" export --force -o /mnt/a.png --scale 8 2>&1; echo "code $?"; cat /mnt/a.png; ls /mnt
            """
        let answer = try Self.unshare.run(
            ["--map-root-user", "--mount", "sh", "-c", script, TagflowProcess.path], environment: tagflow.environment)
        #expect(
            String(decoding: answer.output, as: UTF8.self)
                == "tagflow: can't write '/mnt/a.png': the disk is full; make room and try again\n"
                + "code 74\nold\na.png\n")
    }

    @Test func `a title is in a page, and in other pictures on request`() throws {
        func export(_ words: String...) throws -> String { try tagflow.run(["export"] + words).output }
        #expect(try export("--format", "html").contains("<h1>default</h1>\n<p class=\"details\">4 tags · "))
        #expect(try !export("--format", "html", "--no-title").contains("<h1>"))
        #expect(try !export("--format", "svg").contains(">4 tags · "))
        #expect(try export("--format", "svg", "--title").contains(">4 tags · "))
        #expect(try export("--format", "svg", "--title", "--selected-only").contains(">1 tag · "))
        try tagflow.run("new", "--daily", "days", "walk")
        #expect(try export("--format", "svg").contains(">days · "))
        #expect(try export("--format", "html").contains("<p class=\"details\">1 tag</p>"))
    }

    @Test func `three hundred tags make a wide picture with headings`() throws {
        try tagflow.run("new", "many")
        try tagflow.run(["add"] + (0..<300).map { "\(["apple", "beach", "car", "dune"][$0 % 4]) \($0)" })
        let svg = try tagflow.run("export", "--format", "svg").output
        let size = try #require(svg.firstMatch(of: /<svg [^>]*width="(\d+)" height="(\d+)"/))
        let ratio = try #require(Double(size.1)) / #require(Double(size.2))
        #expect((1.2...1.9).contains(ratio), "\(size.1)×\(size.2)")
        for letter in "ABCD" { #expect(svg.contains(">\(letter)</text>")) }
        let narrow = try tagflow.run("export", "--format", "svg", "--width", "640").output
        #expect(narrow.firstMatch(of: /<svg [^>]*width="6\d\d"/) != nil)
    }

    @Test(arguments: [("svg", "<svg "), ("png", "\u{89}PNG"), ("pdf", "%PDF-"), ("html", "<!DOCTYPE html>")])
    func `the calendar of stats is drawn`(ending: String, start: String) throws {
        try tagflow.run("new", "--daily", "days", "walk")
        try tagflow.run("today", "--add", "walk")
        let outcome = try tagflow.run("export", "--calendar", "-o", file("a.\(ending)"))
        #expect(outcome.code == 0 && outcome.output == "wrote \(file("a.\(ending)"))\n", "\(outcome.errors)")
        let wanted = start.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
        #expect(try bytes("a.\(ending)").starts(with: wanted))
        // An export replaces only what an export wrote.
        #expect(try tagflow.run("export", "--calendar", "-o", file("a.\(ending)")).code == 0)
        guard ending == "svg" || ending == "html" else { return }
        let text = String(decoding: try bytes("a.\(ending)"), as: UTF8.self)
        #expect(text.contains(": 1 item</title>") && text.contains(">days</text>") && text.contains(">1 item · "))
        #expect(text.components(separatedBy: "role=\"listitem\"").count - 1 >= 52 * 7)
    }

    @Test func `a calendar is a picture of items`() throws {
        let text = try tagflow.run("export", "--calendar", "--format", "csv")
        #expect(text.code == 64)
        #expect(text.errors == "tagflow: --calendar is a picture; use --format svg, png, pdf or html\n")
        #expect(try tagflow.run("export", "--calendar").code == 64)
        try tagflow.run("add-item", "https://swift.org/", "--tag", "swift")
        let found = try tagflow.run("export", "--calendar", "--all", "--matching", "#swift", "--format", "svg")
        #expect(found.code == 0 && found.output.contains(">1 item · ") && found.output.contains(">All sets</text>"))
        let empty = try tagflow.run("export", "--calendar", "--matching", "#reading", "--format", "svg")
        #expect(empty.code == 0 && empty.output.contains(">0 items · "))
    }

    @Test func `two thousand chips go into one picture`() throws {
        let names = (0..<2_000).map { "tag \($0)" }
        try tagflow.run("new", "many")
        try tagflow.run(["add"] + names)
        for ending in ["svg", "pdf", "html", "png"] {
            let export = ["export", "--format", ending, "-o", file("a.\(ending)")]
            #expect(try tagflow.run(export).code == 0)
        }
        let svg = String(decoding: try bytes("a.svg"), as: UTF8.self)
        #expect(svg.components(separatedBy: "role=\"listitem\"").count == 2_001)
    }

    @Test func `a theme file is used, and its errors are reported`() throws {
        let theme = file("theme.json")
        try Data(##"{"radius": 4, "background": "#FFF8E7"}"##.utf8).write(to: URL(fileURLWithPath: theme))
        let outcome = try tagflow.run("export", "--format", "svg", "--theme", theme)
        #expect(outcome.output.contains("#FFF8E7") && outcome.output.contains("rx=\"4\""))
        try Data(#"{"radius": "round"}"#.utf8).write(to: URL(fileURLWithPath: theme))
        let bad = try tagflow.run("export", "--format", "svg", "--theme", theme)
        #expect(bad.code == 65)
        #expect(bad.errors == "tagflow: '\(theme)': the theme's 'radius': it should be a number\n")
    }

    @Test func `sizes that other fonts gave are not taken from the cache`() throws {
        func measurements() throws -> String {
            let report = try tagflow.run("doctor", "--format", "json").output
            return String(try #require(report.firstMatch(of: /"measurement":\d+/)).0)
        }
        let first = try tagflow.run("export", "--format", "svg", "--font", "DejaVu Sans 15").output
        let before = try measurements()
        // The same font, without fallback fonts.
        var alone = tagflow
        let configuration = file("fonts.conf")
        try Data("<fontconfig><dir>/usr/share/fonts/truetype/dejavu</dir></fontconfig>".utf8)
            .write(to: URL(fileURLWithPath: configuration))
        alone.environment["FONTCONFIG_FILE"] = configuration
        let other = try alone.run("export", "--format", "svg", "--font", "DejaVu Sans 15")
        #expect(other.code == 0)
        #expect(other.output != first)
        #expect(try measurements() != before)
        #expect(try tagflow.run("export", "--format", "svg", "--font", "DejaVu Sans 15").output == first)
    }

    @Test func `pictures are loaded for pictures alone`() throws {
        // The libraries are not among those that the program is linked with.
        let ldd = Tool("ldd", package: "libc-bin")
        guard ldd.isInstalled else { return }
        let libraries = String(decoding: try ldd.run([TagflowProcess.path]).output, as: UTF8.self)
        #expect(libraries.contains("libsqlite3"))
        for name in ["pango", "cairo", "fontconfig"] { #expect(!libraries.contains(name)) }
    }
}
