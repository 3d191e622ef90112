import TagService
import TerminalFrontEnd
import TextMeasurement

/// How wide a terminal draws clusters, and how wide the tables have them, as `doctor --terminal` shows it.
struct TerminalReport: Encodable {
    /// A kind of cluster.
    struct Row: Encodable {
        var kind: String
        var sample: String
        var terminal: Int?
        var tables: Int
    }

    var name: String
    var version: String
    /// The terminal's name and version in its own words.
    var answer: String?
    var rows: [Row]

    init(_ answer: TerminalExamination.Answer, of terminal: TerminalIdentity) {
        name = terminal.name
        version = terminal.version
        self.answer = answer.version
        rows = ClusterClass.allCases.map { kind in
            Row(
                kind: kind.rawValue,
                sample: kind.sample,
                terminal: answer.cells[kind],
                tables: TerminalWidths().cells(in: kind.sample)
            )
        }
    }

    /// The report for people.
    var text: PrintableText {
        let full = [name, version].filter { !$0.isEmpty }.joined(separator: " ")
        let own: PrintableText = answer.map { ", which calls itself \($0)" } ?? ""
        let head: PrintableText = "terminal: \(full)\(own)\n"
        guard rows.contains(where: { $0.terminal != nil }) else {
            return head + "no response within 200 ms; using the built-in tables\n"
        }
        let lines = rows.map { row -> PrintableText in
            let kind = row.kind + String(repeating: " ", count: max(18 - row.kind.count, 1))
            let cells = row.terminal.map(String.init) ?? "?"
            let verdict =
                row.terminal == row.tables ? "as in the tables" : "the tables have \(row.tables)"
            return "\(kind)\(cells) cells, \(verdict): \(row.sample)\n"
        }
        return head + PrintableText(lines) + "kept; boards on this terminal use them\n"
    }
}
