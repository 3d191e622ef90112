internal import Foundation
internal import GRDB
internal import TagCore

/// What a file of bookmarks has of an item and tagflow has no field for, to be written back.
///
/// ```swift
/// let bookmark = ItemBookmark(attributes: ["shortcuturl": "sw"], folders: ["Bookmarks bar", "Dev"])
/// try writer.apply(.putBookmark(bookmark, itemID: 5))
/// ```
package struct ItemBookmark: Hashable, Sendable {
    /// The values of the link's attributes by their names in lowercase.
    package var attributes: [String: String]
    /// The names of the folders, the outermost first.
    package var folders: [String]

    /// The maximum number of attributes.
    package static let maxAttributes = 50
    /// The maximum length of an attribute's name in bytes.
    package static let maxNameBytes = 64
    /// The maximum length of an attribute's value in bytes: 64 KiB.
    package static let maxValueBytes = 64 << 10
    /// The maximum length of all names and values in bytes: 512 KiB, so that they fit into a line of a sync file.
    package static let maxBytes = 512 << 10
    /// The maximum number of nested folders.
    package static let maxFolders = 64
    /// The attributes of a folder built into a browser; a bookmark that has one is in such a folder, its outermost.
    package static let folderKinds = ["personal_toolbar_folder", "unfiled_bookmarks_folder"]

    package init(attributes: [String: String] = [:], folders: [String] = []) {
        self.attributes = attributes
        self.folders = folders
    }

    /// Whether there are neither attributes nor folders.
    package var isEmpty: Bool { attributes.isEmpty && folders.isEmpty }

    /// The attribute of the outermost folder if that is built into a browser.
    package var folderKind: String? { Self.folderKinds.first { attributes[$0] != nil } }

    /// Returns this bookmark with the attributes and folders that only another has, up to the maximum number.
    package func adding(_ other: ItemBookmark) -> ItemBookmark {
        var joined = self
        if folders.isEmpty, size + other.folders.reduce(0, { $0 + $1.utf8.count }) <= Self.maxBytes {
            joined.folders = other.folders
        }
        for (name, value) in other.attributes.sorted(by: { $0.key < $1.key }) {
            let isOfOtherFolders = Self.folderKinds.contains(name) && !folders.isEmpty
            guard joined.attributes[name] == nil, joined.attributes.count < Self.maxAttributes, !isOfOtherFolders,
                joined.size + name.utf8.count + value.utf8.count <= Self.maxBytes
            else { continue }
            joined.attributes[name] = value
        }
        return joined
    }

    /// The size of the texts in bytes.
    package var size: Int {
        attributes.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count } + folders.reduce(0) { $0 + $1.utf8.count }
    }

    /// Whether the values are valid for a row.
    var isValid: Bool {
        attributes.count <= Self.maxAttributes && folders.count <= Self.maxFolders && size <= Self.maxBytes
            && attributes.allSatisfy { Self.isName($0.key) && $0.value.utf8.count <= Self.maxValueBytes }
            && folders.allSatisfy { $0.utf8.count <= StoredRange.maxNameBytes }
    }

    /// Returns whether a text is the name of an attribute: a lowercase letter, followed by letters, digits and `_-.:`.
    package static func isName(_ text: String) -> Bool {
        guard text.utf8.count <= maxNameBytes, let first = text.utf8.first else { return false }
        let isLetter = { (byte: UInt8) in (0x61...0x7A).contains(byte) }
        return isLetter(first)
            && text.utf8.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) || "_-.:".utf8.contains($0) }
    }
}

/// The bookmark of an item as a row of `bookmark`.
extension ItemBookmark {
    /// The columns that ``init(row:)`` reads, in order.
    static let columns = "item_id, attributes, folders"

    init(row: StoredRow) throws {
        let texts: (attributes: String, folders: String) = (try row[1], try row[2])
        do { self = try Self(attributes: texts.attributes, folders: texts.folders) } catch is DecodingError {
            throw row.error(at: 1, "or the folders aren't texts")
        }
        guard isValid else { throw row.error(at: 1, "or the folders are too many, too long, or have invalid names") }
    }

    /// Decodes the columns.
    init(attributes: String, folders: String) throws {
        let decoder = JSONDecoder()
        self.init(
            attributes: try decoder.decode([String: String].self, from: Data(attributes.utf8)),
            folders: try decoder.decode([String].self, from: Data(folders.utf8)))
    }

    /// Returns the values of the columns after the id.
    func texts() throws -> (attributes: String, folders: String) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (
            String(decoding: try encoder.encode(attributes), as: UTF8.self),
            String(decoding: try encoder.encode(folders), as: UTF8.self)
        )
    }
}

extension StoreReader {
    /// Returns the bookmark of an item; `nil` if it has none.
    package func bookmark(ofItem id: Int64) throws -> ItemBookmark? { try bookmarks(ofItems: id...id).first?.bookmark }

    /// Returns the bookmarks of the items in a range of ids.
    func bookmarks(ofItems run: ClosedRange<Int64>) throws -> [(itemID: Int64, bookmark: ItemBookmark)] {
        try database.rows(
            "SELECT \(ItemBookmark.columns) FROM bookmark WHERE item_id BETWEEN ? AND ? ORDER BY item_id",
            [run.lowerBound, run.upperBound]
        )
        .mapAll { (try $0[0, StoredRange.id], try ItemBookmark(row: $0)) }
    }

    /// Returns whether any item has a bookmark.
    package func hasBookmarks() throws -> Bool { try database.hasRow("SELECT 1 FROM bookmark LIMIT 1") }
}

extension StoreWriter {
    /// Inserts or replaces the bookmark of an item and returns the inverse change; an empty one is deleted.
    func put(_ bookmark: ItemBookmark, itemID: Int64) throws -> [RowChange] {
        guard !bookmark.isEmpty else { return try deleteBookmark(itemID) }
        let old = try reader.bookmark(ofItem: itemID)
        let texts = try bookmark.texts()
        guard
            try old?.texts().attributes.utf8.elementsEqual(texts.attributes.utf8) != true
                || old?.texts().folders.utf8.elementsEqual(texts.folders.utf8) != true
        else { return [] }
        try database.run(
            "INSERT OR REPLACE INTO bookmark (item_id, attributes, folders) VALUES (?, ?, ?)",
            [itemID, texts.attributes, texts.folders])
        return [old.map { .putBookmark($0, itemID: itemID) } ?? .deleteBookmark(itemID)]
    }

    /// Deletes the bookmark of an item and returns the inverse change; returns no changes if there was none.
    func deleteBookmark(_ itemID: Int64) throws -> [RowChange] {
        guard let old = try reader.bookmark(ofItem: itemID) else { return [] }
        try database.run("DELETE FROM bookmark WHERE item_id = ?", [itemID])
        return [.putBookmark(old, itemID: itemID)]
    }
}
