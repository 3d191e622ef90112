internal import GRDB
package import Sync
internal import TagCore

extension StoreWriter {
    /// Begins an exchange: loads what it needs, turns the changed rows into registers, and stops the journal.
    ///
    /// Then the caller merges the received registers (``SyncDraft/receive(_:from:isBase:)``), shows the state in the rows, and
    /// stores the draft (``store(_:)``), all in one transaction.
    ///
    /// - Parameters:
    ///   - received: The registers that will be merged; they aren't yet.
    ///   - isWhole: Whether to load all items, even if the changes don't need it.
    /// - Returns: The draft; `nil` if sync isn't set up.
    /// - Throws: SQLite's errors, and `RowError` for an invalid row.
    /// - Complexity: linear in the number of tags, and in that of the items that changes can affect.
    package func beginSync(receiving received: [Register] = [], isWhole: Bool = false) throws -> SyncDraft? {
        stopSyncJournal()
        let reader = StoreReader(database: database)
        guard let state = try reader.syncState() else { return nil }
        let draft = try SyncLoader(reader: reader, state: state, received: received, isWhole: isWhole).loaded()
        try clearSyncJournal()
        return draft
    }

    /// Shows and stores a draft that was read, and then changed without an exchange.
    func storeDerived(_ draft: inout SyncDraft) throws {
        try clearSyncJournal()
        _ = try show(&draft)
        try store(&draft)
    }
}

extension StoreReader {
    /// Returns the registers after local changes became registers, without storing them; `nil` if sync isn't set up.
    ///
    /// - Parameters:
    ///   - items: The rows of items to load, in addition to those that changed.
    ///   - isWhole: Whether to load all items.
    /// - Returns: The draft.
    /// - Throws: SQLite's errors, and `RowError` for an invalid row.
    func syncDraft(items: Set<Int64>, isWhole: Bool) throws -> SyncDraft? {
        guard let state = try syncState() else { return nil }
        return try SyncLoader(reader: self, state: state, received: [], isWhole: isWhole, items: items).loaded()
    }
}

extension StoreReader {
    /// Returns the rows that sync doesn't show exactly, one line each, after local changes became registers; `nil` if sync isn't
    /// set up.
    ///
    /// - Throws: SQLite's errors, and `RowError` for an invalid row.
    /// - Complexity: linear in the number of rows.
    package func syncDifferences() throws -> [String]? {
        guard let state = try syncState() else { return nil }
        return try SyncLoader(reader: self, state: state, received: [], isWhole: true).loaded()
            .differences(from: localContent(items: .all))
    }
}

extension StoreReader {
    /// Returns the implications that no device shows, because they would close a cycle (rule 6), by the names of their tags.
    ///
    /// - Throws: SQLite's errors, and `RowError` for an invalid row.
    /// - Complexity: linear in the number of tags.
    package func cyclicImplications() throws -> [(tag: String, implied: String)] {
        guard let state = try syncState() else { return [] }
        let shown = try SyncLoader(reader: self, state: state, received: [], isWhole: false).loaded().state
        return shown.conflicts
            .compactMap { conflict in
                guard case .cyclicImplication(let from, let to) = conflict, let tag = shown.tags[from]?.name,
                    let implied = shown.tags[to]?.name
                else { return nil }
                return (tag, implied)
            }
            .sorted { $0 < $1 }
    }
}

/// Loads the part of the registers that an exchange needs.
private struct SyncLoader {
    let reader: StoreReader
    let touched: TouchedRows
    let received: [Register]
    private let isWhole: Bool
    /// More rows of items to load.
    private let items: Set<Int64>
    /// The rows that become registers before the present ones.
    private let earlier: [EarlierRows]
    private var draft: SyncDraft
    private var numbers: ThingNumbers
    private var content: LocalContent

    init(reader: StoreReader, state: SyncState, received: [Register], isWhole: Bool, items: Set<Int64> = []) throws {
        self.reader = reader
        self.items = items
        self.received = received
        earlier = try UnsentSteps(reader, device: state.device)?.earlierRows() ?? []
        // Tags and sets may have had other names meanwhile.
        self.isWhole = isWhole || earlier.contains { !$0.touched.hasOnlyItems }
        touched = try reader.touchedRows(device: state.device)
        draft = SyncDraft(device: state.device, clock: state.clock)
        numbers = try reader.loadNamedThings(into: &draft)
        content = try reader.localContent(items: .rows([]))
    }

    /// Returns the draft after the changed rows became registers.
    func loaded() throws -> SyncDraft {
        var loader = self
        return try loader.load()
    }

    private mutating func load() throws -> SyncDraft {
        draft.refresh()
        if try isWhole || needsAllItems() {
            try reader.loadItems(nil, into: &draft, &numbers)
            content.items =
                try reader.localContent(items: .rows(Set((touched.stamps[.item] ?? [:]).keys).union(rowsOfHashes())))
                .items
        } else {
            draft.isWhole = false
            try loadSomeItems()
        }
        draft.refresh()
        draft.numbers = numbers.numbers
        for rows in earlier { draft.derive(rows.content, rows.touched) }
        draft.derive(content, touched)
        return draft
    }

