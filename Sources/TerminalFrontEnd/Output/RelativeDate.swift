public import Foundation
internal import TagService

/// Times in words: recent times relative to now, and others as dates.
///
/// ```
/// just now · 5 minutes ago · today · yesterday · 3 days ago · 2026-01-31
/// ```
public enum RelativeDate {
    /// Returns the day of a time: `today`, `yesterday`, `3 days ago` or `2026-01-31`.
    public static func day(_ time: Date, now: Date = Date()) -> String {
        let days = Calendar.current.dateComponents(
            [.day], from: Calendar.current.startOfDay(for: time), to: Calendar.current.startOfDay(for: now))
        switch days.day ?? 0 {
        case 0: return "today"
        case 1: return "yesterday"
        case 2...6: return "\(days.day ?? 0) days ago"
        default: return String(LocalZone.system.text(time).prefix(10))
        }
    }

    /// Returns a time of the last hours in minutes or hours, and any other time as its day.
    public static func moment(_ time: Date, now: Date = Date()) -> String {
        let seconds = now.timeIntervalSince(time)
        guard (0..<86_400).contains(seconds), day(time, now: now) == "today" else { return day(time, now: now) }
        let minutes = Int(seconds / 60)
        if minutes == 0 { return "just now" }
        if minutes < 60 { return "\(String.counted(minutes, "minute")) ago" }
        return "\(String.counted(minutes / 60, "hour")) ago"
    }
}
