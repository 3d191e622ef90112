package import TagCore

/// A row of `tag` without its counts, which saved selections keep.
package struct TagRow: Hashable, Sendable {
    package var id: Int64
    package var key: TagKey
    package var name: String
    /// How often the tag was used elsewhere, as an import said.
    package var otherUses: Int64 = 0
    /// Seconds since 1970 at which the decayed sum of uses is worth one.
    package var frecency: Double?

    /// A row whose key follows from its name.
    package init(id: Int64, name: String, otherUses: Int64 = 0, frecency: Double? = nil) {
        self.init(id: id, key: TagKey(name), name: name, otherUses: otherUses, frecency: frecency)
    }

    /// A row whose key is known.
    package init(
        id: Int64,
        key: TagKey,
        name: String,
        otherUses: Int64 = 0,
        frecency: Double? = nil
    ) {
        self.id = id
        self.key = key
        self.name = name
        self.otherUses = otherUses
        self.frecency = frecency
    }
}

/// A row of `alias`.
package struct AliasRow: Hashable, Sendable {
    package var id: Int64
    package var key: TagKey
    package var name: String
    package var tagID: Int64

    /// A row whose key follows from its name.
    package init(id: Int64, name: String, tagID: Int64) {
        self.init(id: id, key: TagKey(name), name: name, tagID: tagID)
    }

    /// A row whose key is known.
    package init(id: Int64, key: TagKey, name: String, tagID: Int64) {
        self.id = id
        self.key = key
        self.name = name
        self.tagID = tagID
    }
}

/// A row of `tag_set`.
package struct SetRow: Hashable, Sendable {
    package var id: Int64
    package var key: TagKey
    package var name: String
    /// The layout settings as a JSON object.
    package var layout: String

    /// A row whose key follows from its name.
    package init(id: Int64, name: String, layout: String = "{}") {
        self.init(id: id, key: TagKey(name), name: name, layout: layout)
    }

    /// A row whose key is known.
    package init(id: Int64, key: TagKey, name: String, layout: String = "{}") {
        self.id = id
        self.key = key
        self.name = name
        self.layout = layout
    }
}

/// A row of `set_member`.
package struct MemberRow: Hashable, Sendable {
    package var setID: Int64
    package var tagID: Int64
    package var position: Int64
    package var isSelected: Bool

    package init(setID: Int64, tagID: Int64, position: Int64, isSelected: Bool) {
        self.setID = setID
        self.tagID = tagID
        self.position = position
        self.isSelected = isSelected
    }
}

/// A row of `saved_selection`.
package struct SavedSelectionRow: Hashable, Sendable {
    package var id: Int64
    package var setID: Int64
    package var label: String
    /// Milliseconds since 1970; `nil` where the time is not known.
    package var savedAt: Int64?
    package var tagIDs: PackedTagIDs
    /// The tags whose pairs are counted, as ``StoreWriter/pairedTags(of:limit:)`` chose them; `nil`: all of them.
    package var pairedTagIDs: PackedTagIDs?

    package init(
        id: Int64,
        setID: Int64,
        label: String,
        savedAt: Int64?,
        tagIDs: PackedTagIDs,
        pairedTagIDs: PackedTagIDs? = nil
    ) {
        self.id = id
        self.setID = setID
        self.label = label
        self.savedAt = savedAt
        self.tagIDs = tagIDs
        self.pairedTagIDs = pairedTagIDs
    }
}
