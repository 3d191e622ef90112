internal import Foundation
internal import Synchronization

/// The time as `Date` tells it (RFC 9110, 5.6.7), formatted once a second.
final class ServerDate: Sendable {
    private struct State {
        var second = 0
        var text = ""
    }

    private let state = Mutex(State())

    /// The present time.
    var text: String {
        let second = Int(Date().timeIntervalSince1970)
        return state.withLock { state in
            if state.second != second {
                state = State(second: second, text: Self.text(of: second))
            }
            return state.text
        }
    }

    private static func text(of second: Int) -> String {
        var time = time_t(second)
        var parts = tm()
        unsafe _ = gmtime_r(&time, &parts)
        let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        let months = [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ]
        func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return
            "\(days[Int(parts.tm_wday) % 7]), \(two(parts.tm_mday)) \(months[Int(parts.tm_mon) % 12]) "
            + "\(1_900 + Int(parts.tm_year)) \(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec)) GMT"
    }
}
