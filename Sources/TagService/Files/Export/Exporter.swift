internal import JSON
internal import TagCore
internal import TagStore
internal import TextMeasurement

/// A writer of the lines of an export, in pieces and from one snapshot.
final class Exporter {
    private let reader: StoreReader
    private let write: ([UInt8]) throws -> Void
    private var piece: [UInt8] = []
    private var names: [Int64: ExportedName] = [:]

    /// The number of bytes that are buffered before they are written.
    private static let pieceSize = 1 << 16
    /// The maximum number of tag names in memory.
    private static let maximumNames = 20_000
    /// The maximum number of bytes of names on one line, well below the line limit of imports.
    private static let maximumListed = 2 << 20

    init(reader: StoreReader, write: @escaping ([UInt8]) throws -> Void) {
        self.reader = reader
        self.write = write
    }

    /// Writes all tags with their aliases.
    func exportTags() throws {
        let (hasDistinctPairs, hasDetails) = (try reader.hasDistinctPairs(), try reader.hasDetails())
        try reader.forEachTagByKey { tag in
            var record = JSONRecord()
            record.tag = tag.name
            record.uses = tag.otherUses == 0 ? nil : UseCount(tag.otherUses)
            record.frecency = tag.frecency
            if hasDistinctPairs {
                // The other tags don't exist yet when an import reads this one.
                let others = try reader.namesOfEarlierDistinctTags(from: tag)
                if !others.isEmpty { record.distinct = others }
            }
            if hasDetails, let detail = try reader.detail(ofTag: tag.id) {
                record.description = detail.shownDescription
                record.color = detail.color
            }
            let aliases = try reader.aliases(of: tag.id).map { ExportedName(name: $0.name, key: $0.key.text) }.sorted()
            for part in Self.parts(of: aliases.map(\.name)) {
                record.aliases = part.isEmpty ? nil : Array(part)
                try add(record)
                record = JSONRecord()
                record.tag = tag.name
            }
        }
    }

    /// Writes the implications, one line per tag, after ``exportTags()``.
    func exportImplications() throws {
        try reader.forEachImplyingTag { name, implied in
            for part in Self.parts(of: implied) {
                var record = JSONRecord()
                record.tag = name
                record.implies = Array(part)
                try add(record)
            }
        }
    }

    /// Writes all sets; a set with very many members takes several lines.
    func exportSets() throws {
        let chosen = try reader.chosenSet()?.id
        for set in try reader.sets().sorted(by: { $0.key.text.utf8.lexicographicallyPrecedes($1.key.text.utf8) }) {
            let members = try reader.members(ofSet: set.id)
            var record = JSONRecord()
            record.set = set.name
            if set.layout != "{}" {
                record.layout = try LayoutSettings(of: set)
                record.layout?.daily = nil
            }
            if set.isDaily { record.daily = true }
            if set.id == chosen { record.chosen = true }
            let names = try members.map { try name(of: $0.tagID)?.name }
            var formerParts = Self.parts(of: try sortedNames(of: reader.formerTagIDs(ofSet: set.id)))
            for part in Self.parts(of: names) {
                record.tags = part.compactMap(\.self)
                record.selected = part.indices.filter { members[$0].isSelected }.compactMap { names[$0] }
                record.former = formerParts.first.flatMap { $0.isEmpty ? nil : Array($0) }
                formerParts = Array(formerParts.dropFirst())
                try add(record)
                record = JSONRecord()
                record.set = set.name
            }
            for part in formerParts {
                record.former = Array(part)
                try add(record)
            }
        }
    }

    /// Writes all items in the order of their sets, times, locations, titles, notes and tags.
    func exportItems() throws {
        let sets = try reader.sets().reduce(into: [:]) { $0[$1.id] = $1 }
        let fields = try ItemFieldsOfExport(reader)
        // Items that differ at most in their tags.
        var equal: [(row: ItemRow, tags: [ExportedName])] = []
        func flushEqual() throws {
            for item in equal.sorted(by: { $0.tags.lexicographicallyPrecedes($1.tags) }) {
                try add(record(of: item.row, tags: item.tags.map(\.name), in: sets[item.row.setID], fields))
            }
            equal.removeAll()
        }
        for id in try reader.itemIDsByContent() {
            guard let row = try reader.item(id: id) else { continue }
            if let last = equal.last?.row, !last.hasContent(of: row) { try flushEqual() }
            equal.append((row, try row.tagIDs.rowIDs.compactMap { try name(of: $0) }.sorted()))
        }
        try flushEqual()
    }

