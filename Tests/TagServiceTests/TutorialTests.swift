import FlowEngine
import Foundation
import TagService
import TestSupport
import Testing

/// Compares the code of the DocC catalog and of doc comments with compiled code, and runs it.
@Suite struct `The code of the service's documentation` {
    private static let target = DocumentedTarget("TagService")

    private static func compiled(_ file: String) throws -> [String] {
        let url = target.tests.appending(path: "Documentation/\(file).swift")
        return DocumentedTarget.lines(of: try String(contentsOf: url, encoding: .utf8))
    }

    @Test(arguments: ["TagService", "SavingAndSuggesting"]) func `is code that is compiled`(_ article: String) throws {
        let compiled = try Self.compiled("TutorialTests")
        let blocks = try Self.target.code(article)
        #expect(!blocks.isEmpty)
        for block in blocks {
            let isCompiled = compiled.holds(block)
            #expect(isCompiled, "\(block.joined(separator: "\n"))")
        }
    }

    @Test func `of doc comments is code that is compiled`() throws {
        let compiled = try ["DocCommentExamples", "CleaningExamples"].flatMap(Self.compiled)
        let location = DocumentedTarget("TagStore").sources.appending(path: "Opening/StoreLocation.swift")
        let examples =
            try Self.target.docCommentExamples()
            + DocumentedTarget.docCommentExamples(in: String(contentsOf: location, encoding: .utf8))
        #expect(examples.count >= 11)
        for example in examples {
            let isCompiled = compiled.holds(example)
            #expect(isCompiled, "\(example.joined(separator: "\n"))")
        }
    }

    @Test func `of the overview runs`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("tags.sqlite")
        let service = try TagService(.file(path: path))
        _ = try service.createSet("habits", tags: ["reading", "running", "music"])
        let change = try service.changeSelection(["reading", "music"], .toggle)
        #expect(change.selected == [true, true])
        try service.close()
    }

    @Test func `of the tutorial runs`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("tags.sqlite")
        let service = try TagService(.file(path: path))

        _ = try service.createSet("habits", tags: ["reading", "running", "music", "tea"])
        let change = try service.changeSelection(["reading", "music"], .select)
        print(change.changed)
        #expect(change.changed == ["reading", "music"])

        let undone = try service.undo()
        print("undid \(undone)")
        _ = try service.redo()
        #expect(undone == "select reading, music")

        let saved = try service.saveSelection(ItemDraft(title: "a quiet evening")).item
        print(saved.id, saved.tags)
        #expect(saved.tags == ["reading", "music"])

        let query = SuggestionQuery(given: ["reading"], limit: 3)
        for suggestion in try service.suggestions(for: query) { print(suggestion.tag, suggestion.because) }
        let concert = ItemEvidence(title: "An evening of music", location: "https://example.org/concert")
        let fitting = try service.suggestions(for: SuggestionQuery(item: concert))
        print(fitting.first?.because ?? [])
        let first = try #require(try service.suggestions(for: query).first)
        #expect(first.tag == "music" && first.because == ["with reading"])

        service.keepSuggestionsInMemory()
        let typed = try service.suggestions(for: SuggestionQuery(text: "rea"))
        #expect(typed.map(\.tag) == ["reading"])

        let request = BoardRequest(width: 20) { chip in CGSize(width: chip.label.width + 2, height: 1) }
        let board = try service.board(request)
        for chip in board.chips { print(chip.line, chip.tag, chip.frame.minX) }
        #expect(board.chips.map(\.line) == [0, 0, 1, 1])

        do { _ = try service.changeSelection(["readin"], .toggle) } catch let error as TagServiceError {
            print(error.description)
        }

        let export = try service.exportNDJSON()
        let copy = try TagService(.memory)
        let options = ImportOptions(format: .ndjson, name: "the export")
        let report = try copy.importData(Array(export.utf8), options: options)
        print(report.newTags, report.newItems)
        #expect(report.newTags == 4 && report.newItems == 1)
        #expect(try copy.exportNDJSON() == export)
        try service.close()
    }
}
