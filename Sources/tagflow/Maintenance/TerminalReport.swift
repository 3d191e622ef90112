import TagService
import TerminalFrontEnd
import TextMeasurement

/// The report of `doctor --terminal`: the widths of grapheme clusters.
///
/// It compares the widths that the terminal draws with those in the built-in tables.
struct TerminalReport: Encodable {
    /// The widths of one kind of cluster.
    struct Row: Encodable {
        var kind: String
        var sample: String
        var terminal: Int?
        var tables: Int
    }

    var name: String
    var version: String
    /// The name and version that the terminal reported.
    var answer: String?
    var rows: [Row]

    init(_ answer: TerminalExamination.Answer, of terminal: TerminalIdentity) {
        name = terminal.name
        version = terminal.version
        self.answer = answer.version
        rows = ClusterClass.allCases.map { kind in
            Row(
                kind: kind.rawValue, sample: kind.sample, terminal: answer.cells[kind],
                tables: TerminalWidths().cells(in: kind.sample))
        }
    }

    /// The report as text.
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
            let verdict = row.terminal == row.tables ? "as in the tables" : "the tables have \(row.tables)"
            return "\(kind)\(cells) cells, \(verdict): \(row.sample)\n"
        }
        return head + PrintableText(lines) + "saved; boards on this terminal use these widths\n"
    }
}
