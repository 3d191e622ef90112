internal import JSON
internal import TagStore
internal import TextMeasurement

/// A writer of the lines of an export, in pieces and from one snapshot.
final class Exporter {
    private let reader: StoreReader
    private let write: ([UInt8]) throws -> Void
    private var piece: [UInt8] = []
    private var names: [Int64: String] = [:]

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
        try reader.forEachTag { tag in
            var record = JSONRecord()
            record.tag = tag.name
            record.uses = tag.otherUses == 0 ? nil : UseCount(tag.otherUses)
            record.frecency = tag.frecency
            if hasDistinctPairs {
                // List only older tags, which were already written.
                let others = try reader.olderDistinctTags(from: tag.id)
                if !others.isEmpty { record.distinct = try others.compactMap { try name(of: $0) } }
            }
            if hasDetails, let detail = try reader.detail(ofTag: tag.id) {
                record.description = detail.shownDescription
                record.color = detail.color
            }
            let aliases = try reader.aliases(of: tag.id).map(\.name)
            for part in Self.parts(of: aliases) {
                record.aliases = part.isEmpty ? nil : Array(part)
                try add(record)
                record = JSONRecord()
                record.tag = tag.name
            }
        }
    }

    /// Writes the implications, one line per tag, after ``exportTags()``.
    func exportImplications() throws {
        var last: Int64 = 0
        while true {
            let rows = try reader.implications(after: last, limit: Self.implicationBatch)
            guard let end = rows.last?.tagID else { return }
            last = end
            let implied = Dictionary(grouping: rows, by: \.tagID)
            for id in implied.keys.sorted() {
                let names = try implied[id]?.map { try name(of: $0.impliedTagID) } ?? []
                for part in Self.parts(of: names) {
                    var record = JSONRecord()
                    record.tag = try name(of: id)
                    record.implies = Self.list(part)
                    try add(record)
                }
            }
        }
    }

    /// The number of tags whose implications are read at a time.
    private static let implicationBatch = 1_000

    /// Writes all sets; a set with very many members takes several lines.
    func exportSets() throws {
        let chosen = try reader.chosenSet()?.id
        for set in try reader.sets() {
            let members = try reader.members(ofSet: set.id)
            var record = JSONRecord()
            record.set = set.name
            if set.layout != "{}" {
                record.layout = try LayoutSettings(of: set)
                record.layout?.daily = nil
            }
            if set.isDaily { record.daily = true }
            if set.id == chosen { record.chosen = true }
            let names = try members.map { try name(of: $0.tagID) }
            let former = try reader.formerTagIDs(ofSet: set.id).map { try name(of: $0) }
            var formerParts = Self.parts(of: former)
            for part in Self.parts(of: names) {
                record.tags = part.compactMap(\.self)
                record.selected = part.indices.filter { members[$0].isSelected }.compactMap { names[$0] }
                record.former = Self.list(formerParts.first)
                formerParts = Array(formerParts.dropFirst())
                try add(record)
                record = JSONRecord()
                record.set = set.name
            }
            for part in formerParts {
                record.former = Self.list(part)
                try add(record)
            }
        }
    }

    /// Returns the names of a part, or `nil` if it has no names.
    private static func list(_ part: ArraySlice<String?>?) -> [String]? {
        let names = part?.compactMap(\.self) ?? []
        return names.isEmpty ? nil : names
    }

    /// Writes all items, oldest first.
    func exportItems() throws {
        let sets = try reader.sets().reduce(into: [:]) { $0[$1.id] = $1 }
        let (hasDismissedTags, hasBookmarks) = (try reader.hasDismissedTags(), try reader.hasBookmarks())
        let hasLinkChecks = try reader.hasLinkChecks()
        let hasReviewedItems = try reader.hasReviewedItems()
        try reader.forEachItem { row in
            var record = JSONRecord()
            record.title = row.title
            record.tags = try row.tagIDs.rowIDs.compactMap { try name(of: $0) }
            record.at = row.savedAt.map(Timestamp.text)
            record.set = sets[row.setID]?.name
            if sets[row.setID]?.isDaily == true, row.location == nil { record.day = row.dayText }
            record.location = row.location
            record.note = row.note.isEmpty ? nil : row.note
            if hasDismissedTags {
                let dismissed = try reader.dismissedTags(ofItem: row.id)
                let names = try TagService.Items.names(of: dismissed, in: reader)
                record.dismissed = names.isEmpty ? nil : names
            }
            if hasReviewedItems, try reader.reviewedItem(row.id) != nil { record.reviewed = true }
            if hasBookmarks, let bookmark = try reader.bookmark(ofItem: row.id) {
                record.attributes = bookmark.attributes.isEmpty ? nil : bookmark.attributes
                record.folders = bookmark.folders.isEmpty ? nil : bookmark.folders
            }
            if hasLinkChecks {
                record.checked = try reader.linkCheck(ofItem: row.id).map { LinkDocument(LinkStatus($0)) }
            }
            try add(record)
        }
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
        for rule in try reader.rules() {
            guard let tag = try name(of: rule.tagID) else { continue }
            var record = JSONRecord()
            record.rule = tag
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
            record.tags = try group.tagIDs.compactMap { try name(of: $0) }
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

    private func name(of tagID: Int64) throws -> String? {
        if let name = names[tagID] { return name }
        guard let name = try reader.names(of: [tagID])[tagID] else { return nil }
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
