import Testing
import TextMeasurement

@Suite struct TerminalWidthsTests {
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
