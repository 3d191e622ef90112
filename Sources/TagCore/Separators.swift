/// Which scalars separate words; remembers what it looked up, since Unicode's tables are slow.
package struct Separators {
    private var known: [UInt32: Bool] = [:]

    /// Separators of which none is known yet.
    package init() {}

    /// Whether a scalar is white space, punctuation or a mathematical sign such as `+`.
    package mutating func contains(_ scalar: UInt32) -> Bool {
        if scalar < 0x80 { return !Self.isASCIIWord(scalar) }
        if let answer = known[scalar] { return answer }
        let answer = Unicode.Scalar(scalar).map(Self.isSeparator) ?? false
        known[scalar] = answer
        return answer
    }

    private static func isASCIIWord(_ scalar: UInt32) -> Bool {
        0x30...0x39 ~= scalar || 0x41...0x5A ~= scalar || 0x61...0x7A ~= scalar
    }

    private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .spaceSeparator, .lineSeparator, .paragraphSeparator, .control, .connectorPunctuation,
            .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
            .finalPunctuation, .otherPunctuation, .mathSymbol:
            true
        default:
            false
        }
    }
}
