import ArgumentParser
import TagService
import TerminalFrontEnd
import TextMeasurement

/// The command `stats`.
///
/// ```
/// $ tagflow stats --by month
/// 2026-09   4  ████
/// 2026-10  12  ████████████
/// 2026-11   7  ███████
/// ```
struct StatsCommand: TagflowCommand {
    static let group = HelpGroup.items
    static let configuration = CommandConfiguration(
        commandName: "stats", abstract: "Count items by period and tag.",
        discussion: """
            Shows a bar per period, the most frequent tags and streaks of the chosen set; --all shows those of all \
            sets, with tags used once and unused tags.

            Example: tagflow stats --calendar --set habits
            Example: tagflow stats --by week --tag running --since 'this year'
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions
    @OptionGroup var allSets: AllSetsOption
    @Option(
        name: .customLong("tag"), help: ArgumentHelp("Only items with this tag; may be repeated.", valueName: "tag"))
    var tags: [String] = []
    @Option(help: "The length of a period.") var by: StatisticsPeriod = .month
    @Flag(help: "Show the last year as a calendar, one row per weekday.") var calendar = false
    @OptionGroup var period: PeriodOptions

    var onlyReads: Bool { true }

    func validate() throws { try allSets.validate(global) }

    func run(in session: Session) throws {
        let service = try session.service(global)
        let set = session.itemSet(allSets, global)
        let query = ItemQuery(try period.terms(service).joined(separator: " "), tags: try session.named(tags, global))
        let found = try service.items.statistics(by: calendar ? .day : by, matching: query, in: set)
        if found.periods.isEmpty, let error = try session.noMatch(query, in: set, service) { throw error }
        guard output.format == .text else { return try session.print(json: found) }
        let columns = TerminalWidth.columns(of: 1, environment: session.environment)
        let lines =
            calendar
            ? YearCalendar(found.periods, columns: columns).lines
            : BarChart(found.periods, by: by, columns: columns).lines
        for line in lines { try session.print(line) }
        try printSummary(found, try service.items.streaks(matching: query, in: set), service, session)
    }

    private func printSummary(
        _ found: ItemStatistics, _ streaks: Streaks, _ service: TagService, _ session: Session
    ) throws {
        let items = found.periods.reduce(0) { $0 + $1.count }
        try session.print("\(String.counted(items, "item"))\n")
        let frequent = found.tags.prefix(Self.listed).map { "\($0.tag) \($0.count)" }
        if !frequent.isEmpty { try session.print("most frequent: \(frequent.joined(separator: ", "))\n") }
        if streaks.longest > 1 {
            try session.print(
                "streak: \(String.counted(streaks.current, "day")), longest \(String.counted(streaks.longest, "day"))\n"
            )
        }
        if let first = found.periods.first, let last = found.periods.last, found.periods.count > 1 {
            try session.print("growth: \(first.count) → \(last.count) per \((calendar ? .day : by).rawValue)\n")
        }
        guard try tags.isEmpty && period.isEmpty && (allSets.all || service.sets.all().count == 1) else { return }
        guard let rare = try service.tags.rare() else { return }
        try printNames(rare.once, "used once", session)
        try printNames(rare.unused, "unused", session)
    }

    private func printNames(_ names: [String], _ title: String, _ session: Session) throws {
        guard !names.isEmpty else { return }
        let rest = names.count - Self.listed
        let listed = names.prefix(Self.listed).joined(separator: ", ")
        try session.print("\(title): \(listed)\(rest > 0 ? " and \(rest) more" : "")\n")
    }

    /// The maximum number of tags that are listed.
    private static let listed = 10
}

/// A horizontal bar per period, drawn with Unicode blocks.
struct BarChart {
    private let rows: [(label: String, count: Int)]
    private let columns: Int

    /// Creates a chart that is at most `columns` cells wide.
    init(_ periods: [ItemStatistics.Period], by period: StatisticsPeriod, columns: Int) {
        let length = [.year: 4, .month: 7][period] ?? 10
        rows = periods.map { (String($0.start.prefix(length)), $0.count) }
        self.columns = columns
    }

    /// The lines of the chart.
    var lines: [PrintableText] {
        let most = rows.map(\.count).max() ?? 0
        let width = "\(most)".count
        let label = rows.first?.label.count ?? 0
        let room = max(1, columns - label - width - 4)
        return rows.map { row in
            let number = String(repeating: " ", count: width - "\(row.count)".count) + "\(row.count)"
            let bar = Self.bar(row.count, of: most, in: room)
            return "\(row.label)  \(number)\(bar.isEmpty ? "" : "  \(bar)")\n"
        }
    }

    /// Returns a bar with a length in eighths of a cell, at least one eighth for a count above 0.
    private static func bar(_ count: Int, of most: Int, in room: Int) -> String {
        guard count > 0, most > 0 else { return "" }
        let full = min(room, most)
        let eighths = max(1, Int((Double(count) / Double(most) * Double(full * 8)).rounded()))
        let rest = eighths % 8
        let end = rest == 0 ? "" : String(["▏", "▎", "▍", "▌", "▋", "▊", "▉"][rest - 1])
        return String(repeating: "█", count: eighths / 8) + end
    }
}
