/// The reason why a method of ``TagService/TagService`` failed without changing anything.
///
/// ```swift
/// do {
///     _ = try service.selection.change(["swfit"], .toggle)
/// } catch TagServiceError.unknownTag(let name, let nearest, _) {
///     print("no tag \(name); similar tags:", nearest)
/// }
/// ```
public enum TagServiceError: Error, Hashable, Sendable {
    /// No tag has the name, key or alias; lists the most similar names and whether creating the tag would help.
    case unknownTag(String, nearest: [String], canBeMade: Bool = true)
    /// The tag exists, but not in the set.
    case notInSet(tag: String, set: String)
    /// A tag to remove from a set isn't in that set; lists the sets that contain it.
    case notInSetToRemove(tag: String, set: String, others: [String])
    /// No set has the name; lists the most similar names.
    case unknownSet(String, nearest: [String])
    /// The name already belongs to another tag, alias or set.
    case nameTaken(String, by: NamedItem)
    /// The new name of a tag belongs to another tag or its alias; the two tags can be merged.
    case renameToTag(String, as: String, of: String)
    /// The text isn't a valid name.
    case invalidName(String, of: NamedItem, NameError)
    /// No alias has the name; lists the most similar aliases.
    case unknownAlias(String, nearest: [String])
    /// A tag can't be merged into itself.
    case mergeIntoItself(String)
    /// A tag can't be distinguished from itself.
    case distinctFromItself(String)
    /// A tag can't imply itself.
    case impliesItself(String)
    /// An implication would close a cycle; lists the tags of the cycle, with the first repeated at the end.
    case implicationCycle([String])
    /// The first tag doesn't imply the second.
    case unknownImplication(String, String)
    /// There is nothing to save because no tag is selected.
    case nothingSelected(set: String)
    /// No item has the identifier.
    case unknownItem(Int64)
    /// No access token has the identifier.
    case unknownToken(Int64)
    /// No item of the set has the number or the title; lists the most similar titles.
    case unknownTitle(String, set: String, nearest: [String])
    /// Another item of the set already has the location.
    case locationTaken(String, by: Int64)
    /// No view has the name.
    case unknownView(String)
    /// No rule has the identifier.
    case unknownRule(Int64)
    /// No webhook has the identifier.
    case unknownWebhook(Int64)
    /// A query for items is invalid; the text states the problem and the term.
    case invalidQuery(String)
    /// Two items of a set would have the same title, note, time and tags.
    case sameItem(Int64, as: Int64)
    /// The only set can't be dropped.
    case onlySet(String)
    /// The board has no chip with the number.
    case unknownNumber(Int, count: Int)
    /// The tag that the board showed with a number has since been removed from the set.
    case chipGone(Int, tag: String, set: String)
    /// There is nothing left to undo.
    case nothingToUndo
    /// There is nothing left to undo because older steps were discarded to stay within a limit in bytes.
    case undoneToLimit(discarded: Int64, limit: Int64)
    /// The undo step isn't the newest, because something was changed or undone since.
    case notNewestStep(Int64)
    /// There is nothing left to redo.
    case nothingToRedo
    /// An import contains invalid lines or items; lists up to ten of them.
    case badImport(name: String, errors: [ImportError], hasMore: Bool)
    /// A setting has an invalid value; `rule` explains the valid values.
    case invalidSetting(String, value: String, rule: String)
}

/// A kind of object that has a name.
public enum NamedItem: Hashable, Sendable {
    /// A tag, with its name if that differs from the given name.
    case tag(String?)
    /// An alias, with the name of its tag if known.
    case alias(of: String?)
    /// A tag set.
    case set
    /// The title of an item.
    case title
    /// The location of an item: a URL or path.
    case location
    /// The note of an item.
    case note
    /// The text of an item, which is evidence for suggestions.
    case text
    /// The name of a view.
    case view
    /// An access token.
    case token
}

/// The reason why a text isn't a valid name.
public enum NameError: Hashable, Sendable {
    /// The name has no visible characters.
    case empty
    /// The name is longer than the limit in bytes of UTF-8.
    case tooLong(limit: Int)
    /// The name contains a character that isn't safe to print on a terminal; `position` counts characters from 1.
    case unsafe(what: String, position: Int)
}

extension TagServiceError: CustomStringConvertible {
    /// One line that states the problem and what to do.
    public var description: String { message() }

    /// Returns the description, with the names in suggested commands changed by a function.
    ///
    /// - Parameter typed: returns a name as the user must type it. The REPL writes `3` as `#3`, because numbers name chips there.
    /// - Returns: one line that states the problem and what to do.
    package func message(typing typed: @escaping (String) -> String = { $0 }) -> String {
        ServiceErrorText(typed: typed).text(of: self)
    }
}

extension NameError: CustomStringConvertible {
    /// One line that states the problem and what to do.
    public var description: String {
        switch self {
        case .empty: "it has no visible characters; use at least one letter, digit or symbol"
        case .tooLong(let limit): "it is longer than \(limit) bytes of UTF-8; shorten it"
        case .unsafe(let what, let position): "character \(position) is \(what); remove it"
        }
    }
}
