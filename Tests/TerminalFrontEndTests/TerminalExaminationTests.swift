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
