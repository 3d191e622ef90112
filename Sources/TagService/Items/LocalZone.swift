public import Foundation

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// The time zone in which a user types and reads times.
///
/// ```swift
/// let zone = LocalZone { _ in 3_600 }  // UTC+1
/// print(zone.text(Date(timeIntervalSince1970: 0)))  // 1970-01-01 01:00:00
/// ```
public struct LocalZone: Sendable {
    /// Returns how many seconds local time is ahead of UTC at a time in seconds since 1970.
    let offset: @Sendable (Int64) -> Int64

    /// Creates a zone.
    ///
    /// - Parameter offset: returns how many seconds local time is ahead of UTC at a time in seconds since 1970.
    public init(offset: @escaping @Sendable (Int64) -> Int64) { self.offset = offset }

    /// The time zone of the process: `$TZ`, else the system's.
    public static let system = LocalZone { seconds in
        var time = time_t(seconds)
        var parts = unsafe tm()
        // Both variables outlive the call. If the C library can't convert the time, the offset is 0.
        return unsafe localtime_r(&time, &parts) == nil ? 0 : Int64(parts.tm_gmtoff)
    }

    /// Returns a time in this zone for display: `2026-01-02 03:04:05`.
    public func text(_ date: Date) -> String {
        let seconds = Int64(clamping: date.timeIntervalSince1970.rounded(.down))
        let (local, isTooFar) = seconds.addingReportingOverflow(offset(seconds))
        let text = Timestamp.text(isTooFar ? 0 : Int64(clamping: Double(local) * 1_000))
        return String(text.dropLast().replacing("T", with: " "))
    }

    /// Parses an absolute time such as `2026-01-31 08:30` or a YAML timestamp; returns `nil` for any other text.
    package func date(written text: String) -> Date? {
        (YAMLTimestamp.milliseconds(in: text, zone: self) ?? TypedTime.written(text, zone: self))
            .map { Date(timeIntervalSince1970: Double($0) / 1_000) }
    }

    /// Converts a local time to milliseconds since 1970.
    ///
    /// - Parameter local: the local time in milliseconds, as if it were UTC.
    /// - Returns: the milliseconds since 1970.
    func milliseconds(ofLocal local: Int64) -> Int64 {
        let seconds = local / 1_000
        let guess = seconds - offset(seconds)
        return local - offset(guess) * 1_000
    }
}
