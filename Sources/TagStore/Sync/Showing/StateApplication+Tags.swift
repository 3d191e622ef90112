internal import Sync
internal import TagCore

extension StateApplication {
    /// Writes the tags with their names, aliases and what belongs to them.
    mutating func showTags() throws {
        let shown = state.tags.values.filter { !$0.key.isEmpty }
        limited.note(.tagName, state.tags.count - shown.count)
        let local = try writer.reader.tags(in: StoredRange.feature)
        let byKey = Dictionary(local.map { ($0.key.text, $0.id) }) { first, _ in first }
        let last = try writer.reader.lastID(of: .tag)
        var next = last
        tags = RowAssignment(
            shown.map { RowAssignment.Shown(id: $0.id, ids: $0.ids, named: $0.named) }, shownIDs: state.shownIDs,
            kind: .tag, local: Set(local.map(\.id)), map: &map, lastID: &next
        ) { id in state.tags[id].flatMap { byKey[$0.key] } }
        knownTags = Set(tags.rows.values).union(tags.removed)
        for (from, into) in tags.merged.sorted(by: { $0.key < $1.key }) {
            try writer.apply(.putMergedTag(from, into: into))
        }
        let aliases = wantedAliases(shown, local)
        let stored = try deleteAliases(except: aliases, shown)
        let newAliases = aliases.keys.filter { stored[$0] == nil }
        try putTags(shown, local, lastID: last, aliases: aliases, many: newAliases.count >= Self.manyTags)
        try putAliases(aliases, stored)
        try showDetails(shown)
        try showGroups()
        try showPairs(shown)
    }

    /// Returns the tag of each shown alias; a tag that isn't known to any device keeps its name.
    private mutating func wantedAliases(_ shown: [ShownTag], _ local: [TagRow]) -> [String: AliasRow] {
        var wanted: [String: AliasRow] = [:]
        for tag in shown {
            guard let row = tags.rows[tag.id] else { continue }
            for name in tag.aliases {
                let alias = AliasRow(id: 0, name: name, tagID: row)
                if alias.key.text.isEmpty { limited.note(.alias) } else { wanted[alias.key.text] = alias }
            }
        }
        let known = knownTags
        for tag in local where !known.contains(tag.id) { wanted[tag.key.text] = nil }
        return wanted
    }

    /// Deletes the aliases that aren't shown, and returns the others by key.
    private func deleteAliases(except wanted: [String: AliasRow], _ shown: [ShownTag]) throws -> [String: AliasRow] {
        let known = knownTags
        let keys = Set(shown.map(\.key))
        var kept: [String: AliasRow] = [:]
        for alias in try writer.reader.aliases(in: StoredRange.id) {
            let isLocal = !known.contains(alias.tagID) && !keys.contains(alias.key.text)
            let isShown = wanted[alias.key.text] != nil || isLocal
            if isShown { kept[alias.key.text] = alias } else { try writer.apply(.deleteAliases(alias.id...alias.id)) }
        }
        return kept
    }

    private func putTags(
        _ shown: [ShownTag], _ local: [TagRow], lastID: Int64, aliases: [String: AliasRow], many: Bool
    ) throws {
        let stored = Dictionary(local.map { ($0.id, $0) }) { first, _ in first }
        var wanted: [Int64: TagRow] = [:]
        for tag in shown {
            guard let row = tags.rows[tag.id] else { continue }
            let old = stored[row]
            let key = old.flatMap { $0.name == tag.name ? $0.key : nil } ?? TagKey(tag.name)
            wanted[row] = TagRow(
                id: row, key: key, name: tag.name, otherUses: max(0, tag.importedUses), frecency: old?.frecency)
        }
        for (from, into) in tags.merged {
            guard var tag = wanted[into] else { continue }
            tag.frecency = StoredFrecency.sum(tag.frecency, stored[from]?.frecency)
            wanted[into] = tag
        }
        try exchangeNames(stored, wanted, aliases: aliases)
        var new: [TagRow] = []
        for row in tags.new.sorted() {
            guard let tag = wanted[row] else { continue }
            guard row <= lastID else {
                new.append(tag)
                continue
            }
            // The tag was deleted or merged before.
            try writer.apply(.deleteMergedTag(row))
            try writer.apply(.putTag(tag))
        }
        if many || new.count >= Self.manyTags { try writer.deferFullTextIndexing() }
        var buffer = NewTags()
        for tag in new {
            buffer.append(tag)
            if buffer.isFull { try insert(&buffer) }
        }
        try insert(&buffer)
    }

    /// Gives stored tags their names; tags that are removed later make room for names and aliases.
    private func exchangeNames(_ stored: [Int64: TagRow], _ wanted: [Int64: TagRow], aliases: [String: AliasRow]) throws
    {
        let wantedKeys = Set(wanted.values.map(\.key.text)).union(aliases.keys)
        var keys = UniqueKeys(stored.mapValues(\.key.text), reserved: wantedKeys)
        func put(_ row: Int64, _ temporary: String?) throws {
            guard var tag = temporary == nil ? wanted[row] : stored[row] else { return }
            if let temporary { (tag.name, tag.key) = (temporary, TagKey(temporary)) }
            try writer.apply(.putTag(tag))
        }
        for row in tags.removed where stored[row].map({ wantedKeys.contains($0.key.text) }) ?? false {
            try keys.free(row, put)
        }
        var renamed: [Int64: String] = [:]
        for (row, tag) in wanted.sorted(by: { $0.key < $1.key }) {
            guard let old = stored[row], !tag.isExactly(old) else { continue }
            if old.key.text == tag.key.text { try put(row, nil) } else { renamed[row] = tag.key.text }
        }
        try keys.move(renamed, put: put)
    }

    /// Moves stored aliases to their tags with the shown names, and inserts the others.
    private func putAliases(_ wanted: [String: AliasRow], _ stored: [String: AliasRow]) throws {
        var buffer = NewTags()
        var last = try writer.reader.lastID(of: .alias)
        for (key, alias) in wanted.sorted(by: { $0.key < $1.key }) {
            if let old = stored[key] {
                let new = AliasRow(id: old.id, key: alias.key, name: alias.name, tagID: alias.tagID)
                if !new.isExactly(old) { try writer.apply(.putAlias(new)) }
            } else {
                last += 1
                buffer.append(AliasRow(id: last, key: alias.key, name: alias.name, tagID: alias.tagID))
                if buffer.isFull { try insert(&buffer) }
            }
        }
        try insert(&buffer)
    }

    private func insert(_ buffer: inout NewTags) throws {
        try writer.insert(buffer)
        buffer.removeAll()
    }
}
