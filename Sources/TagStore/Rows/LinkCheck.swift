internal import GRDB

/// A row of `link_check`: the result of the last request for the location of an item.
///
/// ```
/// try writer.record(LinkCheck(itemID: 5, status: 301, checkedAt: now, location: "https://swift.org/new"))
/// ```
package struct LinkCheck: Hashable, Sendable {
    package var itemID: Int64
    /// The status of the response; 0 without a response.
    package var status: Int
    /// The time of the request, in milliseconds since 1970.
    package var checkedAt: Int64
    /// The time of the first of the last requests with this status.
    package var since: Int64
    /// The new location of a permanent redirect; `nil` if the item didn't move.
    package var location: String?

    package init(itemID: Int64, status: Int, checkedAt: Int64, since: Int64? = nil, location: String? = nil) {
        self.itemID = itemID
        self.status = status
        self.checkedAt = checkedAt
        self.since = since ?? checkedAt
        self.location = location
    }

    /// The statuses of pages that are gone.
    private static let goneStatuses: Set<Int> = [404, 410]
    /// The statuses of permanent redirects.
    package static let movedStatuses: Set<Int> = [301, 308]
    /// How long a host must not respond until its items are dead, in milliseconds: a day.
    private static let deadAfter: Int64 = 86_400_000

    /// Whether the page is gone, or there was no response at two checks a day or more apart.
    package var isDead: Bool {
        Self.goneStatuses.contains(status) || status == 0 && checkedAt - since >= Self.deadAfter
    }

    /// Whether the item moved to ``location``.
    package var isMoved: Bool { location != nil }

    /// Whether all values are valid for a row.
    package var isValid: Bool {
        StoredRange.id.contains(itemID) && (status == 0 || Self.statuses.contains(status))
            && StoredRange.time.contains(checkedAt) && StoredRange.time.contains(since) && since <= checkedAt
            && location.map { StoredRange.isLocation($0) && Self.movedStatuses.contains(status) } ?? true
    }

    private static let statuses = 200...999

    /// The columns that ``init(row:)`` reads, in order.
    static let columns = "item_id, status, checked_at, since, location"

    init(row: StoredRow) throws {
        self.init(
            itemID: try row[0, StoredRange.id], status: Int(try row[1, 0...999] as Int64),
            checkedAt: try row[2, StoredRange.time], since: try row[3, StoredRange.time], location: try row[4])
        guard isValid else { throw row.error(at: 1, "doesn't fit the times or the location") }
    }

    /// The condition in SQL that the item of a row of `link_check` is dead.
    static let deadCondition = """
        (status IN (\(goneStatuses.sorted().map(String.init).joined(separator: ", "))) \
        OR status = 0 AND checked_at - since >= \(deadAfter))
        """
    /// The condition in SQL that the item of a row of `link_check` moved.
    static let movedCondition = "location IS NOT NULL"
}

extension StoreReader {
    /// Returns the last check of an item; `nil` if it was never checked, or if its location changed since.
    package func linkCheck(ofItem id: Int64) throws -> LinkCheck? { try linkChecks(ofItems: id...id).first }

    /// Returns the checks of the items in a range of ids.
    func linkChecks(ofItems run: ClosedRange<Int64>) throws -> [LinkCheck] {
        try database.rows(
            "SELECT \(LinkCheck.columns) FROM link_check WHERE item_id BETWEEN ? AND ? ORDER BY item_id",
            [run.lowerBound, run.upperBound]
        )
        .mapAll(LinkCheck.init(row:))
    }

    /// Returns whether any item was checked.
    package func hasLinkChecks() throws -> Bool { try database.hasRow("SELECT 1 FROM link_check LIMIT 1") }
}

extension StoreWriter {
    /// Records a check, which isn't part of an undo step: it isn't a change of the user, and undo would forget a fact.
    package func record(_ check: LinkCheck) throws {
        commitSummary = "items --check"
        try applyWithoutUndo(.putLinkCheck(check))
    }

    /// Inserts or replaces a check and returns the inverse change.
    func put(_ check: LinkCheck) throws -> [RowChange] {
        let old = try reader.linkCheck(ofItem: check.itemID)
        guard old != check else { return [] }
        try database.run(
            "INSERT OR REPLACE INTO link_check (\(LinkCheck.columns)) VALUES (?, ?, ?, ?, ?)",
            [check.itemID, check.status, check.checkedAt, check.since, check.location])
        return [old.map(RowChange.putLinkCheck) ?? .deleteLinkCheck(check.itemID)]
    }

    /// Deletes the check of an item and returns the inverse change; returns no changes if there was none.
    func deleteLinkCheck(_ itemID: Int64) throws -> [RowChange] {
        guard let old = try reader.linkCheck(ofItem: itemID) else { return [] }
        try database.run("DELETE FROM link_check WHERE item_id = ?", [itemID])
        return [.putLinkCheck(old)]
    }
}

extension LinkCheck {
    func encode(into values: inout any UnkeyedEncodingContainer) throws {
        try values.encode(itemID)
        try values.encode(status)
        try values.encode(checkedAt)
        try values.encode(since)
        try values.encode(location)
    }

    init(from values: inout any UnkeyedDecodingContainer) throws {
        self.init(
            itemID: try values.decode(Int64.self), status: try values.decode(Int.self),
            checkedAt: try values.decode(Int64.self), since: try values.decode(Int64.self),
            location: try values.decode(String?.self))
    }
}
