public import Foundation
internal import Suggestions
internal import TagCore
internal import TagStore

/// Listing tags, and renaming, aliasing and merging them in all sets.
extension TagService.Tags {
    /// Returns the tags of a set in its order or, if `reference` is `nil`, all tags with the most used first.
    public func all(in reference: SetReference?) throws -> [TagInfo] {
        try store.read { reader in
            let set = try reference.map { try Self.set($0, in: reader).id }
            return try Self.infos(of: reader.tagSummaries(inSet: set), inSet: set, in: reader)
        }
    }

    /// Returns the numbers of uses of tags, by the names as given; names that aren't tags are left out.
    ///
    /// - Throws: `StoreError`.
    public func uses(of names: [String]) throws -> [String: Int] {
        try store.read { reader in
            try names.reduce(into: [:]) { uses, name in
                guard let tag = try reader.target(of: TagKey(name))?.tag else { return }
                let count = try reader.uses(of: UInt32(clamping: tag.id))
                uses[name] = Int(clamping: count.addingReportingOverflow(tag.otherUses).partialValue)
            }
        }
    }

    /// Renames a tag and those below it, and returns their old and new names.
    ///
    /// The old name becomes an alias, so that imports, notes and editors that still use it find the tag. A change of
    /// spelling that keeps the key, such as `swift` to `Swift`, needs no alias. If the new name is an alias of the tag,
    /// that alias disappears. Renaming `travel` to `trips` also renames `travel/italy` to `trips/italy`.
    ///
    /// - Parameters:
    ///   - name: the tag's name or one of its aliases.
    ///   - newName: the new name.
    ///   - leavesAlias: whether the old name becomes an alias.
    ///   - isOnly: whether the tags below keep their names.
    /// - Returns: the old and the new name, and those of the tags below.
    /// - Throws: `TagServiceError.renameToTag` if another tag has a new name, also as an alias; then nothing is renamed.
    @discardableResult public func rename(
        _ name: String, to newName: String, leavesAlias: Bool = true, isOnly: Bool = false
    ) throws -> (old: String, new: String, below: [RenamedTag]) {
        let newName = try CheckedName(newName, of: .tag(nil))
        return try writing { writer in
            let tag = try Self.tag(name, in: writer.reader)
            let (renamed, below) = try Self.rename(
                tag, to: newName, leavesAlias: leavesAlias, isOnly: isOnly, with: writer)
            return (tag.name, renamed.name, below)
        }
    }

    /// Renames a tag and those below it within a transaction, and returns its new row and their names.
    static func rename(
        _ tag: TagRow, to newName: CheckedName, leavesAlias: Bool, isOnly: Bool, with writer: StoreWriter
    ) throws -> (tag: TagRow, below: [RenamedTag]) {
        let below = isOnly ? [] : try TagLevels(in: nil, writer.reader).tags(below: tag.id)
        // A new name may be the old name of another tag, which then has to be renamed first.
        let isLonger = newName.key.text.utf8.count > tag.key.text.utf8.count
        let all = ([tag] + below)
            .sorted { left, right in
                let lengths = (left.key.text.utf8.count, right.key.text.utf8.count)
                return isLonger ? lengths.0 > lengths.1 : lengths.0 < lengths.1
            }
        var renamed: [Int64: TagRow] = [:]
        for row in all {
            let end = row.id == tag.id ? "" : TagPath.end(of: row.name, below: tag.key) ?? ""
            let name = try CheckedName(newName.text + end, of: .tag(nil))
            renamed[row.id] = try renameAlone(row, to: name, leavesAlias: leavesAlias, with: writer)
        }
        writer.summary = "rename \(tag.name) \(newName.text)"
        return (renamed[tag.id] ?? tag, below.map { RenamedTag(old: $0.name, new: renamed[$0.id]?.name ?? $0.name) })
    }

    /// Returns the names of the tags below a tag, by key: those that are renamed with it.
    ///
    /// - Throws: `TagServiceError.unknownTag`, `StoreError`.
    public func below(_ name: String) throws -> [String] {
        try store.read { reader in try TagLevels(in: nil, reader).tags(below: Self.tag(name, in: reader).id).map(\.name)
        }
    }

    /// Returns the new name of a tag below a renamed tag: `trips/italy` for `travel/italy`; `nil` for a name that isn't below it.
    package static func name(_ name: String, afterRenaming old: String, to new: String) -> String? {
        TagPath.end(of: name, below: TagKey(old)).map { new + $0 }
    }

