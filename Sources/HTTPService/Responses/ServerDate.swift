internal import Foundation
internal import Synchronization

/// The value of the `Date` header field (RFC 9110, 5.6.7), cached for a second.
///
/// ```
/// Sun, 06 Nov 1994 08:49:37 GMT
/// ```
final class ServerDate: Sendable {
    private struct State {
        var second = 0
        var text = ""
    }

    private let state = Mutex(State())

    /// The current time.
    var text: String {
        let second = Int(Date().timeIntervalSince1970.rounded(.down))
        return state.withLock { state in
            if state.second != second { state = State(second: second, text: Self.text(of: second)) }
            return state.text
        }
    }

    private static let style = Date.VerbatimFormatStyle(
        format:
            "\(weekday: .abbreviated), \(day: .twoDigits) \(month: .abbreviated) \(year: .defaultDigits) \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\(second: .twoDigits) GMT",
        locale: Locale(identifier: "en_US_POSIX"), timeZone: .gmt, calendar: Calendar(identifier: .gregorian))

    private static func text(of second: Int) -> String {
        Date(timeIntervalSince1970: Double(second)).formatted(Self.style)
    }
}
