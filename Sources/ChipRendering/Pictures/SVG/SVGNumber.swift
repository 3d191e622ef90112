internal import Foundation

/// A number as SVG and CSS write it: at most three places after the point, and none that are not needed.
struct SVGNumber: CustomStringConvertible {
    private let thousandths: Int

    init(_ value: Double) {
        thousandths = Int(exactly: (value * 1_000).rounded()) ?? 0
    }

    var description: String {
        let whole = String(thousandths.magnitude / 1_000)
        let sign = thousandths < 0 ? "-" : ""
        let rest = thousandths.magnitude % 1_000
        guard rest > 0 else { return sign + whole }
        var digits = String(rest + 1_000).dropFirst()
        while digits.last == "0" { digits.removeLast() }
        return "\(sign)\(whole).\(digits)"
    }
}