    /// Renames a tag, but not those below it, within a transaction, and returns its new row.
    private static func renameAlone(
        _ tag: TagRow, to newName: CheckedName, leavesAlias: Bool, with writer: StoreWriter
    ) throws -> TagRow {
        switch try writer.reader.target(of: newName.key) {
        case .tag(let other) where other.id != tag.id:
            throw TagServiceError.renameToTag(tag.name, as: other.name, of: other.name)
        case .alias(let alias, let other):
            guard other.id == tag.id else {
                throw TagServiceError.renameToTag(tag.name, as: alias.name, of: other.name)
            }
            // The tag is renamed to its own alias.
            try writer.apply(.deleteAliases(alias.id...alias.id))
        case .tag, nil: break
        }
        var renamed = tag
        (renamed.name, renamed.key) = (newName.text, newName.key)
        try writer.apply(.putTag(renamed))
        if leavesAlias, tag.key.text != newName.key.text {
            let alias = try CheckedName(tag.name, of: .alias(of: nil))
            try insertAlias(alias, of: tag.id, with: writer)
        }
        return renamed
    }

    /// Adds an alias of a tag, and returns the alias's and the tag's name.
    @discardableResult public func addAlias(_ alias: String, to name: String) throws -> (alias: String, tag: String) {
        let alias = try CheckedName(alias, of: .alias(of: nil))
        return try writing { writer in
            let tag = try Self.tag(name, in: writer.reader)
            switch try writer.reader.target(of: alias.key) {
            case .tag(let other): throw TagServiceError.nameTaken(alias.text, by: .tag(other.name))
            case .alias(let row, let other):
                guard other.id == tag.id else {
                    throw TagServiceError.nameTaken(alias.text, by: .alias(of: other.name))
                }
                return (row.name, tag.name)
            case nil: break
            }
            writer.summary = "alias \(alias.text) \(tag.name)"
            try Self.insertAlias(alias, of: tag.id, with: writer)
            return (alias.text, tag.name)
        }
    }

    /// Removes an alias, and returns its name and the tag's.
    @discardableResult public func removeAlias(_ alias: String) throws -> (alias: String, tag: String) {
        try writing { writer in
            guard case .alias(let row, let tag) = try writer.reader.target(of: TagKey(alias)) else {
                let names = try writer.reader.allAliases().map(\.name)
                throw TagServiceError.unknownAlias(alias, nearest: NearestNames(to: alias).offers(among: names))
            }
            writer.summary = "unalias \(row.name)"
            try writer.apply(.deleteAliases(row.id...row.id))
            return (row.name, tag.name)
        }
    }

    /// Adds an alias whose key is known to be free.
    static func insertAlias(_ name: CheckedName, of tagID: Int64, with writer: StoreWriter) throws {
        let id = try writer.reader.lastID(of: .alias) + 1
        try writer.apply(.putAlias(AliasRow(id: id, key: name.key, name: name.text, tagID: tagID)))
    }
}

/// A tag that was renamed with the tag above it.
public struct RenamedTag: Hashable, Sendable, Codable {
    /// The name before.
    public var old: String
    /// The name after.
    public var new: String

    /// Creates the names before and after.
    public init(old: String, new: String) {
        self.old = old
        self.new = new
    }
}

/// Merging two tags.
extension TagService.Tags {
    /// Merges a tag into another, which takes over its uses, memberships and aliases; its name becomes an alias.
    ///
    /// Items that become identical are reduced to one. Implications move to the other tag, except those between the two tags and
    /// those that would close a cycle.
    ///
    /// ```swift
    /// let merged = try service.tags.merge("bike", into: "cycling")
    /// print(merged.from, "is now an alias of", merged.into)
    /// ```
    ///
    /// - Returns: the names of both tags, the implications that were dropped because they would have closed a cycle, and the
    ///   effect on descriptions and colors.
    /// - Complexity: linear in the number of items with the first tag.
    @discardableResult public func merge(
        _ name: String, into target: String
    ) throws -> (from: String, into: String, withoutImplications: [Implications], details: MergedDetails) {
        try writing { writer in
            let from = try Self.tag(name, in: writer.reader)
            let into = try Self.tag(target, in: writer.reader)
            guard from.id != into.id else { throw TagServiceError.mergeIntoItself(into.name) }
            writer.summary = "merge \(from.name) \(into.name)"
            let (dropped, details) = try Self.merge(from, into: into, with: writer)
            return (from.name, into.name, dropped, details)
        }
    }