    // MARK: Which items

    /// Returns whether changes of tags or sets can affect items that they don't name.
    private func needsAllItems() throws -> Bool {
        let state = draft.state
        let rows: [ThingKind: Set<Int64>] = [.tag: Set(content.tags.map(\.row)), .set: Set(content.sets.map(\.row))]
        for kind in [ThingKind.tag, .set] {
            for row in (touched.stamps[kind] ?? [:]).keys {
                let things = draft.rows.things(ofRow: row, kind: kind)
                let isShown = things.contains { state.shownIDs[$0].map { draft.rows.row(of: $0) == row } ?? false }
                // Deleted, merged, or restored.
                if rows[kind]?.contains(row) != true || !things.isEmpty && !isShown { return true }
            }
        }
        // A new tag or set for which items may wait, or that returns.
        for (kind, name, row) in content.tags.map({ (ThingKind.tag, $0.name, $0.row) })
            + content.sets.map({ (ThingKind.set, $0.name, $0.row) })
        where touched.stamps[kind]?[row] != nil && draft.rows.things(ofRow: row, kind: kind).isEmpty {
            if numbers.numbers[ThingID(kind: kind, key: [TagKey(name).text])] != nil { return true }
        }
        for set in content.sets where touched.stamps[.set]?[set.row] != nil {
            let shown = draft.rows.things(ofRow: set.row, kind: .set).compactMap { state.sets[$0] }.first
            if let shown, shown.isDaily != set.isDaily { return true }
        }
        // Only an item keeps a deleted tag or set.
        let isKept = draft.registers.things.keys.contains { thing in
            guard let known = rows[thing.kind], let row = draft.rows.row(of: thing), known.contains(row) else {
                return false
            }
            return !draft.registers.isAlive(thing)
        }
        return isKept || received.contains(where: affectsItems)
    }

    /// Returns whether a received register of a known tag or set changes how items are shown.
    private func affectsItems(_ register: Register) -> Bool {
        let thing = register.key.thing
        guard thing.kind == .tag || thing.kind == .set, numbers.numbers[thing] != nil else { return false }
        switch register.key.field {
        case .name, .deleted, .mergedInto, .kind:
            return draft.registers[register.key].map { $0 < register.content } ?? true
        default: return false
        }
    }

    /// Loads the items that changed or are received, and those with the same location or day.
    private mutating func loadSomeItems() throws {
        let changedRows = Set((touched.stamps[.item] ?? [:]).keys)
        content.items = try reader.localContent(items: .rows(changedRows)).items
        try reader.loadItems((ids: [], rows: changedRows), into: &draft, &numbers)
        var ids = Set(received.map(\.key.thing).filter { $0.kind == .item })
        ids.formUnion(try possibleIDs(of: content.items + earlier.flatMap(\.content.items)))
        try reader.loadItems((ids: ids, rows: []), into: &draft, &numbers)
        var other = try rowsAtKeys().subtracting(changedRows)
        other.formUnion(items.subtracting(changedRows))
        for id in ids { if let row = draft.rows.row(of: id), !changedRows.contains(row) { other.insert(row) } }
        try reader.loadItems((ids: [], rows: other), into: &draft, &numbers)
        content.items += try reader.localContent(items: .rows(other)).items
    }

    /// Returns the ids that new items may get.
    private func possibleIDs(of items: [LocalItem]) throws -> Set<ThingID> {
        let new = items.filter { draft.rows.things(ofRow: $0.row, kind: .item).isEmpty }
        guard !new.isEmpty else { return [] }
        let names = Dictionary(content.tags.map { ($0.row, $0.name) }) { first, _ in first }
        let sets = Dictionary(content.sets.map { ($0.row, $0.name) }) { first, _ in first }
        return try draft.possibleIDs(of: new) { tag in
            names[tag]
        } set: { set in
            let known = draft.rows.things(ofRow: set, kind: .set).first { draft.state.sets[$0] != nil }
            return known ?? ThingID(kind: .set, key: [TagKey(sets[set] ?? "").text])
        } isStored: { id in
            try reader.isStored(id)
        }
    }

    /// Returns the rows of the loaded items whose id a new item may get, if all items are loaded.
    private func rowsOfHashes() throws -> Set<Int64> {
        let items = try reader.localContent(items: .rows(Set((touched.stamps[.item] ?? [:]).keys))).items
        return Set(try possibleIDs(of: items).compactMap { draft.rows.row(of: $0) })
    }

    /// Returns the rows of the items that have the location or day of a changed or received one.
    private func rowsAtKeys() throws -> Set<Int64> {
        var rows: Set<Int64> = []
        for item in content.items + earlier.flatMap(\.content.items) {
            if let day = item.day { rows.formUnion(try reader.items(inSet: item.set, onDay: day).map(\.id)) }
        }
        for key in draft.itemKeys(receiving: received) {
            guard let set = draft.rows.row(of: key.set) else { continue }
            if let location = key.location {
                if let id = try reader.itemID(atLocation: location, inSet: set) { rows.insert(id) }
            } else if let day = key.day {
                rows.formUnion(try reader.items(inSet: set, onDay: day).map(\.id))
            }
        }
        return rows
    }
}
