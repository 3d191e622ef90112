import Foundation
import TagService
import Testing
import TextMeasurement

@testable import Terminal
@testable import TerminalFrontEnd

@Suite struct TerminalExaminationTests {
    private let kinds: [ClusterClass] = [.emoji, .flag]

    private func report(_ column: Int) -> TerminalReply {
        .cursorPosition(CellPosition(row: 3, column: column))
    }

    @Test func `answers belong to the samples in their order`() {
        let answer = TerminalExamination.answer(
            to: kinds,
            from: [.version("T 1"), report(2), report(1)]
        )
        #expect(answer.version == "T 1" && answer.cells == [.emoji: 2, .flag: 1])
    }

    @Test func `a terminal that leaves a question out is not believed`() {
        #expect(TerminalExamination.answer(to: kinds, from: [report(2)]).cells == [:])
        #expect(TerminalExamination.answer(to: kinds, from: []) == TerminalExamination.Answer())
    }

    @Test func `answers belong to a name and a version, and stay when the cache is cleared`()
        async throws
    {
        let service = try TagService(.memory)
        let variables = ["TERM_PROGRAM": "WezTerm", "TERM_PROGRAM_VERSION": "1"]
        let terminal = TerminalIdentity(environment: variables)
        try await service.keep([.emoji: 1], of: terminal)
        _ = try await service.makeSet("habits", tags: ["sea"])
        _ = try await service.board(BoardRequest(width: 60) { _ in .zero })
        #expect(try await service.clearMeasurements() == 1)
        #expect(try await service.widths(of: terminal) == TerminalWidths([.emoji: 1]))
        let next = variables.merging(["TERM_PROGRAM_VERSION": "2"]) { $1 }
        let other = TerminalIdentity(environment: next)
        #expect(try await service.widths(of: other) == TerminalWidths())
        let environments = [
            [:], ["TERM": "xterm"], ["TERM": "xterm", "VTE_VERSION": "7200"],
            ["TERM": "xterm", "VTE_VERSION": "7400"], variables, next,
        ]
        #expect(Set(environments.map { TerminalIdentity(environment: $0) }).count == 6)
    }

    @Test func `every kind knows its own sample, and widths are those that were measured`() {
        for kind in ClusterClass.allCases {
            #expect(ClusterClass(Character(kind.sample)) == kind)
            let other = TerminalWidths().cells(in: kind.sample) == 1 ? 2 : 1
            #expect(TerminalWidths([kind: other]).cells(in: "a\(kind.sample)b") == other + 2)
        }
        #expect(TerminalWidths([.emoji: 40]) == TerminalWidths())
        #expect(TerminalWidths([.emoji: 2]).identity == TerminalCellMeasurer().identity)
        #expect(TerminalWidths([.emoji: 1]).identity != TerminalCellMeasurer().identity)
    }
}