    /// Merges tags into another in one undo step.
    ///
    /// Names of the other tag are ignored.
    ///
    /// - Parameters:
    ///   - names: the tags.
    ///   - target: the other tag.
    /// - Returns: the names of the merged tags and of the other tag, the implications that were dropped because they would have
    ///   closed a cycle, and the effect on descriptions and colors.
    /// - Throws: `TagServiceError.unknownTag`, and `.mergeIntoItself` if there is no tag to merge; then nothing is merged.
    /// - Complexity: linear in the number of items with the tags.
    @discardableResult public func merge(
        _ names: [String], into target: String
    ) throws -> (from: [String], into: String, withoutImplications: [Implications], details: MergedDetails) {
        try writing { writer in
            let into = try Self.tag(target, in: writer.reader)
            var ids: Set<Int64> = []
            let tags = try names.map { try Self.tag($0, in: writer.reader) }
                .filter { $0.id != into.id && ids.insert($0.id).inserted }
            guard !tags.isEmpty else { throw TagServiceError.mergeIntoItself(into.name) }
            for from in tags { try writer.apply(.putMergedTag(from.id, into: into.id)) }
            // An item with many of the tags is written only once.
            let items = try ids.flatMap { try writer.reader.itemIDs(holding: $0) }
            func replaced(_ list: PackedTagIDs) -> PackedTagIDs {
                PackedTagIDs(list.rowIDs.map { ids.contains($0) ? into.id : $0 })
            }
            for id in Set(items).sorted() {
                guard var item = try writer.reader.item(id: id) else { continue }
                item.tagIDs = replaced(item.tagIDs)
                item.pairedTagIDs = item.pairedTagIDs.map(replaced)
                let isDuplicate = try writer.reader.idOfDuplicate(of: item) != nil
                try writer.apply(isDuplicate ? .deleteItems(id...id) : .putItem(item))
            }
            var dropped: [Implications] = []
            var details = MergedDetails()
            for from in tags {
                // The previous merge may have changed the uses of the other tag.
                let into = try Self.tag(target, in: writer.reader)
                let effect = try Self.merge(from, into: into, with: writer)
                dropped += effect.withoutImplications
                details.add(effect.details)
            }
            let merged = tags.map(\.name)
            writer.summary = "\(StepSummary(command: "merge", names: merged).text) into \(into.name)"
            return (merged, into.name, dropped, details)
        }
    }

    /// Merges a tag into a different tag, and returns the implications that would have closed a cycle, and the effect on
    /// descriptions and colors.
    static func merge(
        _ from: TagRow, into: TagRow, with writer: StoreWriter
    ) throws -> (withoutImplications: [Implications], details: MergedDetails) {
        try writer.apply(.putMergedTag(from.id, into: into.id))
        try moveItems(of: from, to: into, with: writer)
        try moveMemberships(of: from, to: into, with: writer)
        for var alias in try writer.reader.aliases(of: from.id) {
            alias.tagID = into.id
            try writer.apply(.putAlias(alias))
        }
        try moveUse(of: from, to: into, with: writer)
        try moveRules(of: from, to: into, with: writer)
        let dropped = try moveImplications(of: from, to: into, with: writer)
        var details = try moveDetail(of: from, to: into, with: writer)
        details.groups = try [moveGroup(of: from, to: into, with: writer)].compactMap(\.self)
        try writer.apply(.deleteTags(from.id...from.id))
        try insertAlias(CheckedName(from.name, of: .alias(of: nil)), of: into.id, with: writer)
        return (dropped, details)
    }

    private static func moveItems(of from: TagRow, to into: TagRow, with writer: StoreWriter) throws {
        for var item in try writer.reader.items(holding: from.id).reversed() {
            item.tagIDs = item.tagIDs.replacing(from.id, with: into.id)
            item.pairedTagIDs = item.pairedTagIDs?.replacing(from.id, with: into.id)
            if try writer.reader.idOfDuplicate(of: item) == nil {
                try writer.apply(.putItem(item))
            } else {
                try writer.apply(.deleteItems(item.id...item.id))
            }
        }
    }

    private static func moveMemberships(of from: TagRow, to into: TagRow, with writer: StoreWriter) throws {
        for member in try writer.reader.memberships(ofTag: from.id) {
            try writer.apply(.deleteMember(setID: member.setID, tagID: from.id))
            if var other = try writer.reader.member(setID: member.setID, tagID: into.id) {
                other.isSelected = other.isSelected || member.isSelected
                try writer.apply(.putMember(other))
            } else {
                var moved = member
                moved.tagID = into.id
                try writer.apply(.putMember(moved))
            }
        }
    }

    private static func moveRules(of from: TagRow, to into: TagRow, with writer: StoreWriter) throws {
        for var rule in try writer.reader.rules(ofTags: from.id...from.id) {
            rule.tagID = into.id
            try writer.apply(.deleteRule(rule.id))
            guard try writer.reader.rule(query: rule.query, tagID: into.id) == nil else { continue }
            try writer.apply(.putRule(rule))
        }
    }

    private static func moveUse(of from: TagRow, to into: TagRow, with writer: StoreWriter) throws {
        var merged = into
        let (sum, overflow) = from.otherUses.addingReportingOverflow(into.otherUses)
        merged.otherUses = overflow ? .max : sum
        merged.frecency = StoredFrecency.sum(from.frecency, into.frecency)
        if merged != into { try writer.apply(.putTag(merged)) }
    }

