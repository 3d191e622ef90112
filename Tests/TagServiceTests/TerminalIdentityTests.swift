import Foundation
import TagService
import Testing
import TextMeasurement

@Suite struct TerminalIdentityTests {
    @Test func `measured widths belong to a terminal's name and version, and survive clearing the cache`() async throws
    {
        let service = try TagService(.memory)
        let variables = ["TERM_PROGRAM": "WezTerm", "TERM_PROGRAM_VERSION": "1"]
        let terminal = TerminalIdentity(environment: variables)
        try service.saveWidths([.emoji: 1], of: terminal)
        try service.sets.create("habits", tags: ["sea"])
        _ = try service.sets.board(BoardRequest(width: 60) { _ in .zero })
        #expect(try service.maintenance.clearMeasurements() == 1)
        #expect(try service.widths(of: terminal) == TerminalWidths([.emoji: 1]))
        let next = variables.merging(["TERM_PROGRAM_VERSION": "2"]) { $1 }
        let other = TerminalIdentity(environment: next)
        #expect(try service.widths(of: other) == TerminalWidths())
        let environments = [
            [:], ["TERM": "xterm"], ["TERM": "xterm", "VTE_VERSION": "7200"], ["TERM": "xterm", "VTE_VERSION": "7400"],
            variables, next,
        ]
        #expect(Set(environments.map { TerminalIdentity(environment: $0) }).count == 6)
    }
}