    private func record(
        of row: ItemRow, tags: [String], in set: SetRow?, _ fields: ItemFieldsOfExport
    ) throws -> JSONRecord {
        var record = JSONRecord()
        record.title = row.title
        record.tags = tags
        record.at = row.savedAt.map(Timestamp.text)
        record.set = set?.name
        if set?.isDaily == true, row.location == nil { record.day = row.dayText }
        record.location = row.location
        record.note = row.note.isEmpty ? nil : row.note
        if fields.hasDismissedTags {
            let dismissed = try reader.dismissedTags(ofItem: row.id)
            let names = try TagService.Items.names(of: dismissed, in: reader)
            record.dismissed = names.isEmpty ? nil : names
        }
        if fields.hasReviewedItems, try reader.reviewedItem(row.id) != nil { record.reviewed = true }
        if fields.hasBookmarks, let bookmark = try reader.bookmark(ofItem: row.id) {
            record.attributes = bookmark.attributes.isEmpty ? nil : bookmark.attributes
            record.folders = bookmark.folders.isEmpty ? nil : bookmark.folders
        }
        if fields.hasLinkChecks {
            record.checked = try reader.linkCheck(ofItem: row.id).map { LinkDocument(LinkStatus($0)) }
        }
        return record
    }

    /// Writes all views.
    func exportViews() throws {
        for view in try reader.views() {
            var record = JSONRecord()
            record.view = view.name
            record.q = view.query
            try add(record)
        }
    }

    /// Writes all rules for items.
    func exportRules() throws {
        let rules = try reader.rules().compactMap { rule in try name(of: rule.tagID).map { (tag: $0, rule: rule) } }
        let ordered = rules.sorted {
            $0.tag == $1.tag ? $0.rule.query.utf8.lexicographicallyPrecedes($1.rule.query.utf8) : $0.tag < $1.tag
        }
        for (tag, rule) in ordered {
            var record = JSONRecord()
            record.rule = tag.name
            record.q = rule.query
            record.auto = rule.isAutomatic ? true : nil
            try add(record)
        }
    }

    /// Writes all groups of tags, after ``exportItems()``, so that an import keeps items with several tags of a group.
    func exportGroups() throws {
        for group in try reader.groups().all {
            var record = JSONRecord()
            record.oneOf = group.name
            record.tags = try group.tagIDs.compactMap { try name(of: $0)?.name }
            try add(record)
        }
    }

    /// Writes the buffered lines.
    func flush() throws {
        guard !piece.isEmpty else { return }
        try write(piece)
        piece.removeAll(keepingCapacity: true)
    }

    private func add(_ record: JSONRecord) throws {
        // The client that requested the export may have disconnected.
        try Task.checkCancellation()
        let line = try JSONDocument.bytes(of: record)
        // The encoder doesn't escape DEL, C1 controls and others, which another program may have written.
        if line.allSatisfy({ (0x20...0x7E).contains($0) }) {
            piece += line
        } else {
            piece += PrintableText(json: String(decoding: line, as: UTF8.self)).text.utf8
        }
        piece.append(0x0A)
        if piece.count >= Self.pieceSize { try flush() }
    }

    private func sortedNames(of tagIDs: [Int64]) throws -> [String] {
        try tagIDs.compactMap { try name(of: $0) }.sorted().map(\.name)
    }

    private func name(of tagID: Int64) throws -> ExportedName? {
        if let name = names[tagID] { return name }
        guard let name = try reader.names(of: [tagID])[tagID].map(ExportedName.init) else { return nil }
        if names.count >= Self.maximumNames { names.removeAll(keepingCapacity: true) }
        names[tagID] = name
        return name
    }

    /// Divides names into parts that each fit on a line; returns one empty part if there are no
    /// names.
    private static func parts<Name>(of names: [Name]) -> [ArraySlice<Name>] where Name: ListedName {
        var parts: [ArraySlice<Name>] = []
        var start = 0
        var size = 0
        for (place, name) in names.enumerated() {
            if size > maximumListed {
                parts.append(names[start..<place])
                start = place
                size = 0
            }
            size += name.listedSize
        }
        return parts + [names[start...]]
    }
}

/// A name in a list on a line of an export.
private protocol ListedName {
    /// The maximum size of the name as JSON, in bytes.
    var listedSize: Int { get }
}

extension String: ListedName { fileprivate var listedSize: Int { 2 * utf8.count + 3 } }

extension String?: ListedName { fileprivate var listedSize: Int { self?.listedSize ?? 0 } }

/// A name of a tag, which is ordered by its key.
private struct ExportedName: Comparable {
    let name: String
    let key: String

    init(name: String, key: String) {
        self.name = name
        self.key = key
    }

    init(_ name: String) { self.init(name: name, key: TagKey(name).text) }

    static func < (left: Self, right: Self) -> Bool { left.key.utf8.lexicographicallyPrecedes(right.key.utf8) }
}

/// The fields that any item of the database has, so that the others aren't looked up for each item.
private struct ItemFieldsOfExport {
    let hasDismissedTags: Bool
    let hasReviewedItems: Bool
    let hasBookmarks: Bool
    let hasLinkChecks: Bool

    init(_ reader: StoreReader) throws {
        hasDismissedTags = try reader.hasDismissedTags()
        hasReviewedItems = try reader.hasReviewedItems()
        hasBookmarks = try reader.hasBookmarks()
        hasLinkChecks = try reader.hasLinkChecks()
    }
}

extension ItemRow {
    /// Whether another item of an export differs at most in its tags.
    fileprivate func hasContent(of other: ItemRow) -> Bool {
        setID == other.setID && savedAt == other.savedAt && location == other.location && title == other.title
            && note == other.note
    }
}
