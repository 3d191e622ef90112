import Foundation
import TestSupport
import Testing

@testable import tagflow

@Suite struct HouseTests {
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The project's targets that each target may import: those below it, none on its level.
    private static let graph: [String: Set<String>] = [
        "Migrations": [], "FlowEngine": [], "TextMeasurement": [], "TagCore": [], "Terminal": ["TagCore"],
        "TagStore": ["Migrations", "TagCore"], "Suggestions": ["TagCore"], "JSON": ["TagCore", "TextMeasurement"],
        "HTMLParsing": ["TagCore"], "PageFetching": ["HTMLParsing", "TagCore", "TextMeasurement"],
        "TagService": ["FlowEngine", "JSON", "TextMeasurement", "TagCore", "TagStore", "Suggestions"],
        "ChipRendering": ["FlowEngine", "TextMeasurement", "TagCore", "TagService"],
        "TaggedFiles": ["HTMLParsing", "JSON", "TagCore", "TagService", "TextMeasurement"],
        "AssistantServer": ["JSON", "TagService", "TextMeasurement"],
        "LanguageServer": ["JSON", "TagCore", "TagService", "TaggedFiles", "TextMeasurement"],
        "TerminalFrontEnd": ["FlowEngine", "TextMeasurement", "TagCore", "TagService", "ChipRendering", "Terminal"],
        "HTTPService": [
            "FlowEngine", "JSON", "TextMeasurement", "TagCore", "TagService", "ChipRendering", "PageFetching",
        ], "tagflow-server": ["HTTPService", "PageFetching", "TagService", "TextMeasurement"],
        "tagflow": [
            "FlowEngine", "HTMLParsing", "TextMeasurement", "TagService", "ChipRendering", "TerminalFrontEnd",
            "AssistantServer", "JSON", "LanguageServer", "PageFetching", "TagCore", "TaggedFiles",
        ],
    ]

