internal import Foundation
internal import TagCore
internal import TagStore

/// Importing items with a location.
///
/// The items are saved at the end of the import, because a file may contain a location several
/// times. This way, importing the same file again changes nothing.
extension Importer {
    /// Stages an item until the end of the import.
    mutating func stage(_ fields: ItemFields, _ options: ImportOptions) throws {
        try adopt(fields, options.importedFrom)
        switch try writer.stageItem(fields, newID: nextItemID) {
        case .new: nextItemID += 1
        case .known: break
        case .joined(let earlier, let joined): noteJoined(fields, with: earlier, as: joined)
        }
    }

    /// Changes the location of an item saved under the absolute path of a file to the path relative to the imported folder.
    ///
    /// Otherwise, the import would create a second item for the same file.
    private func adopt(_ fields: ItemFields, _ importedFrom: String?) throws {
        guard let importedFrom, let location = fields.location, !location.contains("://"),
            let id = try writer.reader.itemID(
                atLocation: "\(importedFrom == "/" ? "" : importedFrom)/\(location)", inSet: fields.setID),
            var old = try writer.reader.item(id: id), old.importedFrom == nil,
            try writer.reader.itemID(atLocation: location, inSet: fields.setID) == nil
        else { return }
        (old.location, old.importedFrom) = (location, importedFrom)
        try writer.apply(.putItem(old))
    }

    /// Saves all staged items, and deletes items that the imported file or folder no longer contains.
    mutating func saveItems(_ options: ImportOptions) throws {
        var last: Int64 = 0
        while true {
            let staged = try writer.stagedItems(after: last, limit: Self.itemsPerBatch)
            guard let end = staged.last?.id else { break }
            last = end
            for (id, fields) in staged { try save(fields, newID: id, options) }
        }
        // A skipped line may be an item that still exists, and an empty folder may be an unmounted disk.
        if options.prunes, report.skipped == skippedNotes, hasItems, let importedFrom = options.importedFrom {
            let missing = try writer.deleteItems(importedFrom: importedFrom, inSet: set.id, keeping: skippedPaths)
            report.deleted = missing.deleted
            report.kept = missing.kept
        }
        try writer.clearStagedItems()
    }

    /// Returns the keys of the tags that are dismissed for an item.
    ///
    /// - Throws: ``ImportRecordError`` for an invalid name, or for too many.
    func dismissedKeys(of item: ImportedItem) throws -> [String] {
        let keys = Set(try item.dismissed.map { try checked($0, of: .tag(nil)).key.text })
        guard keys.count <= TagService.Items.dismissedLimit else {
            throw ImportRecordError("an item can have at most 1,000 dismissed tags")
        }
        return keys.sorted()
    }

    /// Records the dismissed tags of an item, up to the maximum number, and returns whether any is new.
    func dismiss(_ fields: ItemFields, of id: Int64) throws -> Bool {
        guard !fields.dismissed.isEmpty else { return false }
        let known = Set(try writer.reader.dismissedTags(ofItem: id).map(\.key))
        let new = fields.dismissed.filter { !known.contains($0) }
            .prefix(max(0, TagService.Items.dismissedLimit - known.count))
        for key in new { try writer.apply(.putDismissedTag(DismissedTag(itemID: id, keyText: key))) }
        return !new.isEmpty
    }

    /// Marks an item as reviewed if a line of the file does, and returns whether it wasn't before.
    func markReviewed(_ fields: ItemFields, id: Int64) throws -> Bool {
        guard fields.isReviewed, try writer.reader.reviewedItem(id) == nil else { return false }
        try writer.apply(.putReviewedItem(ReviewedItem(itemID: id, reviewedAt: now)))
        return true
    }

