import ChipRendering
import Foundation
import TagService
import TerminalFrontEnd
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
    init(_ days: [ItemStatistics.Period], now: Date = Date(), columns: Int = .max) {
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
        for (week, name) in months where line.count <= week {
            line += String(repeating: " ", count: week - line.count) + name + " "
        }
        while line.hasSuffix(" ") { line.removeLast() }
        return "\(String(repeating: " ", count: Self.labelWidth))\(line)\n"
    }

    /// The months, each with the week of its first day.
    private var months: [(week: Int, name: String)] {
        (0..<weeks)
            .compactMap { week in
                let sunday = date(week, 6)
                guard calendar.component(.day, from: sunday) <= 7 else { return nil }
                return (week, Self.months[calendar.component(.month, from: sunday) - 1])
            }
    }

    /// Returns the calendar as a picture, with the number of its items and today's date below the name.
    func picture(name: String) -> CalendarPicture {
        let counts = (0..<weeks).flatMap { week in (0..<7).compactMap { count(week, $0) } }
        let most = counts.max() ?? 0
        let details = "\(String.counted(counts.reduce(0, +), "item")) · \(LocalDay(of: today).date)"
        let days = (0..<weeks)
            .flatMap { week in
                (0..<7)
                    .compactMap { day -> CalendarPicture.Day? in
                        guard let count = count(week, day) else { return nil }
                        let title = "\(LocalDay(of: date(week, day)).title): \(String.counted(count, "item"))"
                        return CalendarPicture.Day(week: week, weekday: day, level: level(count, most), title: title)
                    }
            }
        // The name of a month needs the room of three weeks.
        let months = self.months.filter { $0.week <= weeks - 3 }
        return CalendarPicture(days: days, months: months, weekdays: Self.weekdays, name: name, details: details)
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
    private func shade(_ count: Int?, _ most: Int) -> String { count.map { Self.shades[level($0, most)] } ?? " " }

    /// Returns the index of a shade.
    private func level(_ count: Int, _ most: Int) -> Int {
        guard count > 0, most > 0 else { return 0 }
        let last = Self.shades.count - 1
        return min(last, 1 + (count - 1) * last / most)
    }
}
