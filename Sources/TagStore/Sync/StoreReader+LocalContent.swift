internal import Foundation
internal import GRDB
package import Sync
internal import TagCore

extension StoreReader {
    /// The items that are read.
    package enum ItemSelection: Hashable, Sendable {
        /// All items.
        case all
        /// The items with these ids, if they exist.
        case rows(Set<Int64>)
    }

    /// Returns the rows as sync sees them: all tags, sets, views and rules, and the selected items, by id.
    ///
    /// - Throws: SQLite's errors, and `RowError` for an invalid row.
    /// - Complexity: linear in the number of rows, but only in that of the selected items.
    package func localContent(items: ItemSelection) throws -> LocalContent {
        var content = try RowVersions(self).content(connections: connectionsOfSets())
        content.items = try localItems(items, dailySets: Set(content.sets.filter(\.isDaily).map(\.row)))
        return content
    }

    /// Returns the devices that have connections of each set, by URL.
    func connectionsOfSets() throws -> [Int64: [String: DeviceID]] {
        try Dictionary(grouping: connectionDevices(), by: \.setID)
            .mapValues { rows in Dictionary(rows.map { ($0.url, $0.device) }) { first, _ in first } }
    }

    // MARK: Items

    /// With this number of items, whole tables are read, because that is faster than four queries for each.
    private static let manyItems = 500

    /// Returns the selected items by id.
    func localItems(_ selection: ItemSelection, dailySets: Set<Int64>) throws -> [LocalItem] {
        guard case .rows(let ids) = selection, ids.count < Self.manyItems else {
            var wanted: Set<Int64>?
            if case .rows(let ids) = selection { wanted = ids }
            return try localItems("", [], dailySets) { wanted?.contains($0) ?? true }
        }
        return try ids.sorted().flatMap { try localItems("= ?", [$0], dailySets) { _ in true } }
    }

    /// Reads the items whose id meets a condition in SQL, such as `= ?`.
    private func localItems(
        _ condition: String, _ values: StatementValues, _ dailySets: Set<Int64>, isWanted: (Int64) -> Bool
    ) throws -> [LocalItem] {
        func rows(_ query: String, id: String) throws -> StoredRows {
            try database.rows(condition.isEmpty ? query : "\(query) WHERE \(id) \(condition)", values)
        }
        var attributes: [Int64: String] = [:]
        let bookmarks = try rows("SELECT \(ItemBookmark.columns) FROM bookmark", id: "item_id")
        while let row = try bookmarks.next() {
            let texts: (String, String) = (try row[1], try row[2])
            attributes[try row[0]] = ItemBookmark.syncedText(attributes: texts.0, folders: texts.1)
        }
        var dismissed: [Int64: [String]] = [:]
        let dismissals = try rows("SELECT \(DismissedTag.columns) FROM dismissed_tag", id: "item_id")
        while let row = try dismissals.next() {
            let tag = try DismissedTag(row: row)
            dismissed[tag.itemID, default: []].append(tag.key)
        }
        var words: [Int64: String] = [:]
        let evidence = try rows("SELECT item_id, words FROM item_evidence", id: "item_id")
        while let row = try evidence.next() {
            let stored = try row.storedWords(1).filter { $0.inText > 0 }
            if !stored.isEmpty, isWanted(try row[0]) { words[try row[0]] = try LearnedWords.text(of: stored, in: self) }
        }
        let items = try rows("SELECT \(ItemRow.columns) FROM item", id: "id")
        var found: [LocalItem] = []
        while let row = try items.next() {
            guard isWanted(try row[0]) else { continue }
            let item = try ItemRow(row: row)
            found.append(
                LocalItem(
                    item, isDaily: dailySets.contains(item.setID), attributes: attributes[item.id],
                    words: words[item.id], dismissed: dismissed[item.id] ?? []))
        }
        return found.sorted { $0.row < $1.row }
    }
}

