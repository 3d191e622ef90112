/// What a saved selection holds: its tags, and the words of its label, as numbers of one space.
///
/// A tag is its identifier (below 2³¹). A label's word is its own number with the top bit set, so that in a
/// sorted row all tags stand before all words. Words are given, never suggested.
public enum Feature {
    /// The bit that tells a label's word from a tag.
    public static let wordFlag: UInt32 = 1 << 31

    /// Whether a feature is a word of a label, not a tag.
    public static func isWord(_ feature: UInt32) -> Bool { feature & wordFlag != 0 }

    /// The feature of a word from the word's own number; the number's top bit is ignored.
    public static func word(_ number: UInt32) -> UInt32 { number | wordFlag }

    /// The feature of the word whose row has an identifier; bits past the 31st are ignored.
    package static func word(rowID: Int64) -> UInt32 { word(UInt32(truncatingIfNeeded: rowID)) }

    /// The identifier of the row of the tag or the word that a feature is.
    package static func rowID(_ feature: UInt32) -> Int64 { Int64(feature & ~wordFlag) }
}
