/// What a saved selection holds, as numbers of one space: its tags, and the words of its label.
package enum FeatureID {
    /// The bit that tells a word from a tag.
    static let wordFlag: UInt32 = 1 << 31

    /// Whether a feature is a word.
    package static func isWord(_ feature: UInt32) -> Bool {
        feature & wordFlag != 0
    }

    /// The feature of the word with an id.
    package static func word(_ id: Int64) -> UInt32 {
        UInt32(truncatingIfNeeded: id) | wordFlag
    }

    /// The id of the tag or word that a feature is.
    package static func rowID(_ feature: UInt32) -> Int64 {
        Int64(feature & ~wordFlag)
    }
}
