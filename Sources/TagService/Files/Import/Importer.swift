internal import TagCore
internal import TagStore
internal import TextMeasurement

/// An import of records within one transaction.
///
/// The memory is limited regardless of the size of the file: see ``ImportCache`` and
/// ``ImportedFrecencies``.
struct Importer {
    let writer: StoreWriter
    /// The set for records without a set.
    let set: SetRow
    /// The entrance whose set is that of items without a set; `nil` for the set of the import.
    ///
    /// In a terminal, this holds only for items with a location.
    var entrance: Entrance?
    private var usualSet: SetRow?
    /// The current time in milliseconds since 1970.
    let now: Int64
    var report = ImportReport()
    /// The number of skipped notes and folders.
    var skippedNotes = 0
    /// The paths of the skipped notes and folders.
    var skippedPaths: Set<String> = []
    /// The place of the record that is being imported.
    private(set) var place = ImportPlace.line(0)
    private var cache = ImportCache()
    /// Whether an item was imported, or was already known.
    private(set) var hasItems = false
    /// Tags and aliases that were created but not written yet.
    private var newTags = NewTags()
    /// How often items spell each new tag, by its id.
    private var spellings: [Int64: [String: Int]] = [:]
    var frecencies: ImportedFrecencies
    private var nextTagID: Int64
    private var nextAliasID: Int64
    private let firstItemID: Int64
    var nextItemID: Int64
    /// The last set that existed before the import.
    private let lastSetID: Int64
    /// Sets that existed before the import and were empty when the import reached them.
    private var emptySets: Set<Int64> = []
    private var hasFormerTags = false
    /// The initial set of a new database, until the import changes it.
    private var untouchedSet: SetRow?
    private var hasChosen = false
    /// The number of items that were added or changed, by set.
    var itemsOfSets: [Int64: Int] = [:]
    /// The automatic rules that add tags to new items; `nil` to apply none.
    var rules: RuleMatcher?

    init(writer: StoreWriter, set: SetRow, now: Int64) throws {
        self.writer = writer
        self.now = now
        self.set = set
        untouchedSet = try writer.reader.isNew() ? set : nil
        nextTagID = try writer.reader.lastID(of: .tag) + 1
        nextAliasID = try writer.reader.lastID(of: .alias) + 1
        firstItemID = try writer.reader.lastID(of: .item) + 1
        nextItemID = firstItemID
        lastSetID = try writer.reader.lastID(of: .set)
        frecencies = ImportedFrecencies(firstCreatedTag: nextTagID)
        try writer.deferFullTextIndexing()
        // Items of an export may have several tags of a group that the export defines, and keep them.
        try writer.freezeGroups()
    }

    /// Imports an entry and records its error if it is invalid.
    ///
    /// - Parameters:
    ///   - entry: the entry.
    ///   - facts: facts about its item and the rules.
    ///   - options: the handling of invalid entries.
    /// - Throws: `TagServiceError.badImport` for too many invalid entries.
    mutating func importEntry(_ entry: ImportReader.Entry, _ facts: RuleFacts? = nil, options: ImportOptions) throws {
        place = entry.place
        do {
            switch entry.record {
            case .success(let record): try importRecord(options.isForModel ? anonymous(record) : record, facts, options)
            case .failure(let problem): throw problem
            }
        } catch let problem as ImportRecordError { try note(problem, at: entry.place, options) }
    }

    private mutating func importRecord(_ record: ImportRecord, _ facts: RuleFacts?, _ options: ImportOptions) throws {
        let before = report
        switch record {
        case .tag(let tag): try importTag(tag)
        case .set(let set): try importSet(set)
        case .item(let item):
            try importItem(item, facts, options)
            // Whether an item with a location changes is known only at the end.
            guard item.location == nil else { return }
        case .view(let name, let query): if try importView(name, query) { return }
        case .rule(let query, let tag, let isAutomatic): if try importRule(query, tag, isAutomatic) { return }
        case .group(let name, let tags): if try importGroup(name, tags) { return }
        case .ignored: break
        }
        let isUnchanged = before == report
        if case .tag(let tag) = record, !tag.implies.isEmpty {
            // Whether the line changes something is known only at the end.
            return try deferImplications(of: tag, isUnchanged: isUnchanged)
        }
        if isUnchanged { report.unchanged += 1 }
    }

