/// The numbers of an item's features: its tags and the words of its title.
///
/// A tag's feature is its identifier, below 2³¹. A word's feature is the word's number with the top bit set, so in a
/// sorted row all tags precede all words. Words are evidence; they are never suggested.
///
/// ```swift
/// let word = Feature.word(3)
/// Feature.isWord(word)  // true
/// Feature.isWord(3)     // false: 3 is a tag
/// ```
public enum Feature {
    /// The bit that distinguishes a word of a title from a tag.
    public static let wordFlag: UInt32 = 1 << 31

    /// Returns whether a feature is a word of a title rather than a tag.
    public static func isWord(_ feature: UInt32) -> Bool { feature & wordFlag != 0 }

    /// Returns the feature of a word from the word's number; the top bit of the number is ignored.
    public static func word(_ number: UInt32) -> UInt32 { number | wordFlag }

    /// Returns the feature of a word from the identifier of its row; bits beyond the 31st are ignored.
    package static func word(rowID: Int64) -> UInt32 { word(UInt32(truncatingIfNeeded: rowID)) }

    /// Returns the row identifier of a feature's tag or word.
    package static func rowID(_ feature: UInt32) -> Int64 { Int64(feature & ~wordFlag) }
}
