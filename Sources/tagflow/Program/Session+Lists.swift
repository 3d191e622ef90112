import ArgumentParser
import ChipRendering
import TerminalFrontEnd
import TextMeasurement

/// The option `--limit` of commands that list everything without it.
struct ListLimitOption: ParsableArguments {
    @Option(
        help: ArgumentHelp("The maximum number of lines.", valueName: "n"), transform: NumberRange.limit.number(in:))
    var limit: Int?
}

/// Printing lists.
extension Session {
    /// Prints a table: aligned on a terminal, separated by tabs elsewhere.
    func print(_ table: TextTable) throws {
        guard output.isTerminal else {
            for line in table.separated { try self.print(line) }
            return
        }
        let lines = table.aligned(width: TerminalWidth.columns(of: 1, environment: environment), isColored: isColored)
        for line in lines { try self.print(line) }
    }

    /// Prints at most a number of the rows of a list, and how many more there are.
    ///
    /// - Parameters:
    ///   - rows: the rows.
    ///   - columns: the columns of the table.
    ///   - option: the option `--limit`.
    ///   - global: the options that include `--quiet`.
    ///   - cells: returns the cells of a row, and those for a terminal if they differ.
    /// - Throws: the errors of the streams.
    func list<Row>(
        _ rows: [Row], _ columns: [TextTable.Column], _ option: ListLimitOption, _ global: GlobalOptions,
        cells: (Row) -> (cells: [String], shown: [String]?)
    ) throws {
        var table = TextTable(columns)
        let listed = rows.prefix(option.limit ?? rows.count)
        for row in listed {
            let (cells, shown) = cells(row)
            table.append(cells, shown: shown)
        }
        try self.print(table)
        try noteRest(rows.count - listed.count, global)
    }

    /// Reports how many more lines a list has.
    ///
    /// On a terminal this is the last line of the list; elsewhere standard output has only the list.
    func noteRest(_ count: Int, _ global: GlobalOptions) throws {
        guard count > 0 else { return }
        let text: PrintableText = "… and \(count) more; use --limit to list more"
        guard output.isTerminal else { return try note(text, global) }
        try remark("\(text)\n", global)
    }
}
