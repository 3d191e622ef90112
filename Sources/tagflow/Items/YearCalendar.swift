import Foundation
import TagService
import TextMeasurement

/// The days of a year as shades, one column per week and one row per weekday.
///
/// ```
///      Nov     Dec
/// Mon  · ▒ █ · ░ ·
/// Tue  · · ░ ░ · ▒
/// ```
struct YearCalendar {
    private let counts: [String: Int]
    /// The Monday of the last column.
    private let lastMonday: Date
    private let today: Date
    private let weeks: Int
    private let calendar: Calendar

    /// The number of weeks in a year, with both parts of the first week.
    private static let weeksOfYear = 53
    private static let labelWidth = 5
    private static let shades = ["·", "░", "▒", "▓", "█"]
    private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// Creates the calendar of the year that ends today.
    ///
    /// - Parameters:
    ///   - days: the counts of days.
    ///   - now: the present time.
    ///   - columns: the width of the terminal; a narrow terminal shows fewer weeks.
    init(_ days: [ItemStatistics.Period], now: Date = Date(), columns: Int) {
        counts = days.reduce(into: [:]) { $0[$1.start] = $1.count }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .current
        self.calendar = calendar
        // The middle of a day, so that no change of the clock leads to another day.
        today = calendar.startOfDay(for: now).addingTimeInterval(43_200)
        let weekday = (calendar.component(.weekday, from: today) + 5) % 7
        lastMonday = today.addingTimeInterval(Double(-weekday) * 86_400)
        weeks = min(max(columns - Self.labelWidth, 1), Self.weeksOfYear)
    }

    /// The lines: the months, and one line per weekday.
    var lines: [PrintableText] {
        let shown = (0..<weeks).flatMap { week in (0..<7).map { count(week, $0) } }
        let most = shown.compactMap(\.self).max() ?? 0
        let rows = Self.weekdays.enumerated()
            .map { day, name -> PrintableText in
                let cells = (0..<weeks).map { shade(count($0, day), most) }
                return "\(name)  \(cells.joined())\n"
            }
        return [header] + rows
    }

    /// The line with each month above the week of its first day.
    private var header: PrintableText {
        var line = ""
        for week in 0..<weeks {
            let sunday = date(week, 6)
            let month = calendar.component(.month, from: sunday)
            let isFirst = calendar.component(.day, from: sunday) <= 7
            guard isFirst, line.count <= week else { continue }
            line += String(repeating: " ", count: week - line.count) + Self.months[month - 1] + " "
        }
        while line.hasSuffix(" ") { line.removeLast() }
        return "\(String(repeating: " ", count: Self.labelWidth))\(line)\n"
    }

    private func date(_ week: Int, _ day: Int) -> Date {
        lastMonday.addingTimeInterval(Double((week - weeks + 1) * 7 + day) * 86_400)
    }

    /// Returns the count of a day; `nil` for a day after today.
    private func count(_ week: Int, _ day: Int) -> Int? {
        let date = date(week, day)
        guard date <= today.addingTimeInterval(43_000) else { return nil }
        let parts = calendar.dateComponents([.year, .month, .day], from: date)
        let name = String(format: "%04d-%02d-%02d", parts.year ?? 0, parts.month ?? 0, parts.day ?? 0)
        return counts[name] ?? 0
    }

    /// Returns the shade of a count: a dot for none, and four shades up to the greatest count.
    private func shade(_ count: Int?, _ most: Int) -> String {
        guard let count else { return " " }
        guard count > 0, most > 0 else { return Self.shades[0] }
        let last = Self.shades.count - 1
        return Self.shades[min(last, 1 + (count - 1) * last / most)]
    }
}
