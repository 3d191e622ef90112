import Foundation
import TagService
import TextMeasurement

/// Items as aligned columns for a terminal: ID, title, tags, host and date.
///
/// ```
/// 12  The Swift Book    swift  language   docs.swift.org   2 days ago
/// 11  by the sea        photo  sea                         2026-01-31
/// ```
struct ItemTable {
    private let rows: [[String]]
    private let columns: Int

    private static let measurer = TerminalCellMeasurer()
    /// The space between columns, in cells.
    private static let gap = 2
    /// The maximum share of the width that the tags take, and the maximum width of a host in cells.
    private static let (tagShare, hostLimit) = (0.4, 24)

    /// Creates a table that is at most `columns` cells wide.
    init(_ items: [Item], columns: Int) {
        self.columns = columns
        rows = items.map { item in
            let title = item.title.isEmpty ? item.location ?? "" : item.title
            return [
                "\(item.id)", title, item.tags.joined(separator: "  "), Self.host(of: item),
                Self.date(of: item),
            ]
        }
    }

    /// The lines of the table.
    var lines: [PrintableText] {
        let widths = widths
        return rows.map { row in
            let cells = zip(row, widths).filter { $1 > 0 }
                .map { text, width in
                    let cell = TerminalText.truncated(TerminalText.printable(text), toCells: width)
                    let space = max(0, width - Self.measurer.cells(in: cell))
                    return cell + String(repeating: " ", count: space)
                }
            var line = cells.joined(separator: String(repeating: " ", count: Self.gap))
            while line.last == " " { line.removeLast() }
            return "\(line)\n"
        }
    }

    /// The widths of the columns: the title gets the space that the others leave.
    private var widths: [Int] {
        var widths = (0..<5)
            .map { column in
                rows.map { Self.measurer.cells(in: TerminalText.printable($0[column])) }.max() ?? 0
            }
        widths[2] = min(widths[2], Int(Double(columns) * Self.tagShare))
        widths[3] = min(widths[3], Self.hostLimit)
        let others = widths.enumerated().filter { $0.offset != 1 && $0.element > 0 }
            .reduce(0) { $0 + $1.element + Self.gap }
        widths[1] = max(min(widths[1], columns - others), min(widths[1], 10))
        return widths
    }

    private static func host(of item: Item) -> String {
        guard let location = item.location, let url = URL(string: location), let host = url.host()
        else { return "" }
        return host.hasPrefix("www.") ? String(host.dropFirst(4)) : host
    }

    /// Returns a recent time in words, and any other time as a date.
    private static func date(of item: Item) -> String {
        guard let time = item.savedAt else { return "" }
        let date = String(LocalZone.system.text(time).prefix(10))
        let days = Calendar.current.dateComponents(
            [.day],
            from: Calendar.current.startOfDay(for: time),
            to: Calendar.current.startOfDay(for: Date())
        )
        switch days.day ?? 0 {
        case 0: return "today"
        case 1: return "yesterday"
        case 2...6: return "\(days.day ?? 0) days ago"
        default: return date
        }
    }
}
