internal import GRDB

/// A row of `tag_detail`: the description and the color of a tag.
///
/// ```
/// try writer.apply(.putTagDetail(TagDetail(tagID: 5, description: "papers to read", color: "blue")))
/// ```
package struct TagDetail: Hashable, Sendable {
    package var tagID: Int64
    /// The description; empty for none.
    package var description: String
    /// One of ``colors``; `nil` for none.
    package var color: String?

    package init(tagID: Int64, description: String = "", color: String? = nil) {
        self.tagID = tagID
        self.description = description
        self.color = color
    }

    /// The maximum length of a description in bytes of UTF-8.
    package static let descriptionLimit = 1_000
    /// The names of the colors.
    package static let colors = ["red", "orange", "yellow", "green", "blue", "purple", "gray"]

    /// Whether there is neither a description nor a color.
    package var isEmpty: Bool { description.isEmpty && color == nil }

    /// Whether all values are valid for a row.
    var isValid: Bool {
        StoredRange.feature.contains(tagID) && !isEmpty && description.utf8.count <= Self.descriptionLimit
            && color.map(Self.colors.contains) ?? true
    }

    /// The columns that ``init(row:)`` reads, in order.
    static let columns = "tag_id, description, color"

    init(row: StoredRow) throws {
        self.init(tagID: try row[0, StoredRange.feature], description: try row.note(1), color: try row[2])
        guard description.utf8.count <= Self.descriptionLimit else { throw row.error(at: 1, "is too long") }
        guard color.map(Self.colors.contains) ?? true else { throw row.error(at: 2, "isn't a color") }
        guard !isEmpty else { throw row.error(at: 1, "is empty, and there is no color") }
    }
}

extension StoreReader {
    /// Returns the description and the color of a tag; `nil` if it has neither.
    ///
    /// A set-limited caller gets only those of tags whose real names it may see.
    package func detail(ofTag id: Int64) throws -> TagDetail? {
        guard try localName(of: id) == nil else { return nil }
        return try details(ofTags: id...id).first
    }

    /// Returns the descriptions and colors of the tags in a range of ids, oldest tags first.
    func details(ofTags run: ClosedRange<Int64>) throws -> [TagDetail] {
        try database.rows(
            "SELECT \(TagDetail.columns) FROM tag_detail WHERE tag_id BETWEEN ? AND ? ORDER BY tag_id",
            [run.lowerBound, run.upperBound]
        )
        .mapAll(TagDetail.init(row:))
    }

    /// Returns the descriptions and colors by tag: those of all tags, or of the members of a set.
    ///
    /// A set-limited caller gets only those of tags whose real names it may see.
    package func details(inSet setID: Int64? = nil) throws -> [Int64: TagDetail] {
        let query =
            setID == nil
            ? "SELECT \(TagDetail.columns) FROM tag_detail"
            : "SELECT \(TagDetail.columns) FROM tag_detail WHERE tag_id IN (SELECT tag_id FROM set_member WHERE set_id = ?)"
        let rows = try database.rows(query, setID.map { [$0] } ?? []).mapAll(TagDetail.init(row:))
        let hidden = isLimited ? Set(try localNames().map(\.tagID)) : []
        return rows.filter { !hidden.contains($0.tagID) }.reduce(into: [:]) { $0[$1.tagID] = $1 }
    }

    /// Returns whether any tag has a description or a color.
    package func hasDetails() throws -> Bool { try database.hasRow("SELECT 1 FROM tag_detail LIMIT 1") }

    /// Returns the descriptions of the newest tags that have one, newest first.
    package func newestDescriptions(limit: Int) throws -> [TagDetail] {
        try database.rows(
            "SELECT \(TagDetail.columns) FROM tag_detail WHERE description <> '' ORDER BY tag_id DESC LIMIT ?", [limit]
        )
        .mapAll(TagDetail.init(row:))
    }
}

extension StoreWriter {
    /// Inserts or replaces the description and the color of a tag and returns the inverse change; an empty row is deleted.
    func put(_ row: TagDetail) throws -> [RowChange] {
        guard !row.isEmpty else { return try deleteDetails(ofTags: row.tagID...row.tagID) }
        let old = try reader.details(ofTags: row.tagID...row.tagID).first
        guard !row.isExactly(old) else { return [] }
        try database.run(
            "INSERT OR REPLACE INTO tag_detail (tag_id, description, color) VALUES (?, ?, ?)",
            [row.tagID, row.description, row.color])
        return [old.map(RowChange.putTagDetail) ?? .deleteTagDetail(row.tagID)]
    }

    /// Deletes the descriptions and colors of the tags in a range of ids and returns the inverse changes.
    func deleteDetails(ofTags run: ClosedRange<Int64>) throws -> [RowChange] {
        let rows = try reader.details(ofTags: run)
        if !rows.isEmpty {
            try database.run("DELETE FROM tag_detail WHERE tag_id BETWEEN ? AND ?", [run.lowerBound, run.upperBound])
        }
        return rows.map(RowChange.putTagDetail)
    }
}

extension TagDetail {
    func encode(into values: inout any UnkeyedEncodingContainer) throws {
        try values.encode(tagID)
        try values.encode(description)
        try values.encode(color)
    }

    init(from values: inout any UnkeyedDecodingContainer) throws {
        self.init(
            tagID: try values.decode(Int64.self), description: try values.decode(String.self),
            color: try values.decode(String?.self))
    }
}
