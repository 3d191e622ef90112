/// The scalars that separate words: white space, punctuation and mathematical signs such as `+`.
///
/// The value caches its results because lookups in Unicode's tables are slow.
///
/// ```swift
/// var separators = Separators()
/// separators.contains(0x2014)  // true: an em dash
/// ```
package struct Separators {
    private var cache: [UInt32: Bool] = [:]

    /// Creates an empty cache.
    package init() {}

    /// Returns whether a scalar separates words.
    package mutating func contains(_ scalar: UInt32) -> Bool {
        if scalar < 0x80 { return Self.isSeparator(ascii: UInt8(scalar)) }
        if let isSeparator = cache[scalar] { return isSeparator }
        let isSeparator = Self.isSeparator(scalar)
        cache[scalar] = isSeparator
        return isSeparator
    }

    /// Returns whether an ASCII byte separates words: any byte other than a letter or digit.
    package static func isSeparator(ascii byte: UInt8) -> Bool {
        !(0x30...0x39 ~= byte || 0x41...0x5A ~= byte || 0x61...0x7A ~= byte)
    }

    /// Returns whether a scalar separates words; false for an invalid scalar.
    package static func isSeparator(_ scalar: UInt32) -> Bool {
        if scalar < 0x80 { return isSeparator(ascii: UInt8(scalar)) }
        switch Unicode.Scalar(scalar)?.properties.generalCategory {
        case .spaceSeparator, .lineSeparator, .paragraphSeparator, .control, .connectorPunctuation, .dashPunctuation,
            .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation, .otherPunctuation, .mathSymbol:
            return true
        default: return false
        }
    }
}
