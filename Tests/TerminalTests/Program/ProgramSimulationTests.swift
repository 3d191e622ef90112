import TerminalSimulation
import Testing

@testable import Terminal

@Suite struct ProgramSimulationTests {
    private func simulation(columns: Int = 30) -> ProgramSimulation<ListProgram> {
        var terminal = InMemoryTerminal(size: CellSize(columns: columns, rows: 8), cellWidth: testWidth)
        terminal.feed("$ pick\r\n")
        let screen = Screen(placement: .inline, depth: .none)
        return ProgramSimulation(ListProgram(), screen: screen, terminal: terminal)
    }

    @Test func `a program is drawn, filtered, and ends with the selection`() async {
        var simulation = simulation()
        #expect(simulation.terminal.lines.prefix(2) == ["$ pick", "?"])
        await simulation.runWork()
        let drawn = ["$ pick", "loaded 3", "?", "  早间例行 ☀️", "  锻炼 💪", "  reading"]
        #expect(Array(simulation.terminal.lines.prefix(6)) == drawn)
        simulation.type("锻")
        #expect(Array(simulation.terminal.lines.prefix(5)) == ["$ pick", "loaded 3", "? 锻", "  锻炼 💪", ""])
        #expect(simulation.lastBytes.count < 200)
        simulation.type("\r")
        #expect(simulation.output == .some("锻炼 💪"))
        #expect(Array(simulation.terminal.lines.prefix(3)) == ["$ pick", "loaded 3", ""])
        #expect(simulation.terminal.cursor == CellPosition(row: 2, column: 0))
    }

    @Test func `a resize, a redraw and session effects are passed on`() async {
        var simulation = simulation()
        await simulation.runWork()
        simulation.send(.resize(CellSize(columns: 12, rows: 8)))
        simulation.type("\u{0C}")
        #expect(simulation.terminal.lines[2...5] == ["?", "  早间例行", "  锻炼 💪", "  reading"])
        simulation.type("\u{1A}\u{7F}")
        #expect(simulation.effects.count == 2)
        simulation.type("\u{1B}")
        #expect(simulation.output == .some(nil))
    }
}