    /// Records the check of an item's location if it is newer than the stored check; returns whether it is.
    private func saveCheck(of fields: ItemFields, _ id: Int64) throws -> Bool {
        // The stored location may differ, because tracking parameters don't replace it.
        guard var check = fields.checked, try writer.reader.item(id: id)?.location == fields.location else {
            return false
        }
        let old = try writer.reader.linkCheck(ofItem: id)
        guard old.map({ $0.checkedAt < check.checkedAt }) ?? true else { return false }
        check.itemID = id
        try writer.apply(.putLinkCheck(check))
        return true
    }

    /// Adds an item to the report if the report lists items.
    mutating func list(_ row: ItemRow, _ kind: ImportedItemChange.Kind, changed: [String] = []) {
        guard report.items?.count ?? Self.listedItems < Self.listedItems else { return }
        report.items?.append(ImportedItemChange(kind: kind, title: row.title, location: row.location, changed: changed))
    }

    /// Counts an item without a location that is already stored, or that an earlier line of the file has added.
    mutating func noteKnown(_ fields: ItemFields, as id: Int64) {
        if newItems.contains(id) {
            noteJoined(fields, with: fields, as: fields)
        } else {
            report.unchanged += 1
            report.stored += 1
        }
    }

    /// Counts an item that is joined with an earlier item of the file, and lists the fields that change or are lost.
    private mutating func noteJoined(_ item: ItemFields, with earlier: ItemFields, as joined: ItemFields) {
        report.joined += 1
        guard canListLine else { return }
        var change = ImportedItemChange(kind: .joined, title: joined.title ?? "", location: joined.location)
        change.place = place.description
        change.changed = joined.fields(differentFrom: earlier)
        change.lost = item.losses(in: joined)
        report.lines.append(change)
    }

    /// Counts and lists an item whose tags were split at spaces, and counts a time that isn't understood.
    mutating func noteReading(of item: ImportedItem) {
        if item.unreadTime != nil { report.fieldChanges.unreadTimes.add(at: place.description) }
        guard item.isSplitAtSpaces else { return }
        report.splitAtSpaces += 1
        guard canListLine else { return }
        var change = ImportedItemChange(kind: .split, title: ItemText.title(item.title ?? ""), location: item.location)
        change.place = place.description
        change.tags = Array((item.tags ?? []).prefix(100))
        report.lines.append(change)
    }

    private var canListLine: Bool { report.lines.count < (report.items == nil ? Self.listedItems : Self.listedLines) }

    /// Returns a title as it is stored, and counts the changes.
    mutating func storedTitle(_ text: String) -> String {
        let stored = ItemText.storedTitle(text)
        if stored.isCut { report.fieldChanges.cutTitles.add(at: place.description) }
        if stored.hasReplacements { report.fieldChanges.replacedCharacters.add(at: place.description) }
        return stored.text
    }

    /// Returns a note as it is stored, and counts the changes.
    mutating func storedNote(_ text: String) -> String {
        let stored = ItemText.storedNote(text)
        if stored.isCut { report.fieldChanges.cutNotes.add(at: place.description) }
        if stored.hasReplacements { report.fieldChanges.replacedCharacters.add(at: place.description) }
        return stored.text
    }

    /// Returns whether a stored item has tags.
    func hasTags(_ location: String, in setID: Int64) throws -> Bool {
        let id = try writer.reader.itemID(atLocation: location, inSet: setID)
        return try id.flatMap { try writer.reader.item(id: $0) }?.tagIDs.ids.isEmpty == false
    }

    /// The maximum number of listed items.
    private static let listedItems = 1_000
    /// The maximum number of listed lines if the report lists items.
    private static let listedLines = 10_000

    /// The number of items in memory at a time.
    private static let itemsPerBatch = 500

