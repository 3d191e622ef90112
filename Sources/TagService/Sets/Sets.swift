internal import TagStore

/// Creating, choosing, renaming and dropping tag sets.
extension TagService.Sets {
    /// Returns all sets in the order of their creation.
    public func all() throws -> [TagSetSummary] {
        let summaries = try store.read { try $0.setSummaries() }
        guard summaries.contains(where: { service.isBoardOutdated($0.set) }) else {
            return summaries.map(TagSetSummary.init)
        }
        try startDay()
        return try store.read { try $0.setSummaries().map(TagSetSummary.init) }
    }

    /// Returns the name of the set of a reference.
    public func name(of reference: SetReference) throws -> String { try reading(reference) { $1.name } }

    /// Creates a set with the given tags and chooses it; tags that don't exist yet are created.
    ///
    /// - Parameters:
    ///   - name: the name.
    ///   - tags: the tags.
    ///   - isDaily: whether the set has one item per local day.
    /// - Returns: the added tags.
    /// - Throws: `TagServiceError` if the set's name is taken or a name is invalid.
    @discardableResult public func create(
        _ name: String, tags: [String] = [], isDaily: Bool = false
    ) throws -> TagChange {
        let name = try CheckedName(name, of: .set)
        let tags = try tags.map { try CheckedName($0, of: .tag(nil)) }
        return try writing { writer in
            try Self.requireFree(setName: name, except: nil, in: writer.reader)
            writer.summary = "new \(name.text)"
            let set = SetRow(id: try writer.reader.lastID(of: .set) + 1, name: name.text, isDaily: isDaily)
            try writer.apply(.putSet(set))
            try writer.apply(.chooseSet(set.id))
            return try Self.add(tags, to: set, with: writer)
        }
    }

    /// Chooses the default set, and returns its name.
    ///
    /// Choosing a set can't be undone.
    @discardableResult public func choose(_ name: String) throws -> String {
        try writing(.named(name)) { writer, set in
            try writer.apply(.chooseSet(set.id))
            return set.name
        }
    }

    /// Renames a set, and returns its old and new name.
    @discardableResult public func rename(_ name: String, to newName: String) throws -> (old: String, new: String) {
        let newName = try CheckedName(newName, of: .set)
        return try writing(.named(name)) { writer, set in
            try Self.requireFree(setName: newName, except: set.id, in: writer.reader)
            writer.summary = "rename-set \(set.name) \(newName.text)"
            try writer.apply(.putSet(SetRow(id: set.id, name: newName.text, layout: set.layout, isDaily: set.isDaily)))
            return (set.name, newName.text)
        }
    }

    /// Deletes a set with its selection and its items; undo restores all of it.
    ///
    /// - Throws: `TagServiceError.onlySet` if there is no other set.
    @discardableResult public func delete(_ name: String) throws -> TagSetSummary {
        try writing(.named(name)) { writer, set in
            let summaries = try writer.reader.unlimited.setSummaries()
            // For a caller limited to one set, that set is the only one.
            guard try writer.reader.sets().count > 1, let summary = summaries.first(where: { $0.set.id == set.id })
            else { throw TagServiceError.onlySet(set.name) }
            writer.summary = "drop \(set.name)"
            if summary.isChosen, let other = summaries.first(where: { $0.set.id != set.id }) {
                try writer.apply(.chooseSet(other.set.id))
            }
            for id in try writer.reader.itemIDs(inSet: set.id) { try writer.apply(.deleteItems(id...id)) }
            for member in try writer.reader.members(ofSet: set.id) {
                try writer.apply(.deleteMember(setID: set.id, tagID: member.tagID))
            }
            try writer.apply(.deleteSet(set.id))
            return TagSetSummary(summary)
        }
    }

    /// Returns the numbers of tags and items of a set.
    ///
    /// - Throws: `TagServiceError.unknownSet`.
    public func summary(of reference: SetReference) throws -> TagSetSummary {
        try reading(reference) { reader, set in
            let summary = try reader.setSummaries().first { $0.set.id == set.id }
            return summary.map(TagSetSummary.init)
                ?? TagSetSummary(set: set.name, daily: set.isDaily, tags: 0, selected: 0, saved: 0, chosen: false)
        }
    }

    private static func requireFree(setName name: CheckedName, except id: Int64?, in reader: StoreReader) throws {
        guard let taken = try reader.set(key: name.key), taken.id != id else { return }
        throw TagServiceError.nameTaken(taken.name, by: .set)
    }
}

/// The layout settings of a set.
extension TagService.Sets {
    /// Returns the name and the layout settings of a set.
    public func layoutSettings(of reference: SetReference = .chosen) throws -> (set: String, settings: LayoutSettings) {
        try reading(reference) { _, set in (set.name, try LayoutSettings(of: set)) }
    }

