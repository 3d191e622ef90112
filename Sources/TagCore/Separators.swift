/// Which scalars separate words: white space, punctuation and mathematical signs such as `+`.
///
/// A value remembers what it looked up, since Unicode's tables are slow.
package struct Separators {
    private var known: [UInt32: Bool] = [:]

    /// Separators of which none is known yet.
    package init() {}

    /// Whether a scalar separates words.
    package mutating func contains(_ scalar: UInt32) -> Bool {
        if scalar < 0x80 { return Self.isSeparator(ascii: UInt8(scalar)) }
        if let answer = known[scalar] { return answer }
        let answer = Self.isSeparator(scalar)
        known[scalar] = answer
        return answer
    }

    /// Whether a byte of ASCII separates words: it is neither letter nor digit.
    package static func isSeparator(ascii byte: UInt8) -> Bool {
        !(0x30...0x39 ~= byte || 0x41...0x5A ~= byte || 0x61...0x7A ~= byte)
    }

    /// Whether a scalar separates words; false for what is no scalar.
    package static func isSeparator(_ scalar: UInt32) -> Bool {
        if scalar < 0x80 { return isSeparator(ascii: UInt8(scalar)) }
        switch Unicode.Scalar(scalar)?.properties.generalCategory {
        case .spaceSeparator, .lineSeparator, .paragraphSeparator, .control, .connectorPunctuation,
            .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
            .finalPunctuation, .otherPunctuation, .mathSymbol:
            return true
        default:
            return false
        }
    }
}