    private mutating func save(_ fields: ItemFields, newID: Int64, _ options: ImportOptions) throws {
        var fields = fields
        // A stored item gets them too, so that importing a file again changes nothing, unless it keeps its stored tags.
        if newItems.contains(newID) || fields.tagIDs != nil { try applyRules(to: &fields) }
        fields.importedFrom = options.importedFrom
        fields.keepsMilliseconds = true
        guard let new = try writer.replaceItem(with: fields, at: now) else {
            try insert(fields.row(id: newID, savedAt: now))
            _ = try dismiss(fields, of: newID)
            _ = try markReviewed(fields, id: newID)
            _ = try saveBookmark(of: fields, newID, modifiedAt: nil)
            _ = try saveCheck(of: fields, newID)
            return
        }
        let isDismissing = try dismiss(fields, of: new.row.id)
        let isReviewing = try markReviewed(fields, id: new.row.id)
        let bookmark = try saveBookmark(of: fields, new.row.id, modifiedAt: new.row.modifiedAt)
        let isChecked = try saveCheck(of: fields, new.row.id)
        guard new.isChanged || isDismissing || isReviewing || isChecked || !bookmark.isEmpty else {
            report.unchanged += 1
            report.stored += 1
            return
        }
        report.replaced += 1
        itemsOfSets[new.row.setID, default: 0] += 1
        list(new.row, .changed, changed: ItemFields(new.row).fields(differentFrom: ItemFields(new.old)) + bookmark)
        guard let savedAt = new.row.savedAt else { return }
        for id in new.addedTags { try frecencies.add(useAt: savedAt, of: id, with: writer) }
    }
}

/// Differences between the items of an import.
extension ItemFields {
    /// The fields of a stored item.
    fileprivate init(_ row: ItemRow) {
        self.init(
            setID: row.setID, title: row.title, savedAt: row.savedAt, tagIDs: row.tagIDs, location: row.location,
            note: row.note)
    }

    /// Returns the names of the fields that differ from those of another item.
    fileprivate func fields(differentFrom other: ItemFields) -> [String] {
        var names: [String] = []
        if title ?? "" != other.title ?? "" { names.append("title") }
        if note ?? "" != other.note ?? "" { names.append("note") }
        if savedAt != other.savedAt { names.append("at") }
        if tagIDs?.ids ?? [] != other.tagIDs?.ids ?? [] { names.append("tags") }
        if bookmark.folders != other.bookmark.folders { names.append("folders") }
        if bookmark.attributes != other.bookmark.attributes { names.append("attributes") }
        return names
    }

    /// Returns the fields that an item joined from this item and an earlier one doesn't have, with their values.
    fileprivate func losses(in joined: ItemFields) -> [String: String] {
        var losses: [String: String] = [:]
        if let title, !title.isEmpty, title != joined.title { losses["title"] = title }
        if let note, !note.isEmpty, note != joined.note { losses["note"] = note }
        if let savedAt, savedAt != joined.savedAt { losses["at"] = Timestamp.text(savedAt) }
        if !bookmark.folders.isEmpty, bookmark.folders != joined.bookmark.folders {
            losses["folders"] = bookmark.folders.joined(separator: " / ")
        }
        // The time and the kind of the folder follow from the other fields.
        let implied = ["last_modified"] + ItemBookmark.folderKinds
        let other = bookmark.attributes.filter {
            !implied.contains($0.key) && joined.bookmark.attributes[$0.key] != $0.value
        }
        if !other.isEmpty { losses["attributes"] = other.keys.sorted().joined(separator: ", ") }
        return losses.mapValues { String($0.prefix(200)) }
    }
}

/// Importing rules, and applying them to imported items.
extension Importer {
    /// Adds a rule, unless there is one with the query and tag; returns whether it was added.
    mutating func importRule(_ query: String, _ tag: String, _ isAutomatic: Bool) throws -> Bool {
        let name = try checked(tag, of: .tag(nil))
        let query = try checked(query: query)
        let id = try tagID(of: name)
        try writeNewTags()
        guard try writer.reader.rule(query: query, tagID: id) == nil else { return false }
        guard try writer.reader.ruleCount() < TagService.Rules.ruleLimit else {
            throw ImportRecordError("there can be at most 1,000 rules")
        }
        let row = RuleRow(
            id: try writer.reader.lastID(of: .rule) + 1, query: query, tagID: id, isAutomatic: isAutomatic)
        try writer.apply(.putRule(row))
        rules?.forgetRules()
        return true
    }