    private mutating func importItem(_ item: ImportedItem, _ facts: RuleFacts?, _ options: ImportOptions) throws {
        hasItems = true
        let names = try item.tags?.map { try checked($0, of: .tag(nil)) }
        let isUntagged = names?.isEmpty ?? true
        if isUntagged, options.skipsUntagged || options.isForModel {
            report.untagged += 1
            return
        }
        guard names?.count ?? 0 <= ItemText.tagLimit else {
            throw ImportRecordError("an item can have at most 20,000 tags")
        }
        let location = try item.location.map { text in
            try problem { () throws(TagServiceError) in try CheckedName.location(text) }
        }
        let name = try item.set.map { try checked($0, of: .set) } ?? usualSet(for: location)
        let target = try target(named: name)
        // An item at a known location keeps its tags if none are given.
        let isKept = try names == nil && location.map { try hasTags($0, in: target.id) } ?? false
        if isUntagged, !isKept { report.untagged += 1 }
        let tagIDs = try names?.map { try tagID(ofItemTag: $0) }
        var fields = ItemFields(
            setID: target.id, title: item.title.map { storedTitle($0) }, savedAt: item.savedAt,
            tagIDs: tagIDs.map { PackedTagIDs($0) }, location: location, note: item.note.map { storedNote($0) },
            text: item.text)
        fields.givenTagIDs = tagIDs
        fields.day = item.day
        fields.isImported = true
        noteReading(of: item)
        fields.dismissed = try dismissedKeys(of: item)
        fields.isReviewed = item.isReviewed
        for id in tagIDs ?? [] { try addMember(id, to: target, unlessFormer: true) }
        keepBookmark(of: item, in: &fields)
        fields.ruleFacts = facts
        fields.checked = item.checked.flatMap { $0.check(ofItem: 0, now: now) }
        guard location == nil else { return try stage(fields, options) }
        try writeNewTags()
        var known = try idOfDuplicate(of: fields)
        // An earlier import may have saved the item when other rules or none applied.
        let isRuled = known == nil ? try applyRules(to: &fields) : false
        if isRuled { known = try idOfDuplicate(of: fields) }
        if known == nil, try keepOneOfEachGroup(in: &fields) { known = try idOfDuplicate(of: fields) }
        if let known {
            noteKnown(fields, as: known)
            _ = try dismiss(fields, of: known)
            _ = try markReviewed(fields, id: known)
            _ = try saveBookmark(of: fields, known, modifiedAt: nil)
            return
        }
        let row = fields.row(id: nextItemID, savedAt: now)
        nextItemID += 1
        try insert(row)
        _ = try dismiss(fields, of: row.id)
        _ = try markReviewed(fields, id: row.id)
        _ = try saveBookmark(of: fields, row.id, modifiedAt: nil)
    }

    /// Returns the set for an item without a set; `nil` for the set of the import.
    private mutating func usualSet(for location: String?) throws -> CheckedName? {
        guard let entrance, location != nil || entrance != .terminal else { return nil }
        let set = try usualSet ?? TagService.Sets.set(of: entrance, named: nil, with: writer)
        if usualSet == nil, set.id > lastSetID { report.newSets += 1 }
        usualSet = set
        return try checked(set.name, of: .set)
    }

    /// Returns the stored item without a location that has the same fields; without a time, any time is the same.
    private func idOfDuplicate(of fields: ItemFields) throws -> Int64? {
        let row = fields.row(id: 0, savedAt: now)
        return fields.savedAt == nil
            ? try writer.reader.idOfDuplicateAtAnyTime(of: row) : try writer.reader.idOfDuplicate(of: row)
    }

    /// Inserts a new item and counts the uses of its tags.
    mutating func insert(_ row: ItemRow) throws {
        var row = row
        try writer.keepOneOfEachGroup(in: &row, over: nil)
        row.givenTagIDs = nil
        row.pairedTagIDs = try writer.pairedTags(of: row.tagIDs)
        if row.pairedTagIDs != nil { report.partlyPaired += 1 }
        try writer.apply(.putItem(row))
        report.newItems += 1
        itemsOfSets[row.setID, default: 0] += 1
        list(row, .new)
        guard let savedAt = row.savedAt else { return }
        for id in row.tagIDs.rowIDs { try frecencies.add(useAt: savedAt, of: id, with: writer) }
    }

