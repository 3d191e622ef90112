import Testing
import TextMeasurement

@testable import Terminal
@testable import TerminalFrontEnd

@Suite struct TerminalExaminationTests {
    private let kinds: [ClusterClass] = [.emoji, .flag]

    private func report(_ column: Int) -> TerminalReply { .cursorPosition(CellPosition(row: 3, column: column)) }

    @Test func `answers belong to the samples in their order`() {
        let answer = TerminalExamination.answer(to: kinds, from: [.version("T 1"), report(2), report(1)])
        #expect(answer.version == "T 1" && answer.cells == [.emoji: 2, .flag: 1])
    }

    @Test func `a terminal that leaves a question out is not believed`() {
        #expect(TerminalExamination.answer(to: kinds, from: [report(2)]).cells == [:])
        #expect(TerminalExamination.answer(to: kinds, from: []) == TerminalExamination.Answer())
    }
}