    private func checked(query: String) throws -> String {
        try checked { () throws(TagServiceError) in try TagService.Rules.checkedQuery(query) }
    }

    /// Returns a checked query; converts its error to that of a record.
    func checked(_ query: () throws(TagServiceError) -> String) throws -> String {
        do throws(TagServiceError) { return try query() } catch { throw ImportRecordError(error.description) }
    }

    /// Adds the tags of the automatic rules that match an item; returns whether there are any.
    @discardableResult mutating func applyRules(to fields: inout ItemFields) throws -> Bool {
        guard rules != nil, let set = try writer.reader.set(id: fields.setID) else { return false }
        // The rules may name tags that aren't written yet.
        try writeNewTags()
        var subject = RuleSubject(fields.row(id: 0, savedAt: now), in: set, now: now)
        let reader = writer.reader
        let tagIDs = fields.tagIDs ?? PackedTagIDs([])
        let matching =
            try rules?.rules(matching: &subject, fields.ruleFacts, in: reader)
            .prefix(max(0, ItemText.tagLimit - tagIDs.ids.count)) ?? []
        guard !matching.isEmpty else { return false }
        let target = try target(named: CheckedName(set.name, of: .set))
        for rule in matching { try addMember(rule.tagID, to: target) }
        // A given tag displaces those of rules, and the first rule those of others.
        fields.givenTagIDs = matching.map(\.tagID).reversed() + (fields.givenTagIDs ?? tagIDs.rowIDs)
        fields.tagIDs = PackedTagIDs(tagIDs.rowIDs + matching.map(\.tagID))
        return true
    }

    /// Leaves out the tags of a new item that later ones of their groups displace; returns whether there are any.
    mutating func keepOneOfEachGroup(in fields: inout ItemFields) throws -> Bool {
        var row = fields.row(id: nextItemID, savedAt: now)
        try writer.keepOneOfEachGroup(in: &row, over: nil)
        guard row.tagIDs != fields.tagIDs ?? PackedTagIDs([]) else { return false }
        (fields.tagIDs, fields.givenTagIDs) = (row.tagIDs, nil)
        return true
    }

    /// Makes a group of tags, which are created if they don't exist; returns whether it changed.
    ///
    /// Items of the import keep to the groups that existed before it.
    mutating func importGroup(_ name: String, _ tags: [String]) throws -> Bool {
        let name = try checked(name, of: .group)
        guard (1...TagService.Tags.groupLimit).contains(tags.count) else {
            throw ImportRecordError("a group has 1 to 1,000 tags")
        }
        var ids: [Int64] = []
        for tag in tags {
            let id = try tagID(of: checked(tag, of: .tag(nil)))
            if !ids.contains(id) { ids.append(id) }
        }
        try writeNewTags()
        let before = try writer.groups()
        do { _ = try TagService.Tags.putGroup(name, of: ids, with: writer) } catch let error as TagServiceError {
            throw ImportRecordError(error.description)
        }
        return try writer.groups() != before
    }
}

