import Foundation

/// A row of the table: the measurement, its program, and the ratio.
struct Row {
    let work: String
    let ours: String
    let theirs: String
    /// The figure that the bar is about; nil if the other side was not available.
    let ratio: Double?
    let bar: Bar

    /// The required ratio.
    enum Bar {
        case atLeast(Double)
        case atMost(Double)

        var text: String {
            switch self {
            case .atLeast(let ratio): "≥ \(JSON.short(ratio))"
            case .atMost(let ratio): "≤ \(JSON.short(ratio))"
            }
        }

        func isMet(by value: Double) -> Bool {
            switch self {
            case .atLeast(let ratio): value >= ratio
            case .atMost(let ratio): value <= ratio
            }
        }
    }

    /// The row in Markdown.
    var text: String {
        let measured = ratio.map { JSON.short($0) } ?? "not available"
        let met = ratio.map { bar.isMet(by: $0) ? "yes" : "no" } ?? "–"
        return "| \(work) | \(ours) | \(theirs) | \(measured) | \(bar.text) | \(met) |"
    }
}

/// Numbers as text.
enum JSON {
    /// Returns a number with three significant digits.
    static func short(_ value: Double) -> String {
        let digits = value >= 100 ? 0 : value >= 10 ? 1 : 2
        return String(format: "%.\(digits)f", value)
    }

    /// Returns a time in the unit that suits it.
    static func time(_ nanoseconds: Double) -> String {
        switch nanoseconds {
        case 1e6...: "\(short(nanoseconds / 1e6)) ms"
        case 1e3...: "\(short(nanoseconds / 1e3)) µs"
        default: "\(short(nanoseconds)) ns"
        }
    }
}
