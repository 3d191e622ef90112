internal import Foundation

/// A number as SVG and CSS write it: at most three places after the point, and none that are not needed.
///
/// A number of which no thousandths can be told is written with an exponent, and what is no number as 0.
struct SVGNumber: CustomStringConvertible {
    let description: String

    init(_ value: Double) {
        guard let thousandths = Int(exactly: (value * 1_000).rounded()) else {
            description = value.isFinite ? "\(value)" : "0"
            return
        }
        let whole = (thousandths < 0 ? "-" : "") + String(thousandths.magnitude / 1_000)
        var digits = String(thousandths.magnitude % 1_000 + 1_000).dropFirst()
        while digits.last == "0" { digits.removeLast() }
        description = digits.isEmpty ? whole : "\(whole).\(digits)"
    }
}
