public import Foundation

/// A day in local time, for headings and titles.
///
/// ```swift
/// LocalDay(of: Date()).heading(today: LocalDay(of: Date()))  // "Today"
/// ```
public struct LocalDay: Hashable, Comparable, Sendable {
    /// The number of days since 1970.
    public let number: Int64

    /// Creates the day of a time; a time outside the years 1 to 9999 counts as the nearest in them.
    public init(of time: Date, in zone: LocalZone = .system) {
        let milliseconds = (time.timeIntervalSince1970 * 1_000).rounded(.down)
        let range = Timestamp.range
        let isEarly = milliseconds < Double(range.lowerBound)
        let known = Int64(exactly: milliseconds) ?? (isEarly ? range.lowerBound : range.upperBound)
        number = min(zone.day(of: min(max(known, range.lowerBound), range.upperBound)), Self.last)
    }

    /// Creates the day of an item: its date in a daily set, or else the day that it was saved; `nil` without a time.
    public init?(of item: Item, in zone: LocalZone = .system) {
        let parts = item.day?.split(separator: "-").compactMap { Int64($0) } ?? []
        if parts.count == 3, let day = CalendarDay(year: parts[0], month: parts[1], day: parts[2]) {
            number = day.number
        } else if let time = item.savedAt {
            number = LocalDay(of: time, in: zone).number
        } else {
            return nil
        }
    }

    /// December 31, 9999.
    private static let last: Int64 = 2_932_896

    private var parts: CalendarDay { CalendarDay(number: number) }

    /// Whether the left day is earlier.
    public static func < (left: LocalDay, right: LocalDay) -> Bool { left.number < right.number }

    /// The day with its weekday: `Saturday 28 November 2026`.
    public var title: String { "\(parts.title) \(parts.year)" }

    /// The date: `28 November 2026`.
    public var date: String { "\(parts.date) \(parts.year)" }

    /// Returns the heading of things of this day: `Today`, `Yesterday`, `Thursday 26 November`, or the title of a day of another
    /// year.
    public func heading(today: LocalDay) -> String {
        switch today.number - number {
        case 0: "Today"
        case 1: "Yesterday"
        default: parts.year == today.parts.year ? parts.title : title
        }
    }
}
