internal import Foundation
internal import TagCore
internal import TagStore

/// Applies items of another program within a transaction, with a three-way comparison by tag.
///
/// The base of the comparison are the tags that both sides had after the last exchange. Tags that were added or removed
/// there are added or removed here; tags that were added or removed here stay so.
struct PullWriter {
    private let row: ConnectionRow
    private let set: SetRow
    private let service: TagService
    private let writer: StoreWriter
    private let remoteName: (String) -> String?
    private let now: Int64
    private(set) var counts = PullCounts()
    /// The known names of tags there.
    private var tags: [UInt32: RemoteTagRow] = [:]
    private var tagsByName: [String: [UInt32]] = [:]
    /// The tags that are members of the set, by key.
    private var memberIDs: [String: Int64] = [:]
    private var keys: [Int64: String] = [:]
    private var frecencies: ImportedFrecencies

    init(
        _ row: ConnectionRow, service: TagService, writer: StoreWriter, remoteName: @escaping (String) -> String?
    ) throws {
        self.row = row
        self.service = service
        self.writer = writer
        self.remoteName = remoteName
        set = try TagService.Connections.set(of: row, in: writer.reader)
        now = service.milliseconds
        frecencies = ImportedFrecencies(firstCreatedTag: try writer.reader.lastID(of: .tag) + 1)
        for tag in try writer.reader.remoteTags(ofConnection: row.id) { keep(tag, UInt32(clamping: tag.id)) }
    }

    private mutating func keep(_ tag: RemoteTagRow, _ id: UInt32) {
        guard tags.updateValue(tag, forKey: id) == nil else { return }
        tagsByName[tag.name, default: []].append(id)
    }

    /// Writes the frecencies of the tags.
    mutating func finish() throws { try frecencies.write(with: writer) }

    /// Applies an item.
    mutating func write(_ item: RemoteItem) throws {
        let known = try writer.reader.remoteItem(item.id, ofConnection: row.id)
        // An item that was added there since the items were read comes with the next pull.
        if item.hasOnlyTags, known == nil { return }
        let content = item.hasOnlyTags ? known?.content ?? 0 : item.contentHash
        let connected = try known.flatMap { try writer.reader.item(id: $0.itemID) }
        let old = try connected ?? adopted(item)
        // An item that is back, or was saved here again, has every tag that it has there.
        let base = connected == nil ? [] : known?.tags ?? []
        let localNames = try old.map { try writer.reader.names(of: $0.tagIDs.rowIDs) } ?? [:]
        var ids: [String: [UInt32]] = [:]
        for name in item.tags {
            // Several tags here may have one name there.
            let before = (known?.tags ?? []).filter { tags[$0]?.name == name }
            ids[name] = try before.isEmpty ? [tagID(of: name, localNames: localNames)].compactMap(\.self) : before
        }
        let state = Set(ids.values.joined()).sorted()
        // An item that was deleted here stays deleted until it's edited there.
        if var known, old == nil, item.hasOnlyTags || known.content == content {
            guard !known.hasMissedChange, Set(known.tags) != Set(state) else { return }
            known.hasMissedChange = true
            return try writer.put(known)
        }
        let added = Set(Set(state).subtracting(base).compactMap { tags[$0]?.key }).sorted()
        let id: Int64
        if let old {
            let keptKeys = Set(state.compactMap { tags[$0]?.key })
            let removed = Set(base.compactMap { tags[$0]?.key }).subtracting(keptKeys)
            let hasNewContent = connected == nil || known?.content != content
            id = try change(old, item, hasNewContent: hasNewContent, added: added, removed: removed)
        } else {
            id = try insert(item, as: known?.itemID, tags: added)
        }
        var new = RemoteItemRow(connectionID: row.id, remoteID: item.id, itemID: id, tags: state, content: content)
        new.tagsByAI = Set(item.tagsByAI.flatMap { ids[$0] ?? [] }).sorted()
        if new != known { try writer.put(new) }
    }

    /// Returns the unconnected item of the set at the location of an item there, preferably one that is spelled so.
    ///
    /// The program may have several items whose locations differ in spelling only, such as in tracking parameters.
    private func adopted(_ item: RemoteItem) throws -> ItemRow? {
        guard let location = Self.location(of: item) else { return nil }
        let items = try writer.reader.items(atLocation: location, inSet: set.id)
            .filter { try !writer.reader.isRemote(itemID: $0.id, connectionID: row.id) }
        return items.first { $0.location == location } ?? items.first
    }

