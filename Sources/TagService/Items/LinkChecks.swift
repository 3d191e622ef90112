public import Foundation
internal import TagCore
internal import TagStore

/// The result of the last request for the location of an item.
///
/// ```swift
/// let item = try service.items.item(5)
/// if item.checked?.isDead == true { print("\(item.title) is gone") }
/// ```
public struct LinkStatus: Hashable, Sendable {
    /// The status of the response, such as 404; 0 without a response.
    public var status: Int
    /// The time of the request.
    public var at: Date
    /// The time of the first of the last requests with this status.
    public var since: Date
    /// The new location of a permanent redirect (301, 308); `nil` if the item didn't move.
    public var location: String?
    /// Whether the page is gone (404, 410), or there was no response at two checks a day or more apart.
    public var isDead: Bool
    /// Whether the item moved to ``location``.
    public var isMoved: Bool { location != nil }

    /// The time of the request, as an RFC 3339 time in UTC with millisecond precision.
    public var timestamp: String { LinkDocument.text(at) }

    init(_ check: LinkCheck) {
        status = check.status
        at = Date(timeIntervalSince1970: Double(check.checkedAt) / 1_000)
        since = Date(timeIntervalSince1970: Double(check.since) / 1_000)
        location = check.location
        isDead = check.isDead
    }
}

/// The JSON representation of a check.
struct LinkDocument: Codable, Hashable {
    var status: Int
    var at: String
    /// The time of the first of the last checks with this status; `nil` if that is the last check.
    var since: String?
    /// The new location; `nil` if the item didn't move.
    var location: String?

    init(_ link: LinkStatus) {
        status = link.status
        at = Self.text(link.at)
        since = link.since == link.at ? nil : Self.text(link.since)
        location = link.location
    }

    fileprivate static func text(_ time: Date) -> String {
        Timestamp.text(Int64(clamping: (time.timeIntervalSince1970 * 1_000).rounded()))
    }

    /// Returns the check as it is stored; `nil` if a value isn't valid.
    func check(ofItem id: Int64, now: Int64) -> LinkCheck? {
        guard let time = Timestamp.milliseconds(in: at), let first = Timestamp.milliseconds(in: since ?? at) else {
            return nil
        }
        let check = LinkCheck(
            itemID: id, status: status, checkedAt: min(time, now), since: min(first, time, now), location: location)
        let isFollowable = location.map { CheckedName.isLocation($0) && TagService.isWebAddress($0) } ?? true
        return check.isValid && isFollowable ? check : nil
    }
}

/// The response to a request for the location of an item.
package struct LinkResponse: Hashable, Sendable {
    package var itemID: Int64
    /// The location that was requested.
    package var requested: String
    /// The status; 0 without a response.
    package var status: Int
    /// The new location of a permanent redirect, which has the status 301 or 308; `nil` without one.
    package var location: String?

    package init(itemID: Int64, requested: String, status: Int, location: String? = nil) {
        self.itemID = itemID
        self.requested = requested
        self.status = status
        self.location = location
    }
}

/// Checking whether the locations of items still exist.
///
/// The service sends no requests; callers with access to the network do, and record the responses.
extension TagService.Items {
    /// Records responses, which isn't an undo step; skips items that were deleted or whose location changed meanwhile.
    ///
    /// A new location that isn't valid for an item isn't recorded.
    ///
    /// - Returns: the recorded checks, in the order of the responses; `nil` for skipped items.
    /// - Throws: `StoreError`.
    package func record(_ responses: [LinkResponse]) throws -> [LinkStatus?] {
        try writing { writer in
            try responses.map { response in
                let id = response.itemID
                guard let row = try writer.reader.item(id: id), row.location == response.requested else { return nil }
                let old = try writer.reader.linkCheck(ofItem: id)
                var check = LinkCheck(
                    itemID: id, status: response.status, checkedAt: milliseconds,
                    location: response.location.flatMap { CheckedName.isLocation($0) ? $0 : nil })
                if let old, old.status == check.status { check.since = min(old.since, check.checkedAt) }
                try writer.record(check)
                return LinkStatus(check)
            }
        }
    }

    /// Returns the location that an item has moved to.
    ///
    /// - Throws: `TagServiceError.notMoved` if the last check found no permanent redirect.
    static func newLocation(of row: ItemRow, in reader: StoreReader) throws -> String {
        guard let location = try reader.linkCheck(ofItem: row.id)?.location else {
            throw TagServiceError.notMoved(row.id)
        }
        return location
    }
}