/// The entries of an import with rules, read and compared with the queries of the rules before its transaction.
///
/// Other processes can't write while a transaction runs, and comparing many items with many rules takes longer than
/// writing them. So the entries wait in a temporary file, each with its ``RuleFacts``, which don't depend on the
/// database. The transaction looks up the tags and sets of the few rules that may still match. It reads the rules
/// again, and compares those that were added in the meantime with the items, so the result is that of a comparison
/// within the transaction.
///
/// ```swift
/// let prepared = try service.files.prepareImport(options) { try file.next() }
/// let report = try service.files.importData(prepared)
/// ```
package struct PreparedImport: Sendable {
    let options: ImportOptions
    let plan: RulePlan
    let unusedColumns: [String]
    private let entries: TemporaryFile

    /// An entry as the file stores it.
    private struct Entry: Codable {
        var place: ImportPlace
        var record: ImportRecord?
        /// The problem of an entry without a record.
        var problem: String?
        var facts: RuleFacts?
    }

    /// The number of bytes in memory that are written to the file together.
    private static let partSize = 256 << 10
    /// The maximum number of different queries; more rules than are possible are an error of the transaction.
    private static let queryLimit = 2 * TagService.Rules.ruleLimit

    /// Reads all entries and compares their items with the rules.
    ///
    /// - Parameters:
    ///   - options: the options of the import.
    ///   - queries: the queries of the stored automatic rules.
    ///   - now: the current time in milliseconds since 1970.
    ///   - read: passes each entry to a function, and returns the columns that aren't imported.
    /// - Throws: ``TemporaryFile/NoRoom``, and the errors of `read`.
    /// - Complexity: linear in the number of entries times the number of terms of the rules.
    init(
        _ options: ImportOptions, queries: [String], now: Int64,
        _ read: (_ add: (ImportReader.Entry) throws -> Void) throws -> [String]
    ) throws {
        let (file, encoder) = (try TemporaryFile(), JSONEncoder())
        var plan = RulePlan(now: now)
        for query in queries { _ = plan.number(of: query) }
        var part: [UInt8] = []
        unusedColumns = try read { entry in
            part += try encoder.encode(Self.entry(entry, &plan)) + [0x0A]
            guard part.count >= Self.partSize else { return }
            try file.append(part)
            part.removeAll(keepingCapacity: true)
        }
        try file.append(part)
        self.options = options
        self.plan = plan
        entries = file
    }

    private static func entry(_ entry: ImportReader.Entry, _ plan: inout RulePlan) -> Entry {
        switch entry.record {
        case .failure(let problem): return Entry(place: entry.place, problem: problem.text)
        case .success(let record):
            if case .rule(let query, _, true) = record, plan.queryCount < queryLimit {
                // Later items of the file get its tag.
                do { _ = plan.number(of: try TagService.Rules.checkedQuery(query)) } catch {
                    return Entry(place: entry.place, problem: error.description)
                }
            }
            return Entry(place: entry.place, record: record, facts: facts(of: record, &plan))
        }
    }

    private static func facts(of record: ImportRecord, _ plan: inout RulePlan) -> RuleFacts? {
        guard case .item(let item) = record, var subject = RuleSubject(item, now: plan.now) else { return nil }
        return plan.facts(of: &subject)
    }

    /// Calls a function with each entry in order, and the facts about its item.
    func forEachEntry(_ body: (ImportReader.Entry, RuleFacts?) throws -> Void) throws {
        let (reading, decoder) = (entries.reading(), JSONDecoder())
        var lines = LineBuffer(limit: .max)
        while case .text(let line)? = try lines.next({ try reading.next() ?? [] }) {
            let entry = try decoder.decode(Entry.self, from: Data(line))
            let record = entry.record.map(Result.success) ?? .failure(ImportRecordError(entry.problem ?? ""))
            try body((entry.place, record), entry.facts)
        }
    }
}

extension RuleSubject {
    /// Creates the subject of an imported item, without its tags and set; `nil` if its location is invalid.
    fileprivate init?(_ item: ImportedItem, now: Int64) {
        // The transaction reports an invalid location.
        guard item.location.map(CheckedName.isLocation) ?? true else { return nil }
        self.init(
            title: item.title.map(ItemText.title) ?? "", location: item.location,
            note: item.note.map(ItemText.note) ?? "", set: nil, savedAt: item.savedAt ?? now)
    }
}

/// The sets of the imported items.
extension Importer {
    /// Returns the names of the sets with added or changed items, most items first; empty if there is only one set.
    func namesOfSets() throws -> [String] {
        let sets = try writer.reader.sets()
        guard sets.count > 1 else { return [] }
        return sets.compactMap { set in itemsOfSets[set.id].map { (name: set.name, count: $0) } }
            .sorted { ($1.count, $0.name) < ($0.count, $1.name) }.map(\.name)
    }
}
