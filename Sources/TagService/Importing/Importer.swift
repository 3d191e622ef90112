internal import TagStore

/// Brings records into the database within one transaction, and remembers what it has looked up.
struct Importer {
    let writer: StoreWriter
    /// The set of what names none.
    let set: SetRow
    private(set) var report = ImportReport()
    private var tags: [String: Int64] = [:]
    private var sets: [String: ImportTarget] = [:]
    private var nextTagID: Int64?
    private var nextSelectionID: Int64?
    private var madeTags: Set<Int64> = []
    /// Frecencies of tags, as they are brought up by the saved selections and by what an export kept.
    private var frecencies: [Int64: Double?] = [:]
    private var keptFrecencies: [Int64: Double] = [:]
    /// The set of a new database, until the import touches it.
    private var untouchedSet: SetRow?
    private var hasChosen = false

    init(writer: StoreWriter, set: SetRow) throws {
        self.writer = writer
        self.set = set
        untouchedSet = try writer.reader.isNew() ? set : nil
        try writer.letIndexesWait()
    }

    /// Brings one entry, or says why not.
    mutating func take(_ entry: ImportReader.Entry, options: ImportOptions) throws {
        do {
            switch entry.record {
            case .success(let record): try bring(record)
            case .failure(let problem): throw problem
            }
        } catch let problem as ImportProblem {
            guard options.skipsInvalid else {
                throw TagServiceError.badImport(
                    source: options.source,
                    place: entry.place,
                    problem: problem.text
                )
            }
            report.skipped += 1
        }
    }

    private mutating func bring(_ record: ImportRecord) throws {
        let before = report
        switch record {
        case .tag(let tag): try bring(tag)
        case .set(let set): try bring(set)
        case .savedSelection(let selection): try bring(selection)
        }
        if before == report { report.unchanged += 1 }
    }

    private mutating func bring(_ selection: ImportedSelection) throws {
        let names = try selection.tags.map { try checked($0, of: .tag(nil)) }
        let label = try problem { () throws(TagServiceError) in
            try CheckedName.label(selection.label)
        }
        var target = try target(named: selection.set)
        let tagIDs = try names.map { try tagID(of: $0) }
        var row = SavedSelectionRow(
            id: 0,
            setID: target.id,
            label: label,
            savedAt: selection.savedAt,
            tagIDs: PackedTagIDs(tagIDs)
        )
        for id in tagIDs where !target.former.contains(id) { try target.add(id, with: writer) }
        sets[target.key] = target
        guard try writer.reader.idOfSame(as: row) == nil else { return }
        row.id = try newSelectionID()
        try writer.apply(.putSavedSelection(row))
        report.newSavedSelections += 1
        guard let savedAt = row.savedAt else { return }
        for id in row.tagIDs.rowIDs {
            frecencies[id] = StoredFrecency.adding(useAt: savedAt, to: try frecency(of: id))
        }
    }

    private mutating func bring(_ set: ImportedSet) throws {
        let tags = try set.tags.map { try checked($0, of: .tag(nil)) }
        let selected = try set.selected.map { try checked($0, of: .tag(nil)) }
        let former = try set.former.map { try checked($0, of: .tag(nil)) }
        try makeRoom(for: set)
        var target = try target(named: set.name)
        for name in tags + selected { try target.add(try tagID(of: name), with: writer) }
        for name in selected { try target.select(try tagID(of: name), with: writer) }
        target.former.formUnion(try former.map { try tagID(of: $0) })
        if let layout = set.layout, target.isNew { try target.keep(layout, with: writer) }
        if set.isChosen, target.isNew {
            hasChosen = true
            try writer.apply(.chooseSet(target.id))
        }
        sets[target.key] = target
    }

    private mutating func bring(_ tag: ImportedTag) throws {
        let name = try checked(tag.name, of: .tag(nil))
        let aliases = try tag.aliases.map { try checked($0, of: .alias(of: nil)) }
        let existing = try knownTagID(of: name)
        // A line may say an alias twice, also in two spellings.
        var named: Set = [name.key]
        let newAliases = try aliases.filter {
            try isNew(alias: $0, of: existing) && named.insert($0.key).inserted
        }
        let id = try existing ?? makeTag(name, otherUses: tag.uses ?? 0)
        for alias in newAliases { try TagService.insertAlias(alias, of: id, with: writer) }
        if existing != nil, let uses = tag.uses, var row = try writer.reader.tag(id: id),
            row.otherUses < uses
        {
            row.otherUses = uses
            try writer.apply(.putTag(row))
        }
        keptFrecencies[id] = tag.frecency
        for setName in tag.sets ?? [set.name] {
            var target = try target(named: setName)
            try target.add(id, with: writer)
            sets[target.key] = target
        }
    }

