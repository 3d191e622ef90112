import FlowEngine
import Foundation
import TagService
import Testing
import TextMeasurement

/// The board of a set: measured labels, the settings of the set and the request, and rounding to whole cells.
@Suite struct BoardTests {
    /// A request for chips of the size of their labels.
    private func request(width: Double, _ change: (inout BoardRequest) -> Void = { _ in }) -> BoardRequest {
        var request = BoardRequest(width: width) { CGSize(width: $0.label.width, height: 1) }
        change(&request)
        return request
    }

    private func fixture(_ tags: [String] = ["aaa", "bb", "c", "dddd"]) async throws -> TagService {
        let service = try ServiceFixture().service
        try service.sets.create("s", tags: tags)
        return service
    }

    @Test func `chips are laid out on lines in the set's order`() async throws {
        // aaa bb
        // c dddd
        let board = try await fixture().sets.board(request(width: 6))
        #expect(board.chips.map(\.tag) == ["aaa", "bb", "c", "dddd"])
        #expect(board.chips.map(\.number) == [1, 2, 3, 4])
        #expect(board.chips.map(\.line) == [0, 0, 1, 1])
        #expect(board.chips.map(\.frame.minX) == [0, 4, 0, 2])
        #expect(board.size == CGSize(width: 6, height: 2))
    }

    @Test func `a board can show only the selected tags, with their numbers`() async throws {
        let service = try await fixture()
        try service.selection.select(["bb", "dddd"])
        let board = try service.sets.board(request(width: .infinity) { $0.selectedOnly = true })
        #expect(board.chips.map(\.number) == [2, 4])
        #expect(board.chips.map(\.line) == [0, 0])
    }

    @Test func `a board can end with a chip for hidden tags, and makes room for it`() async throws {
        let service = try await fixture()
        var settings = LayoutSettings()
        settings.maxLines = 2
        try service.sets.saveLayoutSettings(settings)
        // aaa bb              aaa bb
        // c dddd              c +1 more would not fit in 8
        let all = try service.sets.board(request(width: 8) { $0.countsHidden = true })
        #expect(all.hidden == 0 && all.more == nil && all.chips.count == 4)
        settings.maxLines = 1
        try service.sets.saveLayoutSettings(settings)
        let board = try service.sets.board(request(width: 11) { $0.countsHidden = true })
        let more = try #require(board.more)
        #expect(board.chips.map(\.tag) == ["aaa"] && board.hidden == 3)
        #expect(more.tag == "+3 more" && more.number == 0 && more.line == 0 && !more.isSelected)
        #expect(more.frame == CGRect(x: 4, y: 0, width: 7, height: 1))
        // If nothing fits next to it, it is the only chip.
        let narrow = try service.sets.board(request(width: 7) { $0.countsHidden = true })
        #expect(narrow.chips.isEmpty && narrow.more?.tag == "+4 more")
        let plain = try service.sets.board(request(width: 11))
        #expect(plain.more == nil && plain.chips.count == 3)
    }

    @Test func `settings of the request take precedence over those of the set`() async throws {
        let service = try await fixture()
        var settings = LayoutSettings()
        settings.spacing = 3
        settings.maxLines = 1
        try service.sets.saveLayoutSettings(settings)
        let kept = try service.sets.board(request(width: 8))
        #expect(kept.chips.map(\.frame.minX) == [0, 6] && kept.hidden == 2)
        var tried = LayoutSettings()
        tried.spacing = 0
        let board = try service.sets.board(request(width: 8) { $0.settings = tried })
        #expect(board.chips.map(\.frame.minX) == [0, 3, 5] && board.hidden == 1)
        settings.width = 3
        try service.sets.saveLayoutSettings(settings)
        #expect(try service.sets.board(request(width: 8)).width == 3)
    }

    @Test func `lines can be aligned to the end and stack upwards`() async throws {
        let service = try await fixture()
        var settings = LayoutSettings()
        settings.alignment = .trailing
        settings.verticalDirection = .up
        try service.sets.saveLayoutSettings(settings)
        // c dddd
        //  aaa bb  in 7 cells
        let board = try service.sets.board(request(width: 7))
        #expect(board.chips.map(\.frame.minX) == [1, 5, 1, 3])
        #expect(board.chips.map(\.frame.minY) == [1, 1, 0, 0])
        #expect(board.size == CGSize(width: 7, height: 2))
    }

    @Test func `a wide chip is narrowed unless the request lets it overflow`() async throws {
        let service = try await fixture(["abcdefgh"])
        #expect(try service.sets.board(request(width: 5)).chips[0].frame.width == 5)
        let wide = try service.sets.board(request(width: 5) { $0.cutsWideChips = false })
        #expect(wide.chips[0].frame.width == 8 && wide.chips[0].label.width == 8)
    }

    @Test func `chips are on whole cells and never overlap`() async throws {
        let service = try await fixture(["aaa", "bb", "c"])
        var settings = LayoutSettings()
        settings.alignment = .spaceEvenly
        let board = try service.sets.board(request(width: 13) { $0.settings = settings })
        for (chip, next) in zip(board.chips, board.chips.dropFirst()) {
            #expect(chip.frame.minX == chip.frame.minX.rounded())
            #expect(chip.frame.maxX <= next.frame.minX)
        }
    }

    @Test func `each label is measured once`() async throws {
        let service = try await fixture()
        _ = try service.sets.board(request(width: 9))
        _ = try service.sets.board(request(width: 9))
        #expect(try service.maintenance.clearMeasurements() == 4)
        let double = TerminalWidths([.emoji: 1])
        _ = try service.sets.board(request(width: 9), of: .chosen, measurer: double)
        #expect(try service.maintenance.clearMeasurements() == 4)
    }
}