    @Test func `targets import only targets below them`() throws {
        for (target, allowed) in Self.graph {
            let folder = target == "Migrations" ? "Migrations" : "Sources/\(target)"
            for file in try Self.swiftFiles(in: folder) {
                for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
                    let words = line.split(separator: " ").map(String.init)
                    guard let place = words.firstIndex(of: "import"), place <= 2,
                        let module = words.last?.split(separator: ".").first.map(String.init), Self.graph[module] != nil
                    else { continue }
                    #expect(allowed.contains(module), "\(file.lastPathComponent) imports \(module)")
                }
            }
        }
    }

    @Test func `every command is in the list of commands`() throws {
        let listed = Set(Tagflow.commands.map { String(describing: $0) })
        var declared: Set<String> = []
        for file in try Self.swiftFiles(in: "Sources/tagflow") {
            let text = try String(contentsOf: file, encoding: .utf8)
            declared.formUnion(text.matches(of: /struct (\w+): TagflowCommand\b/).map { String($0.1) })
        }
        #expect(!declared.isEmpty)
        #expect(declared == listed)
    }

    @Test func `SQL is only in the store`() throws {
        let sql = /"[^"]*\b(SELECT .* FROM|INSERT INTO|DELETE FROM|UPDATE \w+ SET|PRAGMA)\b/
        for target in Self.graph.keys where !["TagStore", "Migrations"].contains(target) {
            for file in try Self.swiftFiles(in: "Sources/\(target)") {
                let text = try String(contentsOf: file, encoding: .utf8)
                #expect(text.firstMatch(of: sql) == nil, "\(file.lastPathComponent)")
            }
        }
    }

    @Test func `rows are read as optional and checked`() throws {
        // GRDB's accessors trap on unexpected column values; only StoredRow.swift steps through rows, takes the
        // value of a column as it is stored, and checks it. Nothing reads columns through SQLite's own functions.
        let accessor =
            /\bRow\.fetch|\b(String|Int|Int64|Bool|Double|Data)\.fetch|\(row: Row\)|: Row\b|RowCursor|sqlite3_column/
        for target in Self.graph.keys {
            let folder = target == "Migrations" ? "Migrations" : "Sources/\(target)"
            for file in try Self.swiftFiles(in: folder) {
                let text = try String(contentsOf: file, encoding: .utf8)
                #expect(text.firstMatch(of: accessor) == nil, "\(file.lastPathComponent)")
                if file.lastPathComponent != "StoredRow.swift" {
                    #expect(!text.contains("DatabaseCursor"), "\(file.lastPathComponent)")
                }
                #expect(!text.contains("uniqueKeysWithValues"), "\(file.lastPathComponent)")
            }
        }
    }

    @Test(arguments: [
        "README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "Tests/README.md", "Documentation/http.md",
        "Tests/Hostile/README.md",
    ]) func `every file that a document names is there`(document: String) throws {
        let text = try String(contentsOf: Self.root.appendingPathComponent(document), encoding: .utf8)
        let all = try Self.swiftFiles(in: "Sources") + Self.swiftFiles(in: "Tests")
        let names = Set(all.map(\.lastPathComponent))
        for match in text.matches(of: /`((?:[A-Za-z0-9_+.-]+\/)*[A-Za-z0-9_+-]+\.swift)`/) {
            let path = String(match.1)
            let isPath = path.contains("/")
            let exists = FileManager.default.fileExists(atPath: Self.root.appendingPathComponent(path).path)
            let isEnding = all.contains { $0.path.hasSuffix("/" + path) }
            #expect(isPath ? exists || isEnding : names.contains(path), "\(document): \(path)")
        }
        for match in text.matches(of: /`((?:Sources|Tests|Benchmarks|Migrations|\.ci)\/[A-Za-z0-9_+.\/-]+)`/) {
            let path = String(match.1)
            let exists = FileManager.default.fileExists(atPath: Self.root.appendingPathComponent(path).path)
            #expect(exists || path.contains("NAME") || path.contains("000N"), "\(document): \(path)")
        }
    }

    @Test func `the reference lists every command, and no other`() throws {
        let page = try String(
            contentsOf: Self.root.appendingPathComponent("Documentation/commands.md"), encoding: .utf8)
        let table = try #require(
            page.components(separatedBy: "## Commands").dropFirst().first?.components(separatedBy: "\n## ").first)
        let documented = table.matches(of: /(?m)`([a-z-]+)[^`]*`(?=[^\n]*\|)/).map { String($0.1) }
        let rows = Set(documented)
        for command in try Self.commandNames() {
            #expect(rows.contains(command), "\(command) isn't in Documentation/commands.md")
        }
        let firstColumn = table.split(separator: "\n").filter { $0.hasPrefix("| `") }
            .flatMap { $0.split(separator: "|")[0].matches(of: /`([a-z-]+)/).map { String($0.1) } }
        #expect(Set(firstColumn) == Set(try Self.commandNames() + ["tagflow"]))
    }

    @Test func `every command has help with an example`() throws {
        let tagflow = try TagflowProcess()
        for command in try Self.commandNames() {
            let outcome = try tagflow.run(command, "--help")
            #expect(outcome.code == 0 && outcome.errors.isEmpty)
            #expect(outcome.output.contains("Example: tagflow \(command)"), "\(command)")
        }
    }

    /// The names of all commands, as the program's own help lists them.
    static func commandNames() throws -> [String] {
        let help = try TagflowProcess().run("help", "all").output
        let names = help.components(separatedBy: "SUBCOMMANDS:").dropFirst()
            .flatMap { $0.matches(of: /(?m)^  ([a-z-]+)  +\S/).map { String($0.1) } }
        #expect(names.count >= 28)
        return names
    }

    static func swiftFiles(in folder: String) throws -> [URL] {
        let folder = root.appendingPathComponent(folder)
        return try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
            .map { folder.appendingPathComponent($0) }
    }
}
