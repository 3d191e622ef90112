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
}