    /// Whether an alias must be made; it must not lead to another tag.
    private func isNew(alias: CheckedName, of tagID: Int64?) throws -> Bool {
        guard let other = try writer.reader.target(of: alias.key) else { return true }
        guard other.tag.id == tagID else {
            throw ImportProblem(
                "the alias '\(alias.text)' belongs to the tag '\(other.tag.name)' already"
            )
        }
        return false
    }

    /// Writes what is known only at the end: how recent the tags are.
    mutating func finish() throws {
        for (id, kept) in keptFrecencies {
            let own = try frecency(of: id)
            // An export's own number is exact for a tag that it made; otherwise the more recent one stands.
            frecencies[id] = madeTags.contains(id) ? kept : max(own ?? kept, kept)
        }
        for (id, frecency) in frecencies.sorted(by: { $0.key < $1.key })
        where try writer.reader.tag(id: id)?.frecency != frecency {
            try writer.apply(.setFrecency(tagID: id, frecency))
        }
        // An export of everything says which set is chosen; then its sets are all the sets that there are.
        if hasChosen, let untouchedSet { try writer.apply(.deleteSet(untouchedSet.id)) }
    }

    /// Lets the set of a new database stand where the import has it, and not before all others.
    private mutating func makeRoom(for set: ImportedSet) throws {
        guard let untouchedSet, report.newSets > 0, TagKey(set.name) == untouchedSet.key else {
            return
        }
        try writer.apply(.deleteSet(untouchedSet.id))
        self.untouchedSet = nil
    }
}

extension Importer {
    private func problem<Result>(_ body: () throws(TagServiceError) -> Result) throws -> Result {
        do throws(TagServiceError) {
            return try body()
        } catch {
            throw ImportProblem(error.description)
        }
    }

    private func checked(_ name: String, of thing: NamedThing) throws -> CheckedName {
        try problem { () throws(TagServiceError) in try CheckedName(name, of: thing) }
    }

    private mutating func tagID(of name: CheckedName) throws -> Int64 {
        try knownTagID(of: name) ?? makeTag(name)
    }

    private mutating func knownTagID(of name: CheckedName) throws -> Int64? {
        if let id = tags[name.key.text] { return id }
        guard let target = try writer.reader.target(of: name.key) else { return nil }
        tags[name.key.text] = target.tag.id
        return target.tag.id
    }

    private mutating func makeTag(_ name: CheckedName, otherUses: Int64 = 0) throws -> Int64 {
        let id = try nextTagID ?? writer.reader.lastID(of: .tag) + 1
        nextTagID = id + 1
        let row = TagRow(id: id, key: name.key, name: name.text, otherUses: otherUses)
        try writer.apply(.putTag(row))
        tags[name.key.text] = id
        madeTags.insert(id)
        report.newTags += 1
        return id
    }

    private mutating func newSelectionID() throws -> Int64 {
        let id = try nextSelectionID ?? writer.reader.lastID(of: .savedSelection) + 1
        nextSelectionID = id + 1
        return id
    }

    private mutating func frecency(of tagID: Int64) throws -> Double? {
        if let known = frecencies[tagID] { return known }
        let stored = try writer.reader.tag(id: tagID)?.frecency
        frecencies[tagID] = .some(stored)
        return stored
    }

    private mutating func touch(_ key: TagKey) {
        if key == untouchedSet?.key { untouchedSet = nil }
    }

    private mutating func target(named name: String?) throws -> ImportTarget {
        guard let name else {
            touch(set.key)
            return try sets[set.key.text] ?? ImportTarget(set, with: writer)
        }
        let checked = try checked(name, of: .set)
        touch(checked.key)
        if let target = sets[checked.key.text] { return target }
        if let row = try writer.reader.set(key: checked.key) {
            return try ImportTarget(row, with: writer)
        }
        let row = SetRow(
            id: try writer.reader.lastID(of: .set) + 1,
            key: checked.key,
            name: checked.text
        )
        try writer.apply(.putSet(row))
        report.newSets += 1
        return try ImportTarget(row, isNew: true, with: writer)
    }
}
