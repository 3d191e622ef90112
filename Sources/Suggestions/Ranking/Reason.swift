/// A reason for a suggestion.
///
/// ```swift
/// Reason.match(.prefix).text()  // "prefix"
/// Reason.with(tag: 3).text { _ in "ios" }  // "with ios"
/// ```
public enum Reason: Sendable, Hashable {
    /// The tag matches the typed text.
    case match(MatchKind)
    /// An alias of the tag matches the typed text.
    case alias(String)
    /// The tag matches only if accents are ignored.
    case withoutMarks
    /// A rule for items has the tag; the query of the rule.
    case rule(String)
    /// A given tag implies the tag.
    case implied(by: UInt32)
    /// The tag co-occurs with a given tag.
    case with(tag: UInt32)
    /// The name of the tag is in a part of the item.
    case named(String, in: Part)
    /// The description of the tag has a word of the item.
    case described(String)
    /// Saved items with the tag are similar; the most similar one, and the number of all of them.
    case similar(to: Int64, count: Int)
    /// Items of others with the tag are similar.
    case similarToOthers(count: Int)
    /// The tag co-occurs with a tag whose name is in the item.
    case goesWith(tag: UInt32)
    /// Items from the same site have the tag.
    case site(String)
    /// Items with a word of the item have the tag.
    case word(String)
    /// The tag is used often or was used recently.
    case used
    /// The tag was never used.
    case unused

    /// A part of an item.
    public enum Part: String, Sendable, Hashable { case title, location, note, text }

    /// Returns the reason in words: "prefix", "with ios", "title has "zebra"".
    ///
    /// - Parameters:
    ///   - name: returns the name of a tag.
    ///   - title: returns the title of an item.
    /// - Returns: the words of the reason.
    public func text(name: (UInt32) -> String = { _ in "" }, title: (Int64) -> String = { _ in "" }) -> String {
        switch self {
        case .match(let kind): kind.text
        case .alias(let alias): "alias \(alias)"
        case .withoutMarks: "without accents"
        case .rule(let query): "rule \(query)"
        case .implied(let tag): "\(name(tag)) implies it"
        case .with(let tag): "with \(name(tag))"
        case .named(let words, let part): "\(part.rawValue) has \"\(words)\""
        case .described(let word): "description has \"\(word)\""
        case .similar(let item, let count): "similar to \"\(title(item))\"" + (count > 1 ? " (\(count) items)" : "")
        case .similarToOthers(let count): "\(count) similar \(count == 1 ? "item" : "items") of others"
        case .goesWith(let tag): "goes with \(name(tag))"
        case .site(let site): "site \(site)"
        case .word(let word): "word \"\(word)\""
        case .used: "often used"
        case .unused: "not used yet"
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
        case .subsequence, .scattered: "letters in order"
        case .likelyTypo, .typo: "typo"
        case .likelyPrefixTypo, .prefixTypo: "typo in prefix"
        case .distantTypo: "typo of 2 edits"
        }
    }
}