    /// Inserts an item, or brings back one that was deleted here and edited there.
    private mutating func insert(_ item: RemoteItem, as former: Int64?, tags added: [String]) throws -> Int64 {
        var new = ItemRow(
            id: try former ?? writer.reader.lastID(of: .item) + 1, setID: set.id, title: ItemText.title(item.title),
            savedAt: savedAt(of: item) ?? now, tagIDs: PackedTagIDs(try added.map { try memberID(ofKey: $0) }),
            location: Self.location(of: item), note: ItemText.storedNote(item.note).text)
        new.text = item.text
        _ = try service.rules.applyRules(to: &new, in: set, with: writer)
        try writer.keepOneOfEachGroup(in: &new, over: nil)
        new.givenTagIDs = nil
        new.pairedTagIDs = try writer.pairedTags(of: new.tagIDs)
        try writer.apply(.putItem(new))
        if let savedAt = new.savedAt {
            for id in new.tagIDs.rowIDs { try frecencies.add(useAt: savedAt, of: id, with: writer) }
        }
        counts.new += 1
        if former == nil { counts.newItems.append(new.id) }
        if new.tagIDs.rowIDs.isEmpty { counts.untagged.append(new.id) }
        return new.id
    }

    private mutating func change(
        _ old: ItemRow, _ item: RemoteItem, hasNewContent: Bool, added: [String], removed: Set<String>
    ) throws -> Int64 {
        var new = old
        if hasNewContent {
            new.title = ItemText.title(item.title)
            new.location = Self.location(of: item)
            new.note = ItemText.storedNote(item.note).text
            new.savedAt = savedAt(of: item) ?? old.savedAt
        }
        new.text = item.text
        let addedIDs = try added.map { try memberID(ofKey: $0) }
        let kept = try old.tagIDs.rowIDs.filter { try !removed.contains(key(of: $0)) }
        new.tagIDs = PackedTagIDs(kept + addedIDs.filter { !kept.contains($0) })
        new.givenTagIDs = addedIDs
        let replaced = try writer.update(old, to: new, at: now)
        guard replaced.isChanged else { return old.id }
        for id in replaced.addedTags { try frecencies.add(useAt: now, of: id, with: writer) }
        counts.changed += 1
        return old.id
    }

    /// Returns the row of a name of a tag there; `nil` for a name that no tag can have here.
    ///
    /// Names there may be written in another way than here, such as with '-' instead of spaces.
    private mutating func tagID(of name: String, localNames: [Int64: String]) throws -> UInt32? {
        guard let checked = Self.checked(name) else { return nil }
        let local = localNames.values.sorted().first { remoteName($0).map { TagKey($0) } == checked.key }
            .map { TagKey($0).text }
        let key = try local ?? writer.reader.target(of: checked.key)?.tag.key.text ?? knownKey(of: name)
        let tag = RemoteTagRow(connectionID: row.id, name: name, key: key ?? checked.key.text)
        let id = try writer.remoteTagID(tag)
        keep(tag, id)
        return id
    }

    /// Returns the key of a tag here that a name there has meant before.
    private func knownKey(of name: String) throws -> String? {
        for id in tagsByName[name] ?? [] {
            let tag = try tags[id].flatMap { try writer.reader.target(of: TagKey($0.key))?.tag }
            if let tag { return tag.key.text }
        }
        return nil
    }

    /// Returns the tag with a key as a member of the set; it is created if it doesn't exist.
    private mutating func memberID(ofKey key: String) throws -> Int64 {
        if let id = memberIDs[key] { return id }
        let name = try writer.reader.target(of: TagKey(key))?.tag.name ?? nameThere(ofKey: key)
        let id = try TagService.Items.memberIDs(of: [CheckedName(name, of: .tag(nil))], addedTo: set, with: writer)[0]
        memberIDs[key] = id
        return id
    }

    /// Returns a name there whose key is that of a new tag here, to keep its spelling.
    private func nameThere(ofKey key: String) -> String {
        tags.values.filter { TagKey($0.name).text == key }.map(\.name).min() ?? key
    }

    private mutating func key(of tagID: Int64) throws -> String {
        if let key = keys[tagID] { return key }
        let key = try writer.reader.tag(id: tagID)?.key.text ?? ""
        keys[tagID] = key
        return key
    }

    private func savedAt(of item: RemoteItem) -> Int64? { item.savedAt.map { min(now, max(0, $0)) } }

    private static func checked(_ name: String) -> CheckedName? {
        do { return try CheckedName(name, of: .tag(nil)) } catch { return nil }
    }

    private static func location(of item: RemoteItem) -> String? {
        item.location.flatMap { CheckedName.isLocation($0) ? $0 : nil }
    }
}

extension RemoteItem {
    /// A hash (FNV-1a) of the fields other than the tags and the text; equal in every process.
    fileprivate var contentHash: Int64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        let time = savedAt.map(String.init) ?? ""
        for byte in [title, location ?? "", note, time].joined(separator: "\u{0}").utf8 {
            hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
        }
        return Int64(bitPattern: hash)
    }
}