    /// Returns the name that a new tag would get, with white space collapsed.
    ///
    /// - Throws: `TagServiceError.invalidName` if it isn't a valid tag name.
    public static func tagName(_ name: String) throws(TagServiceError) -> String {
        try CheckedName(name, of: .tag(nil)).text
    }

    /// Returns whether two names are spellings of the same tag, such as `Swift` and `swift`.
    package static func isSpelling(_ name: String, of other: String) -> Bool { TagKey(name).text == TagKey(other).text }

    /// Returns whether a name, or a word in it, begins with a typed text; false for an empty text.
    package static func begins(_ name: String, with text: String) -> Bool {
        let (key, typed) = (TagKey(name).folded, TagKey(text).folded)
        guard !typed.isEmpty else { return false }
        return key.utf8.starts(with: typed.utf8) || SearchText(name).contains(SearchText(text), isPrefix: true)
    }

    /// Returns an identity for each name, which is the same for all spellings and aliases of an existing or new tag.
    ///
    /// - Throws: `StoreError`.
    public func identities(of names: [String]) throws -> [String: String] {
        try store.read { reader in
            try names.reduce(into: [:]) { identities, name in
                let key = TagKey(name)
                // The key of the tag is shared by all of its aliases and unique among tags.
                identities[name] = try reader.target(of: key)?.tag.key.text ?? key.text
            }
        }
    }
}

/// A tag with its aliases and uses.
public struct TagInfo: Hashable, Sendable, Codable {
    /// The tag's name.
    public var tag: String
    /// The names of the aliases, oldest first.
    public var aliases: [String]
    /// The number of items with the tag, plus the uses elsewhere that imports reported.
    public var uses: Int
    /// The number of sets that contain the tag.
    public var sets: Int
    /// When the newest item with the tag was saved; `nil` if there is none, or if it wasn't requested.
    public var lastUsed: Date?
    /// The names of the directly implied tags, with that of the tag above; `nil` if they weren't requested.
    public var implies: [String]?
    /// The name of the nearest tag above, such as `travel` for `travel/italy`; `nil` if there is none.
    public var parent: String?
    /// The number of uses of the tag and of those below it, each item once; `nil` if there are none below.
    public var total: Int?
    /// What the tag means; `nil` if it has no description.
    public var description: String?
    /// The color; `nil` if it has none.
    public var color: TagColor?

    /// When the newest item with the tag was saved, as an RFC 3339 time in UTC with millisecond precision.
    public var lastUse: String? { lastUsed.map { Timestamp.text(Int64(clamping: $0.timeIntervalSince1970 * 1_000)) } }
}

/// Deleting tags from all sets and items.
extension TagService.Tags {
    /// Deletes tags with their aliases from every set and every item, and returns their names.
    ///
    /// ```swift
    /// let deleted = try service.tags.delete(["music"])
    /// print(deleted)  // ["music"]
    /// ```
    ///
    /// Items that have only these tags become untagged. Items that become identical are reduced to one. Undo restores
    /// everything.
    ///
    /// - Throws: `TagServiceError.unknownTag`, in which case no tag is deleted.
    /// - Complexity: linear in the number of items with the tags.
    @discardableResult public func delete(_ names: [String]) throws -> [String] {
        try writing { writer in
            var tags: [TagRow] = []
            var ids: Set<Int64> = []
            for name in names {
                let tag = try Self.tag(name, in: writer.reader)
                if ids.insert(tag.id).inserted { tags.append(tag) }
            }
            writer.summary = StepSummary(command: "delete", names: tags.map(\.name)).text
            try Self.removeFromItems(ids, with: writer)
            for tag in tags {
                for member in try writer.reader.memberships(ofTag: tag.id) {
                    try writer.apply(.deleteMember(setID: member.setID, tagID: tag.id))
                }
                for alias in try writer.reader.aliases(of: tag.id) {
                    try writer.apply(.deleteAliases(alias.id...alias.id))
                }
                try writer.apply(.deleteTags(tag.id...tag.id))
            }
            return tags.map(\.name)
        }
    }

    /// Removes tags from all items, oldest first, so that the oldest of identical items is kept.
    private static func removeFromItems(_ tagIDs: Set<Int64>, with writer: StoreWriter) throws {
        var holding: Set<Int64> = []
        for id in tagIDs { holding.formUnion(try writer.reader.itemIDs(holding: id)) }
        for id in holding.sorted() {
            guard var item = try writer.reader.item(id: id) else { continue }
            let rest = item.tagIDs.rowIDs.filter { !tagIDs.contains($0) }
            item.tagIDs = PackedTagIDs(rest)
            if try writer.reader.idOfDuplicate(of: item) != nil {
                try writer.apply(.deleteItems(id...id))
            } else {
                item.pairedTagIDs = try writer.pairedTags(of: item.tagIDs)
                try writer.apply(.putItem(item))
            }
        }
    }
}
