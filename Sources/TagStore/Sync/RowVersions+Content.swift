internal import Sync
internal import TagCore

/// Rows as sync sees them.
extension RowVersions {
    /// Returns the tags, sets, views and rules, by id.
    ///
    /// - Parameter connections: The devices that have connections of each set, by URL.
    /// - Returns: The rows.
    func content(connections: [Int64: [String: DeviceID]]) -> LocalContent {
        LocalContent(tags: tags, sets: sets(connections), queries: queries)
    }

    private var tags: [LocalTag] {
        var aliases: [Int64: [AliasRow]] = [:]
        var (implied, distinct): ([Int64: [Int64]], [Int64: [Int64]]) = ([:], [:])
        for change in rows.values {
            switch change {
            case .putAlias(let row): aliases[row.tagID, default: []].append(row)
            case .putImplication(let row): implied[row.tagID, default: []].append(row.impliedTagID)
            case .putDistinctPair(let pair): distinct[pair.first, default: []].append(pair.second)
            default: break
            }
        }
        let indexes = indexesInGroups
        return rows.values
            .compactMap { change -> LocalTag? in
                guard case .putTag(let tag) = change else { return nil }
                var local = LocalTag(row: tag.id, name: tag.name, importedUses: tag.otherUses)
                local.aliases = (aliases[tag.id] ?? []).sorted { ExactText($0.key.text) < ExactText($1.key.text) }
                    .map(\.name)
                if case .putTagDetail(let detail) = rows[.detail(tag.id)] {
                    local.description = detail.description.isEmpty ? nil : detail.description
                    local.color = detail.color
                }
                if case .putGroupMember(let member) = rows[.group(tag.id)] {
                    local.group = member.group
                    local.indexInGroup = indexes[tag.id]
                }
                local.implications = (implied[tag.id] ?? []).sorted()
                local.distinguished = (distinct[tag.id] ?? []).sorted()
                return local
            }
            .sorted { $0.row < $1.row }
    }

    /// The number of tags before each tag of a group.
    private var indexesInGroups: [Int64: Int] {
        let members = rows.values.compactMap { change -> GroupMember? in
            if case .putGroupMember(let member) = change { member } else { nil }
        }
        var indexes: [Int64: Int] = [:]
        for group in Dictionary(grouping: members, by: \.key.text).values {
            let ordered = group.sorted { ($0.position, $0.tagID) < ($1.position, $1.tagID) }
            for (index, member) in ordered.enumerated() { indexes[member.tagID] = index }
        }
        return indexes
    }

    private func sets(_ connections: [Int64: [String: DeviceID]]) -> [LocalSet] {
        var members: [Int64: [MemberRow]] = [:]
        for change in rows.values {
            if case .putMember(let row) = change { members[row.setID, default: []].append(row) }
        }
        return rows.values
            .compactMap { change -> LocalSet? in
                guard case .putSet(let set) = change else { return nil }
                return LocalSet(
                    row: set.id, name: set.name, isDaily: set.isDaily, settings: SyncedLayout.settings(of: set.layout),
                    connections: connections[set.id] ?? [:],
                    members: (members[set.id] ?? []).sorted { $0.position < $1.position }.map(\.tagID))
            }
            .sorted { $0.row < $1.row }
    }

    private var queries: [LocalQuery] {
        rows.values
            .compactMap { change -> LocalQuery? in
                switch change {
                case .putView(let view): LocalQuery(kind: .view, row: view.id, name: view.name, query: view.query)
                case .putRule(let rule):
                    LocalQuery(
                        kind: .rule, row: rule.id, query: rule.query, target: rule.tagID, isAutomatic: rule.isAutomatic)
                default: nil
                }
            }
            .sorted { ($0.kind.rawValue, $0.row) < ($1.kind.rawValue, $1.row) }
    }

    /// Returns all rows; the reader knows connections and words, which have one version.
    func content(_ reader: StoreReader) throws -> LocalContent {
        var content = content(connections: try reader.connectionsOfSets())
        content.items = try items(reader)
        return content
    }

    private func items(_ reader: StoreReader) throws -> [LocalItem] {
        var dismissed: [Int64: [String]] = [:]
        for change in rows.values {
            if case .putDismissedTag(let tag) = change { dismissed[tag.itemID, default: []].append(tag.key) }
        }
        return try rows.values
            .compactMap { change -> LocalItem? in
                guard case .putItem(let item) = change else { return nil }
                var bookmark: String?
                if case .putBookmark(let found, _) = rows[.bookmark(item.id)] { bookmark = found.syncedText }
                let learned = (item.evidence?.textWords ?? []).filter { $0.inText > 0 }
                var isDaily = false
                if case .putSet(let set) = rows[.set(item.setID)] { isDaily = set.isDaily }
                return LocalItem(
                    item, isDaily: isDaily, attributes: bookmark,
                    words: learned.isEmpty ? nil : try LearnedWords.text(of: learned, in: reader),
                    dismissed: dismissed[item.id] ?? [])
            }
            .sorted { $0.row < $1.row }
    }
}

extension LocalItem {
    /// Creates an item from its row.
    init(_ item: ItemRow, isDaily: Bool, attributes: String?, words: String?, dismissed: [String]) {
        self.init(
            row: item.id, set: item.setID, title: item.title, note: item.note, location: item.location,
            time: item.savedAt, day: item.location == nil && isDaily ? item.day : nil, attributes: attributes,
            words: words, tags: item.tagIDs.rowIDs, dismissed: dismissed.sorted { ExactText($0) < ExactText($1) },
            modified: item.modifiedAt)
        isImported = item.importedFrom != nil || item.arrival?.isImported ?? false
        isTimeGiven = item.arrival?.hasTime ?? true
    }
}