    private mutating func importSet(_ set: ImportedSet) throws {
        let tags = try set.tags.map { try checked($0, of: .tag(nil)) }
        let selected = try set.selected.map { try checked($0, of: .tag(nil)) }
        let former = try set.former.map { try checked($0, of: .tag(nil)) }
        let name = try checked(set.name, of: .set)
        try makeRoom(for: name)
        let target = try target(named: name)
        for name in tags + selected { try addMember(try tagID(of: name), to: target) }
        let formerIDs = try former.map { try tagID(of: $0) }
        try writeNewTags()
        for name in selected { try target.select(try tagID(of: name), with: writer) }
        for id in formerIDs {
            hasFormerTags = true
            try writer.recordFormerMember(tagID: id, setID: target.id)
        }
        if target.isNew, set.layout != nil || set.isDaily != nil {
            try target.save(set.layout, isDaily: set.isDaily, with: writer)
        }
        if set.isChosen, target.isNew {
            hasChosen = true
            try writer.apply(.chooseSet(target.id))
        }
    }

    private mutating func importTag(_ tag: ImportedTag) throws {
        let name = try checked(tag.name, of: .tag(nil))
        let aliases = try tag.aliases.compactMap { alias in try keeping(tag) { try checked(alias, of: .alias(of: nil)) }
        }
        let sets = try tag.sets?.map { try checked($0, of: .set) }
        let distinct = try tag.distinct.map { try tagID(distinctFrom: $0) }
        let description = try tag.description.map { text in
            try problem { () throws(TagServiceError) in try TagService.Tags.checkedDescription(text) }
        }
        for implied in tag.implies { _ = try checked(implied, of: .tag(nil)) }
        let existing = try knownTagID(of: name)
        // The queries below need tags that may not be written yet.
        if existing != nil, tag.uses != nil || tag.frecency != nil { try writeNewTags() }
        var keys: Set<TagKey> = [name.key]
        let newAliases = try aliases.filter { alias in
            try keys.insert(alias.key).inserted && keeping(tag) { try isNew(alias: alias, of: existing) } ?? false
        }
        let id = try existing ?? makeTag(name, otherUses: tag.uses ?? 0, frecency: tag.frecency)
        for alias in newAliases { try makeAlias(alias, of: id) }
        if existing != nil, let uses = tag.uses, var row = try writer.reader.tag(id: id), row.otherUses < uses {
            row.otherUses = uses
            try writer.apply(.putTag(row))
        }
        if let frecency = tag.frecency {
            if existing == nil { frecencies.settle(id) } else { try frecencies.keep(frecency, of: id, with: writer) }
        }
        try distinguish(id, from: distinct)
        try describe(id, as: description, color: tag.color)
        for target in try sets.map({ try $0.map { try target(named: $0) } }) ?? [target(named: nil)] {
            try addMember(id, to: target)
            guard tag.isSelected else { continue }
            try writeNewTags()
            try target.select(id, with: writer)
        }
    }

    /// Returns the result of checking an alias, or `nil` if the alias is invalid and the tag drops invalid aliases.
    private func keeping<Result>(_ tag: ImportedTag, _ check: () throws -> Result) throws -> Result? {
        do { return try check() } catch let problem as ImportRecordError {
            guard tag.dropsBadAliases else { throw problem }
            return nil
        }
    }

    /// Returns whether an alias must be created.
    ///
    /// - Throws: ``ImportRecordError`` if it belongs to another tag.
    private func isNew(alias: CheckedName, of tagID: Int64?) throws -> Bool {
        guard let other = try owner(of: alias.key) else { return true }
        guard other.id == tagID else {
            throw ImportRecordError("the alias \(alias.text.quoted) already belongs to the tag \(other.name.quoted)")
        }
        return false
    }

    /// Returns the tag with a key or alias, even if the tag isn't written yet.
    private func owner(of key: TagKey) throws -> (id: Int64, name: String)? {
        if let id = newTags.id(ofKey: key.text) {
            return (id, try newTags.name(of: id) ?? writer.reader.tag(id: id)?.name ?? "")
        }
        return try writer.reader.target(of: key).map { ($0.tag.id, $0.tag.name) }
    }

