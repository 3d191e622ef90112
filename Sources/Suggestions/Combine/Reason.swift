/// Why a tag is suggested.
public enum Reason: Sendable, Hashable {
    /// It matches what was typed.
    case match(MatchKind)
    /// The alias that matches what was typed.
    case alias(String)
    /// It matches only with accents and other marks left out.
    case withoutMarks
    /// It goes with a given tag.
    case with(tag: UInt32)
    /// It goes with a word of the label.
    case label(word: UInt32)
    /// It is used often or was used lately.
    case used

    /// The reason in words, for people and for `because`: "prefix", "with ios".
    ///
    /// - Parameter name: gives the name of a tag, or the word that a label's feature stands for.
    /// - Returns: a few words in lower case.
    public func text(name: (UInt32) -> String) -> String {
        switch self {
        case .match(let kind): kind.text
        case .alias(let alias): "alias \(alias)"
        case .withoutMarks: "without accents"
        case .with(let tag): "with \(name(tag))"
        case .label(let word): "label \(name(word))"
        case .used: "often used"
        }
    }
}

extension MatchKind {
    /// The kind in words.
    public var text: String {
        switch self {
        case .exact: "exact"
        case .prefix: "prefix"
        case .wordPrefix: "word prefix"
        case .substring: "substring"
        case .alias: "alias"
        case .withoutMarks: "without accents"
        case .likelyTypo, .typo: "typo"
        case .likelyPrefixTypo, .prefixTypo: "typo in prefix"
        case .distantTypo: "typo of 2 edits"
        }
    }
}
