import ChipRendering
import TagService
import Testing
import TextMeasurement

@testable import TerminalFrontEnd

@Suite struct BoardSectionsTests {
    private static let tags =
        (0..<20).map { "word \($0)" } + (0..<12).map { "role::r\($0)" } + ["city:rome", "city:oslo", "a:b"]

    private func board(_ tags: [String], selected: [String] = []) throws -> Board {
        let service = try TagService(.memory)
        try service.sets.create("s", tags: tags)
        if !selected.isEmpty { _ = try service.selection.select(selected) }
        var style = TextBoardStyle()
        style.isNumbered = true
        return try service.sets.board(BoardPresenter(columns: 60, style: style).request())
    }

    private func sections(_ board: Board, filter: String = "", gathersSelected: Bool = false) -> BoardSections? {
        var style = TextBoardStyle()
        style.isNumbered = true
        return BoardSections(board, filter: filter, gathersSelected: gathersSelected, style: style, TerminalWidths())
    }

    @Test func `namespaces get headings, and their chips keep their numbers`() throws {
        let sections = try #require(sections(try board(Self.tags)))
        #expect(sections.headings.map(\.text) == ["role:: 12", "city: 2"])
        #expect(sections.chips.map(\.chip.tag) == (0..<20).map { "word \($0)" } + ["a:b"] + Self.tags[20..<34])
        let role = try #require(sections.chips.first { $0.chip.tag == "role::r3" })
        #expect(role.label == "r3" && role.chip.number == 24)
        #expect(Set(sections.chips.map(\.chip.number)) == Set(1...35))
        #expect(sections.chips.first { $0.chip.tag == "a:b" }?.label == "a:b")
    }

    @Test func `chips don't overlap each other or headings, and fit the board`() throws {
        let sections = try #require(sections(try board(Self.tags)))
        let headings = Set(sections.headings.map(\.row))
        var ends: [Int: Int] = [:]
        for chip in sections.chips {
            #expect(!headings.contains(chip.row) && chip.row < sections.rows)
            #expect(chip.column >= ends[chip.row] ?? 0 && chip.column + chip.columns <= 60)
            ends[chip.row] = chip.column + chip.columns
        }
    }

    @Test func `selected chips come first if they are gathered`() throws {
        let board = try board(Self.tags, selected: ["word 19", "role::r0"])
        let gathered = try #require(sections(board, gathersSelected: true))
        #expect(gathered.headings.first?.text == "selected")
        #expect(gathered.chips.prefix(2).map(\.label) == ["word 19", "role::r0"])
        #expect(gathered.chips.count == Self.tags.count)
        let kept = try #require(sections(board))
        #expect(kept.headings.first?.text == "role:: 12")
    }

    @Test func `a text filters the chips, unless nothing contains it`() throws {
        let board = try board(Self.tags)
        #expect(try #require(sections(board, filter: "ROLE::R1")).chips.map(\.label) == ["r1", "r10", "r11"])
        #expect(try #require(sections(board, filter: "oslo")).chips.map(\.label) == ["city:oslo"])
        #expect(try #require(sections(board, filter: "zzz")).chips.count == Self.tags.count)
    }

    @Test func `a small board and a board without namespaces have no sections`() throws {
        #expect(sections(try board(Array(Self.tags[18...]))) == nil)
        let plain = try board((0..<40).map { "tag \($0)" })
        #expect(sections(plain) == nil && sections(plain, gathersSelected: true) == nil)
        #expect(sections(plain, filter: "tag 3")?.chips.count == 11)
    }

    @Test func `a summary has the selected chips and two rows of others, likely ones first`() throws {
        let board = try board((0..<83).map { "tag \($0)" }, selected: ["tag 5"])
        var style = TextBoardStyle()
        style.isNumbered = true
        let summary = try #require(
            BoardSections(summaryOf: board, likely: ["tag 80", "tag 5", "tag 70"], style: style, TerminalWidths()))
        #expect(summary.headings.map(\.text) == ["selected", "likely"] && summary.rows == 5)
        #expect(summary.chips.prefix(4).map(\.label) == ["tag 5", "tag 80", "tag 70", "tag 0"])
        #expect(summary.chips.prefix(2).map(\.chip.number) == [6, 81])
        #expect(summary.chips.allSatisfy { $0.row < 5 && $0.column + $0.columns <= 60 })
        let plain = try #require(
            BoardSections(
                summaryOf: self.board((0..<83).map { "tag \($0)" }), likely: [], style: style, TerminalWidths()))
        #expect(plain.headings.isEmpty && plain.rows == 2 && plain.chips[0].label == "tag 0")
    }

    @Test(arguments: [
        ("role::program", "role::"), ("city:rome", "city:"), ("plain", ""), ("::a", ""), ("a:", ""), ("a::", ""),
        ("http://x", ""), ("a: b", ""), ("two words:x", ""), ("a:::b", ""), ("x:y:z", "x:"),
    ]) func `a namespace ends with one colon or two`(tag: String, namespace: String) {
        #expect(BoardGroups.namespace(of: tag) == namespace)
    }
}