    /// Completes the import: adds implications, items and frecencies.
    mutating func finish(_ options: ImportOptions) throws {
        try writeNewTags()
        try chooseSpellings()
        try addImplications(options)
        rules?.forgetTags()
        try requireNoErrors(options)
        try saveItems(options)
        try frecencies.write(with: writer)
        // A file that specifies the chosen set is a whole export, so a new database gets exactly its sets.
        if hasChosen, let untouchedSet { try writer.apply(.deleteSet(untouchedSet.id)) }
        if !hasChosen, untouchedSet != nil { try chooseFirstSet() }
        if hasFormerTags { try writer.clearFormerMembers() }
        if !writer.displacedTags.isEmpty { report.fieldChanges.displacedTags.add(writer.displacedTags.count, at: nil) }
        report.sets = try namesOfSets()
    }

    /// The identifiers of the new items.
    var newItems: Range<Int64> { firstItemID..<nextItemID }

    /// Deletes the unchanged initial set of a new database when another set comes first in the
    /// file, to preserve the order of the file.
    private mutating func makeRoom(for set: CheckedName) throws {
        guard let untouchedSet, report.newSets > 0, set.key == untouchedSet.key else { return }
        try writer.apply(.deleteSet(untouchedSet.id))
        self.untouchedSet = nil
    }
}

extension Importer {
    private func problem<Result>(_ body: () throws(TagServiceError) -> Result) throws -> Result {
        do throws(TagServiceError) { return try body() } catch { throw ImportRecordError(error.description) }
    }

    func checked(_ name: String, of kind: NamedItem) throws -> CheckedName {
        try problem { () throws(TagServiceError) in try CheckedName(name, of: kind) }
    }

    mutating func tagID(of name: CheckedName) throws -> Int64 { try knownTagID(of: name) ?? makeTag(name) }

    /// Returns the tag of an item, and counts its spelling if no other record names it.
    private mutating func tagID(ofItemTag name: CheckedName) throws -> Int64 {
        let known = try knownTagID(of: name)
        let id = try known ?? makeTag(name)
        if known == nil, spellings.count < Self.spelledTags { spellings[id] = [:] }
        spellings[id]?[name.text, default: 0] += 1
        return id
    }

    /// Gives each new tag the most common of its spellings; at a tie, the first stays.
    private mutating func chooseSpellings() throws {
        for (id, counts) in spellings where counts.count > 1 {
            guard var row = try writer.reader.tag(id: id) else { continue }
            let common = counts.filter { TagKey($0.key) == row.key }.max { ($0.value, $1.key) < ($1.value, $0.key) }
            guard let common, common.value > counts[row.name] ?? 0 else { continue }
            report.newTagNames = report.newTagNames.map { $0 == row.name ? common.key : $0 }
            row.name = common.key
            try writer.apply(.putTag(row))
        }
        spellings = [:]
    }

    /// The maximum number of new tags whose spellings are counted.
    private static let spelledTags = 100_000

    mutating func knownTagID(of name: CheckedName) throws -> Int64? {
        if let id = cache.tagID(ofKey: name.key.text) { return id }
        if let id = newTags.id(ofKey: name.key.text) { return id }
        guard let id = try writer.reader.tagID(of: name.key) else { return nil }
        cache.insert(tagID: id, ofKey: name.key.text)
        return id
    }

    private mutating func makeTag(_ name: CheckedName, otherUses: Int64 = 0, frecency: Double? = nil) throws -> Int64 {
        let id = nextTagID
        nextTagID += 1
        let row = TagRow(id: id, key: name.key, name: name.text, otherUses: otherUses, frecency: frecency)
        if newTags.isFull { try writeNewTags() }
        newTags.append(row)
        rules?.forget(name.key)
        cache.insert(tagID: id, ofKey: name.key.text)
        report.newTags += 1
        if report.newTagNames.count < Self.listedErrors { report.newTagNames.append(name.text) }
        return id
    }

    private mutating func makeAlias(_ name: CheckedName, of tagID: Int64) throws {
        if newTags.isFull { try writeNewTags() }
        newTags.append(AliasRow(id: nextAliasID, key: name.key, name: name.text, tagID: tagID))
        nextAliasID += 1
        rules?.forget(name.key)
    }