    /// Saves layout settings of a set; values that are `nil` remain unchanged.
    @discardableResult public func saveLayoutSettings(
        _ settings: LayoutSettings, of reference: SetReference = .chosen
    ) throws -> (set: String, settings: LayoutSettings) {
        try writing(reference) { writer, set in
            let merged = settings.withDefaults(from: try LayoutSettings(of: set))
            return (set.name, try Self.save(merged, of: set, with: writer))
        }
    }

    /// Changes the layout settings of a set with a function, and returns the set's name and the new settings.
    ///
    /// - Parameters:
    ///   - reference: the set.
    ///   - change: changes the settings; values that it sets to `nil` are removed.
    /// - Returns: the name and the settings.
    /// - Throws: `TagServiceError.unknownSet`, `StoreError`.
    @discardableResult package func changeLayoutSettings(
        of reference: SetReference, _ change: (inout LayoutSettings) throws -> Void
    ) throws -> (set: String, settings: LayoutSettings) {
        try writing(reference) { writer, set in
            var settings = try LayoutSettings(of: set)
            try change(&settings)
            return (set.name, try Self.save(settings, of: set, with: writer))
        }
    }

    /// Returns whether a tag `a/b` counts as `a` in a set.
    ///
    /// - Throws: `TagServiceError.unknownSet`, `StoreError`.
    public func hasLevels(in reference: SetReference) throws -> Bool {
        try store.read { reader in
            let set = try Self.existingSet(reference, in: reader)
            return try set.map { try !reader.setsWithoutLevels().contains($0.id) } ?? true
        }
    }

    /// Removes the layout settings of a set, even if they are unreadable, and returns its name.
    @discardableResult public func resetLayoutSettings(of reference: SetReference = .chosen) throws -> String {
        try writing(reference) { writer, set in
            _ = try Self.save(LayoutSettings(), of: set, with: writer)
            return set.name
        }
    }

    private static func save(
        _ settings: LayoutSettings, of set: SetRow, with writer: StoreWriter
    ) throws -> LayoutSettings {
        writer.summary = "layout-settings of \(set.name)"
        var row = set
        row.layout = try settings.json()
        row.isDaily = settings.daily ?? false
        if row != set { try writer.apply(.putSet(row)) }
        return settings
    }
}

/// The set that a method applies to.
///
/// ```swift
/// let chosen = try service.tags.all(in: .chosen)
/// let habits = try service.tags.all(in: .named("Habits"))
/// ```
public enum SetReference: Hashable, Sendable {
    /// The set that was chosen last.
    case chosen
    /// The set with a name, in any spelling with the same key.
    case named(String)
    /// The set that an entrance saves to: the set with a name if there is one, else usually the set it saved to last.
    ///
    /// Saving creates the set if necessary, and remembers it.
    case entrance(Entrance, named: String? = nil)
}

/// A set with the numbers of its tags and items.
public struct TagSetSummary: Hashable, Sendable, Codable {
    /// The set's name.
    public var set: String
    /// Whether it has one item per local day.
    public var daily: Bool
    /// The number of tags.
    public var tags: Int
    /// The number of selected tags.
    public var selected: Int
    /// The number of items.
    public var saved: Int
    /// Whether this is the chosen set, which commands use by default.
    public var chosen: Bool
}

extension TagSetSummary {
    init(_ row: StoreReader.SetSummary) {
        self.init(
            set: row.set.name, daily: row.set.isDaily, tags: row.tagCount, selected: row.selectedCount,
            saved: row.savedCount, chosen: row.isChosen)
    }
}

/// A set with its tags and its selection.
public struct TagSet: Hashable, Sendable {
    /// The set's name.
    public var set: String
    /// Whether it has one item per local day.
    public var daily: Bool
    /// The names of the tags, in the order of the set.
    public var tags: [String]
    /// The names of the selected tags, in the order of the set.
    public var selected: [String]
    /// The layout settings.
    public var layout: LayoutSettings
}

extension TagService.Sets {
    /// Returns a set with its tags and its selection, read from one snapshot.
    ///
    /// ```swift
    /// try service.selection.select(["music"])
    /// let set = try service.sets.contents(of: .named("habits"))
    /// print(set.tags, set.selected)
    /// ```
    ///
    /// - Complexity: linear in its tags.
    public func contents(of reference: SetReference = .chosen) throws -> TagSet {
        try reading(reference) { reader, set in
            let members = try reader.members(ofSet: set.id)
            let names = try reader.names(of: members.map(\.tagID))
            return TagSet(
                set: set.name, daily: set.isDaily, tags: members.compactMap { names[$0.tagID] },
                selected: members.filter(\.isSelected).compactMap { names[$0.tagID] },
                layout: try LayoutSettings(of: set))
        }
    }
}