/// The layout settings of a set as values by name, each a register.
package enum SyncedLayout {
    /// Returns the layout with values in JSON; values that another program made invalid are left out.
    package static func layout(of settings: [String: String]) -> String {
        let fields = settings.filter { isValid($0.value) }.sorted { $0.key < $1.key }
            .map { name, value in "\(quoted(name)):\(value)" }
        return "{\(fields.joined(separator: ","))}"
    }

    private static func isValid(_ json: String) -> Bool {
        do {
            _ = try JSONSerialization.jsonObject(with: Data(json.utf8), options: .fragmentsAllowed)
            return true
        } catch { return false }
    }

    private static func quoted(_ name: String) -> String {
        do { return String(decoding: try JSONEncoder().encode(name), as: UTF8.self) } catch { return "\"\"" }
    }

    /// Returns the values in JSON by name, without those that can't be exchanged; none if the layout isn't a JSON object.
    package static func settings(of layout: String) -> [String: String] {
        guard layout != "{}" else { return [:] }
        do {
            let object = try JSONSerialization.jsonObject(with: Data(layout.utf8))
            return try (object as? [String: Any] ?? [:])
                .mapValues { value in
                    let data = try JSONSerialization.data(
                        withJSONObject: value, options: [.fragmentsAllowed, .sortedKeys, .withoutEscapingSlashes])
                    return String(decoding: data, as: UTF8.self)
                }
                .filter { SyncedSetting.isName($0.key) && SyncedSetting.isValue($0.value) }
        } catch {
            // Another program wrote it; `layout-settings --reset` clears it.
            return [:]
        }
    }
}

/// The words that were learned from an item's text as lines of a word and its number of occurrences, ordered by word.
///
/// ```
/// beach 2
/// sea 5
/// ```
package enum LearnedWords {
    static func text(of words: [StoredWord], in reader: StoreReader) throws -> String {
        text(
            of: try words.flatMap { word in
                try reader.words(numbered: [word.number]).map { (word: $0, count: word.inText) }
            })
    }

    /// Returns the text of words with their numbers of occurrences.
    package static func text(of words: [(word: String, count: Int)]) -> String {
        Dictionary(words.map { ($0.word, $0.count) }) { first, _ in first }.map { "\($0.key) \($0.value)" }
            .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.joined(separator: "\n")
    }

    /// Returns the words as they are stored.
    static func storedWords(_ text: String, with writer: StoreWriter) throws -> [StoredWord] {
        let words = Dictionary(words(in: text)) { first, _ in first }.sorted { $0.key < $1.key }
        return zip(try writer.wordNumbers(of: words.map(\.key)), words)
            .map { StoredWord(number: $0, inFields: 0, inText: $1.value) }.sorted { $0.number < $1.number }
    }

    /// Returns the words with their occurrences; lines that aren't such words are left out.
    ///
    /// The end of a word and the space after it may be one character, such as after U+0D4E, so bytes are split.
    package static func words(in text: String) -> [(word: String, count: Int)] {
        text.utf8.split(separator: UInt8(ascii: "\n"))
            .compactMap { line in
                let parts = line.split(separator: UInt8(ascii: " ")).map { String(Substring($0)) }
                guard parts.count == 2, let count = Int(parts[1]), count > 0, count < Int(Int32.max) else { return nil }
                return (parts[0], count)
            }
    }
}

extension ItemBookmark {
    /// The bookmark as the text that sync keeps.
    package var syncedText: String? {
        do {
            let texts = try texts()
            return Self.syncedText(attributes: texts.attributes, folders: texts.folders)
        } catch { return nil }
    }

    /// Returns the text that sync keeps of the columns of a row.
    static func syncedText(attributes: String, folders: String) -> String {
        "{\"attributes\":\(attributes),\"folders\":\(folders)}"
    }

    /// Creates the bookmark that sync keeps as one text: an object with the columns of the row.
    package init?(syncedText: String) {
        struct Columns: Decodable {
            var attributes: [String: String]
            var folders: [String]
        }
        do {
            let columns = try JSONDecoder().decode(Columns.self, from: Data(syncedText.utf8))
            self.init(attributes: columns.attributes, folders: columns.folders)
        } catch {
            // Another version may keep something else.
            return nil
        }
        guard isValid, !isEmpty else { return nil }
    }
}
