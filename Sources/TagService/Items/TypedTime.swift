public import Foundation
internal import TagCore

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// The zone in which a person types and reads times.
public struct LocalZone: Sendable {
    /// By how many seconds local time is ahead of UTC at a time in seconds since 1970.
    let offset: @Sendable (Int64) -> Int64

    /// Creates a zone from the offset at each time in seconds since 1970, in seconds ahead of UTC.
    public init(offset: @escaping @Sendable (Int64) -> Int64) {
        self.offset = offset
    }

    /// The zone of the process: `$TZ`, else that of the system.
    public static let system = LocalZone { seconds in
        var time = time_t(seconds)
        var parts = unsafe tm()
        // Both are local and outlive the call; a time that the C library cannot convert leaves no offset.
        return unsafe localtime_r(&time, &parts) == nil ? 0 : Int64(parts.tm_gmtoff)
    }

    /// A time for a person: `2026-01-02 03:04:05`.
    public func text(_ date: Date) -> String {
        let seconds = Int64(clamping: date.timeIntervalSince1970.rounded(.down))
        let (local, isTooFar) = seconds.addingReportingOverflow(offset(seconds))
        let text = Timestamp.text(isTooFar ? 0 : Int64(clamping: Double(local) * 1_000))
        return String(text.dropLast().replacing("T", with: " "))
    }

    /// The time that a text says whatever the present time is, such as `2026-01-31 08:30`; `nil` for a text that is none.
    package func date(written text: String) -> Date? {
        TypedTime.written(text, zone: self)
            .map { Date(timeIntervalSince1970: Double($0) / 1_000) }
    }

    /// The time in milliseconds since 1970 at which clocks of the zone show a time, given as if it were UTC.
    func milliseconds(ofLocal local: Int64) -> Int64 {
        let seconds = local / 1_000
        let guess = seconds - offset(seconds)
        return local - offset(guess) * 1_000
    }
}

/// A time as other programs write it.
package enum WrittenTime {
    /// Reads a time after RFC 3339, or one such as `2026-01-31 08:30` of a zone; `nil` if a text is none.
    package static func date(_ text: String, zone: LocalZone = .system) -> Date? {
        TypedTime.written(text, zone: zone)
            .map { Date(timeIntervalSince1970: Double($0) / 1_000) }
    }
}

/// A time as a person types it, in the local zone unless it names one.
///
/// It reads `2026`, `2026-01`, `2026-01-31`, `2026-01-31 08:30`, `2026-01-31 08:30:59`, `08:30` of today, times of RFC 3339,
/// `now`, `today`, `yesterday`, and `3 days ago` in minutes, hours, days or weeks.
struct TypedTime {
    /// The time in milliseconds since 1970.
    let milliseconds: Int64

    /// Examples, as a message offers them.
    static let examples = "2026-01-31, '2026-01-31 08:30', yesterday or '3 days ago'"

    /// Parses a text; `nil` if it is no time.
    ///
    /// - Parameters:
    ///   - text: what was typed.
    ///   - now: the present time in milliseconds since 1970.
    ///   - zone: the zone of a time that names none.
    init?(_ text: String, now: Int64, zone: LocalZone) {
        let text = WhiteSpace.collapsed(text.prefix(100).lowercased())
        let local = now + zone.offset(now / 1_000) * 1_000
        let found =
            Self.relative(text, now: now) ?? Self.written(text, zone: zone)
            ?? Self.ofToday(text, now: local).map(zone.milliseconds(ofLocal:))
        guard let found else { return nil }
        milliseconds = found
    }

    /// The time in milliseconds since 1970 that a text has whatever the present time is, in the local zone unless it names one;
    /// `nil` if it is none.
    static func written(_ text: String, zone: LocalZone) -> Int64? {
        Timestamp.milliseconds(in: text.uppercased().replacing(" ", with: "T"))
            ?? local(text).map(zone.milliseconds(ofLocal:))
    }

    private static let units: [String: Int64] = [
        "minute": 60, "hour": 3_600, "day": 86_400, "week": 7 * 86_400,
    ]

    /// `now` and `3 days ago`.
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

    /// The time of today or yesterday that local clocks show, as if it were UTC.
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

    /// The time that local clocks show, as if it were UTC.
    private static func local(_ text: String) -> Int64? {
        let start = "0001-01-01T00:00:00"
        guard [4, 7, 10, 16].contains(text.count) || text.count >= start.count else { return nil }
        let whole = text.lowercased().replacing(" ", with: "t") + start.dropFirst(text.count) + "Z"
        return Timestamp.milliseconds(in: whole)
    }
}

extension TagService {
    /// The time that a person has typed, such as `2026-01-31 08:30` or `3 days ago`.
    ///
    /// - Parameters:
    ///   - text: what was typed.
    ///   - zone: the zone of a time that names none.
    /// - Returns: the time.
    /// - Throws: `TagServiceError.invalidSetting` for a text that is no time.
    public func time(
        _ text: String,
        in zone: LocalZone = .system
    ) throws(TagServiceError) -> Date {
        let present = Int64(clamping: (now().timeIntervalSince1970 * 1_000).rounded(.down))
        guard let time = TypedTime(text, now: present, zone: zone) else {
            throw .invalidSetting(
                "time",
                value: text,
                rule: "give one such as \(TypedTime.examples)"
            )
        }
        return Date(timeIntervalSince1970: Double(time.milliseconds) / 1_000)
    }
}
