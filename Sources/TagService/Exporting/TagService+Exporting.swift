internal import Foundation
internal import TagStore

/// Taking everything out of the database.
extension TagService {
    /// Gives everything in the database as lines of NDJSON in the import format, each with its line end.
    ///
    /// Importing them into a new database gives the same sets, selections, aliases and history, and its export the
    /// same bytes. Complexity: linear in the database.
    public func everything() throws -> String {
        try store.read { reader in
            let exporter = Exporter(reader: reader, names: try reader.allTagNames())
            var text = ""
            // Tags come first, so that an import makes them in the same order.
            try exporter.tags { text += $0 }
            try exporter.sets { text += $0 }
            try exporter.savedSelections { text += $0 }
            return text
        }
    }
}

/// Writes the lines of an export from one snapshot.
private struct Exporter {
    let reader: StoreReader
    let names: [Int64: String]
    private let encoder = Self.makeEncoder()

    func sets(_ line: (String) throws -> Void) throws {
        let chosen = try reader.chosenSet()?.id
        for set in try reader.sets() {
            let members = try reader.members(ofSet: set.id)
            let former = try reader.formerTagIDs(ofSet: set.id)
            var record = JSONRecord()
            record.set = set.name
            record.tags = try members.map { try name(of: $0.tagID) }
            record.selected = try members.filter(\.isSelected).map { try name(of: $0.tagID) }
            if !former.isEmpty { record.former = try former.map(name) }
            if set.layout != "{}" { record.layout = LayoutSettings(json: set.layout) }
            if set.id == chosen { record.chosen = true }
            try line(text(of: record))
        }
    }

    func tags(_ line: (String) throws -> Void) throws {
        let aliases = try reader.aliasNames()
        try reader.forEachTag { tag in
            var record = JSONRecord()
            record.tag = tag.name
            record.aliases = aliases[tag.id]
            record.uses = tag.otherUses == 0 ? nil : tag.otherUses
            record.frecency = tag.frecency
            try line(text(of: record))
        }
    }

    func savedSelections(_ line: (String) throws -> Void) throws {
        let sets = try reader.sets().reduce(into: [:]) { $0[$1.id] = $1.name }
        try reader.forEachSavedSelection { row in
            var record = JSONRecord()
            record.label = row.label
            record.tags = try row.tagIDs.rowIDs.map(name)
            record.at = row.savedAt.map(Timestamp.text)
            record.set = sets[row.setID]
            try line(text(of: record))
        }
    }

    /// The name of a tag that others refer to: an export that left it out would lose it unseen.
    private func name(of tagID: Int64) throws -> String {
        try names[tagID] ?? reader.names(of: [tagID])[tagID] ?? ""
    }

    private func text(of record: JSONRecord) throws -> String {
        String(decoding: try encoder.encode(record), as: UTF8.self) + "\n"
    }

    private static func makeEncoder() -> JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }
}
