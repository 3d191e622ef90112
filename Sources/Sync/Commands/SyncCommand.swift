/// An item to be saved or imported.
public struct NewItem: Hashable, Sendable {
    /// The name of the set.
    public var set: String
    /// The URL or path.
    public var location: String?
    /// The date in days since 1970, in a daily set.
    public var day: Int64?
    /// The title.
    public var title: String?
    /// The note.
    public var note: String?
    /// The time in milliseconds since 1970.
    public var time: Int64?
    /// The names of its tags.
    public var tags: [String]

    /// Creates an item.
    public init(
        set: String, location: String? = nil, day: Int64? = nil, title: String? = nil, note: String? = nil,
        time: Int64? = nil, tags: [String] = []
    ) {
        self.set = set
        self.location = location
        self.day = day
        self.title = title
        self.note = note
        self.time = time
        self.tags = tags
    }
}

/// A change that a person makes on one device.
///
/// Ids are those of shown things.
public enum SyncCommand: Hashable, Sendable {
    /// Saves an item; an item with this location or day is updated and keeps its tags.
    case save(NewItem)
    /// Imports items; unlike a saved one, an item without a location is known by its content.
    case importItems([NewItem])
    /// Changes the title of an item.
    case setTitle(ThingID, String?)
    /// Changes the note of an item.
    case setNote(ThingID, String?)
    /// Moves an item to another location or, with the name of a set, to another set.
    case move(ThingID, location: String?, set: String?)
    /// Adds a tag to an item.
    case tag(ThingID, String)
    /// Removes a tag from an item.
    case untag(ThingID, ThingID)
    /// Dismisses a suggested tag for an item.
    case dismiss(ThingID, ThingID)
    /// Deletes an item.
    case deleteItem(ThingID)
    /// Renames a tag and the tags below it. Without its alias, only the new name becomes one.
    case renameTag(ThingID, String, keepsAlias: Bool)
    /// Merges the first tag into the second.
    case mergeTags(ThingID, into: ThingID)
    /// Changes the description and color of a tag.
    case describe(ThingID, description: String?, color: String?)
    /// Makes tags a one-of group: an item has at most one of them.
    case oneOf(String, [ThingID])
    /// Adds an alias to a tag.
    case addAlias(ThingID, String)
    /// Removes an alias.
    case removeAlias(ThingID, String)
    /// Lets the first tag imply the second.
    case imply(ThingID, ThingID)
    /// Removes an implication.
    case removeImplication(ThingID, ThingID)
    /// Records that two tags aren't duplicates.
    case distinguish(ThingID, ThingID)
    /// Deletes a tag and removes it from the items that this device knows.
    case deleteTag(ThingID)
    /// Creates a set.
    case createSet(String, isDaily: Bool)
    /// Renames a set.
    case renameSet(ThingID, String)
    /// Changes a layout setting of a set.
    case setLayout(ThingID, name: String, value: String?)
    /// Adds a tag to a set, before the member with an index.
    case addMember(ThingID, String, index: Int)
    /// Removes a tag from a set.
    case removeMember(ThingID, ThingID)
    /// Deletes a set and its items.
    case dropSet(ThingID)
    /// Saves a view.
    case saveView(String, query: String)
    /// Saves a rule that adds a tag to new items whose location contains a word.
    case saveRule(word: String, tag: String)
    /// Deletes a view or rule.
    case deleteQuery(ThingID)
}

/// The reason that a command changed nothing.
public enum CommandRefusal: Error, Hashable, Sendable {
    /// The device doesn't show the thing: it was deleted, or hasn't arrived.
    case unknownThing
    /// Another thing has the name or location.
    case nameTaken
    /// A name, location or day is missing.
    case missingName
    /// An implication would close a cycle.
    case cycle
}