    /// Writes the new tags and aliases with their memberships.
    mutating func writeNewTags() throws {
        try writer.insert(newTags)
        newTags.removeAll()
    }

    /// Adds a tag to a set unless it is already a member.
    mutating func addMember(_ id: Int64, to target: ImportTarget, unlessFormer: Bool = false) throws {
        guard !cache.isMember(id, ofSet: target.id) else { return }
        if newTags.contains(id) {
            // The cache may have been emptied in the meantime.
            if !newTags.hasMember(id, ofSet: target.id) {
                newTags.append(try target.nextMember(id))
                if newTags.isFull { try writeNewTags() }
            }
        } else if try writer.reader.member(setID: target.id, tagID: id) == nil {
            if unlessFormer, hasFormerTags, try writer.isFormerMember(tagID: id, setID: target.id) { return }
            try target.add(id, with: writer)
        }
        cache.insert(member: id, ofSet: target.id)
    }

    mutating func target(named name: CheckedName?) throws -> ImportTarget {
        let key = name?.key ?? set.key
        if key == untouchedSet?.key { untouchedSet = nil }
        if let target = cache.target(ofKey: key.text) { return target }
        try writeNewTags()
        let row = try name.map { try self.row(ofSet: $0) } ?? set
        if row.id <= lastSetID, row.layout == "{}", !row.isDaily, try writer.isEmpty(setID: row.id) {
            emptySets.insert(row.id)
        }
        let isNew = row.id > lastSetID || emptySets.contains(row.id)
        let target = try ImportTarget(row, isNew: isNew, with: writer)
        cache.insert(target, ofKey: key.text)
        return target
    }

    /// Returns the row of a set, creating it if it doesn't exist.
    private mutating func row(ofSet name: CheckedName) throws -> SetRow {
        if let row = try writer.reader.set(key: name.key) { return row }
        let row = SetRow(id: try writer.reader.lastID(of: .set) + 1, key: name.key, name: name.text)
        try writer.apply(.putSet(row))
        report.newSets += 1
        return row
    }
}

/// Reporting invalid lines, and anonymizing records for a model.
extension Importer {
    /// The maximum number of errors in an error message.
    static let listedErrors = 10
    /// The maximum number of errors in a report.
    private static let reportedErrors = 1_000

    /// Records an invalid line; the eleventh stops the import unless invalid lines are skipped.
    mutating func note(_ problem: ImportRecordError, at place: ImportPlace, _ options: ImportOptions) throws {
        report.skipped += 1
        if case .file(let path, _) = place {
            skippedNotes += 1
            skippedPaths.insert(path)
        }
        if report.errors.count < Self.reportedErrors { report.errors.append(ImportError(place, problem: problem.text)) }
        if report.skipped > Self.listedErrors { try requireNoErrors(options) }
    }

    /// Throws the recorded errors, unless invalid lines are skipped.
    func requireNoErrors(_ options: ImportOptions) throws {
        guard !options.skipsInvalid, !report.errors.isEmpty else { return }
        throw TagServiceError.badImport(
            name: options.name, errors: Array(report.errors.prefix(Self.listedErrors)),
            hasMore: report.errors.count > Self.listedErrors)
    }

    /// Returns a record without the data that a model must not contain.
    ///
    /// Items get an artificial time, so that identical items remain separate.
    func anonymous(_ record: ImportRecord) -> ImportRecord {
        switch record {
        case .tag(var tag):
            (tag.sets, tag.frecency, tag.isSelected, tag.distinct) = ([], nil, false, [])
            (tag.implies, tag.description, tag.color) = ([], nil, nil)
            return .tag(tag)
        case .set: return .set(ImportedSet(name: set.name))
        case .item(var item):
            (item.savedAt, item.set, item.day) = (nextItemID, nil, nil)
            // Items of different people at one location stay apart.
            item.text = [item.note, item.location.map(SearchText.withoutScheme), item.text].compactMap(\.self)
                .joined(separator: "\n")
            (item.location, item.note, item.dismissed, item.isReviewed) = (nil, nil, [], false)
            (item.attributes, item.folders, item.checked) = ([:], [], nil)
            return .item(item)
        case .view, .rule, .group, .ignored: return record
        }
    }
}
