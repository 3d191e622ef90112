/// Why the service did not do what it was asked; nothing was changed then.
public enum TagServiceError: Error, Hashable, Sendable {
    /// No tag has the name, key or alias; the nearest that there are.
    case unknownTag(String, nearest: [String])
    /// The tag exists, but not in the set.
    case notInSet(tag: String, set: String)
    /// No set has the name; the nearest that there are.
    case unknownSet(String, nearest: [String])
    /// The name belongs to another tag, alias or set already.
    case nameTaken(String, by: NamedThing)
    /// The text cannot be a name.
    case invalidName(String, of: NamedThing, NameProblem)
    /// There is no alias of the name.
    case unknownAlias(String)
    /// A tag cannot be merged into itself.
    case mergeIntoItself(String)
    /// Nothing is selected that could be saved.
    case nothingSelected(set: String)
    /// No saved selection has the number.
    case unknownSavedSelection(Int64)
    /// The only set cannot be dropped.
    case onlySet(String)
    /// The board has no chip of the number.
    case unknownNumber(Int, count: Int)
    /// Nothing is left to take back.
    case nothingToUndo
    /// Nothing is left to make again.
    case nothingToRedo
    /// A line of an import, or an item of its list, is not what it should be.
    case badImport(source: String, place: ImportPlace, problem: String)
    /// A layout setting has a value that it cannot have.
    case invalidSetting(String, value: String, rule: String)
}

/// What has a name.
public enum NamedThing: Hashable, Sendable {
    /// A tag; its name, where another's is meant.
    case tag(String?)
    /// An alias and the tag that it leads to, where known.
    case alias(of: String?)
    /// A tag set.
    case set
    /// The label of a saved selection.
    case label
}

/// Why a text cannot be a name.
public enum NameProblem: Hashable, Sendable {
    /// Nothing of it is visible.
    case empty
    /// It is longer than a name may be, in bytes of UTF-8.
    case tooLong(limit: Int)
    /// It holds something that must not reach a terminal: what, and at which character, from 1.
    case unsafe(what: String, position: Int)
}
