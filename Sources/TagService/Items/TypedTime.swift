public import Foundation
internal import TagCore

/// A time typed by a user, in the local zone unless it specifies an offset.
///
/// Supported are `2026`, `2026-01`, `2026-01-31`, `2026-01-31 08:30`, `2026-01-31 08:30:59`, `08:30` (today), RFC 3339 times,
/// `now`, `today`, `yesterday`, and `3 days ago` with minutes, hours, days or weeks.
struct TypedTime {
    /// The time in milliseconds since 1970.
    let milliseconds: Int64

    /// Examples for error messages.
    static let examples = "2026-01-31, '2026-01-31 08:30', yesterday or '3 days ago'"

    /// Parses a text; returns `nil` if it isn't a time.
    ///
    /// - Parameters:
    ///   - text: the typed text.
    ///   - now: the current time in milliseconds since 1970.
    ///   - zone: the zone of times without an offset.
    init?(_ text: String, now: Int64, zone: LocalZone) {
        let text = WhiteSpace.collapsed(text.prefix(100).lowercased())
        let local = now + zone.offset(now / 1_000) * 1_000
        let found =
            Self.relative(text, now: now) ?? Self.written(text, zone: zone)
            ?? Self.ofToday(text, now: local).map(zone.milliseconds(ofLocal:))
        guard let found else { return nil }
        milliseconds = found
    }

    /// Parses an absolute time, in the given zone unless it specifies an offset, as milliseconds since 1970.
    static func written(_ text: String, zone: LocalZone) -> Int64? {
        Timestamp.milliseconds(in: text.uppercased().replacing(" ", with: "T"))
            ?? local(text).map(zone.milliseconds(ofLocal:))
    }

    private static let units: [String: Int64] = [
        "minute": 60, "hour": 3_600, "day": 86_400, "week": 7 * 86_400,
    ]

    /// Parses `now` and `3 days ago`.
    private static func relative(_ text: String, now: Int64) -> Int64? {
        if text == "now" { return now }
        var words = text.split(separator: " ")
        if words.last == "ago" { words.removeLast() }
        guard words.count == 2, let count = Int64(words[0]), (0...1_000_000).contains(count),
            let unit = units[String(words[1])] ?? units[String(words[1].dropLast())],
            words[1].hasSuffix("s") || units[String(words[1])] != nil
        else { return nil }
        return now - count * unit * 1_000
    }

    /// Parses a time relative to the current day, and returns the local time as if it were UTC.
    private static func ofToday(_ text: String, now: Int64) -> Int64? {
        let today = Timestamp.text(now).prefix(10)
        switch text {
        case "today": return Timestamp.milliseconds(in: "\(today)T00:00:00Z")
        case "yesterday":
            return Timestamp.milliseconds(in: "\(today)T00:00:00Z").map { $0 - 86_400_000 }
        default:
            guard text.count == 5, text.contains(":") else { return nil }
            return Timestamp.milliseconds(in: "\(today)T\(text):00Z")
        }
    }

    /// Parses a local date or time, and returns it as if it were UTC.
    private static func local(_ text: String) -> Int64? {
        let start = "0001-01-01T00:00:00"
        guard [4, 7, 10, 16].contains(text.count) || text.count >= start.count else { return nil }
        let whole = text.lowercased().replacing(" ", with: "t") + start.dropFirst(text.count) + "Z"
        return Timestamp.milliseconds(in: whole)
    }
}

extension TagService {
    /// Parses a time typed by a user, such as `2026-01-31 08:30` or `3 days ago`.
    ///
    /// - Parameters:
    ///   - text: the typed text.
    ///   - zone: the zone of times without an offset.
    /// - Returns: the time.
    /// - Throws: `TagServiceError.invalidSetting` for a text that isn't a time.
    public func time(
        _ text: String,
        in zone: LocalZone = .system
    ) throws(TagServiceError) -> Date {
        let present = Int64(clamping: (now().timeIntervalSince1970 * 1_000).rounded(.down))
        guard let time = TypedTime(text, now: present, zone: zone) else {
            throw .invalidSetting(
                "time",
                value: text,
                rule: "expected a time such as \(TypedTime.examples)"
            )
        }
        return Date(timeIntervalSince1970: Double(time.milliseconds) / 1_000)
    }
}

/// Parsing of times written by other programs.
package enum WrittenTime {
    /// Parses an RFC 3339 time, or a local time such as `2026-01-31 08:30`; returns `nil` for any other text.
    package static func date(_ text: String, zone: LocalZone = .system) -> Date? {
        TypedTime.written(text, zone: zone)
            .map { Date(timeIntervalSince1970: Double($0) / 1_000) }
    }
}
