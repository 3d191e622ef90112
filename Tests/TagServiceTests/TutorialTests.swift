import FlowEngine
import Foundation
import TagService
import TestSupport
import Testing

/// The code of the DocC catalog, which has to give the results that it describes.
@Suite struct `The code of the service's documentation` {
    @Test func `of the overview runs`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("tags.sqlite")
        let service = try TagService(.file(path: path))
        try service.sets.create("habits", tags: ["reading", "running", "music"])
        let change = try service.selection.toggle(["reading", "music"])
        #expect(change.selected == [true, true])
        try service.close()
    }

    @Test func `of the tutorial runs`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("tags.sqlite")
        let service = try TagService(.file(path: path))

        try service.sets.create("habits", tags: ["reading", "running", "music", "tea"])
        let change = try service.selection.select(["reading", "music"])
        print(change.changed)
        #expect(change.changed == ["reading", "music"])

        let undone = try service.undoLog.undo()
        print("undid \(undone.summary)")
        try service.undoLog.redo()
        #expect(undone.summary == "select reading, music")

        let saved = try service.selection.save(ItemDraft(title: "a quiet evening")).item
        print(saved.id, saved.tags)
        #expect(saved.tags == ["reading", "music"])

        let query = SuggestionQuery(given: ["reading"], limit: 3)
        for suggestion in try service.suggestions.find(for: query) { print(suggestion.tag, suggestion.because) }
        let concert = ItemEvidence(title: "An evening of music", location: "https://example.org/concert")
        let fitting = try service.suggestions.find(for: SuggestionQuery(item: concert))
        print(fitting.first?.because ?? [])
        let first = try #require(try service.suggestions.find(for: query).first)
        #expect(first.tag == "music" && first.because == ["with reading"])

        service.suggestions.keepInMemory()
        let typed = try service.suggestions.find(for: SuggestionQuery(text: "rea"))
        #expect(typed.map(\.tag) == ["reading"])

        let request = BoardRequest(width: 20) { chip in CGSize(width: chip.label.width + 2, height: 1) }
        let board = try service.sets.board(request)
        for chip in board.chips { print(chip.line, chip.tag, chip.frame.minX) }
        #expect(board.chips.map(\.line) == [0, 0, 1, 1])

        do { _ = try service.selection.toggle(["readin"]) } catch let error as TagServiceError {
            print(error.description)
        }

        let export = try service.files.exportNDJSON()
        let copy = try TagService(.memory)
        let options = ImportOptions(format: .ndjson, name: "the export")
        let report = try copy.files.importData(Array(export.utf8), options: options)
        print(report.newTags, report.newItems)
        #expect(report.newTags == 4 && report.newItems == 1)
        #expect(try copy.files.exportNDJSON() == export)
        try service.close()
    }
}
