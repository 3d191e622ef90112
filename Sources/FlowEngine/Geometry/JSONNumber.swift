internal import Foundation

/// How numbers are written: without a fraction where they have none, else as short as is exact.
enum JSONNumber {
    /// Returns a number as text; one that is finite is a JSON number.
    static func text(_ value: Double) -> String {
        guard value == value.rounded(), abs(value) < 1e15 else { return value.description }
        return Int(value).description
    }

    /// Returns a number as text; one that is finite is a JSON number.
    static func text(_ value: CGFloat) -> String {
        text(value.native)
    }
}
