internal import Foundation
internal import TagCore
internal import TagStore

/// A view that was just shared, with the secret in its address, which is shown only once.
public struct NewSharedView: Hashable, Sendable {
    /// The name of the view.
    public var view: String
    /// Whether the address also opens a page, rather than feeds only.
    public var hasPage: Bool
    /// The secret in the address: 256 random bits.
    public var secret: String
    /// Whether the view was shared before, with an address that no longer works.
    public var isReplaced: Bool
}

/// Sharing views with anyone who knows a secret address.
///
/// ```swift
/// let shared = try service.items.shareView("to read")
/// print("/shared/\(shared.secret).atom")
/// try service.items.unshareView("to read")  // the address is unknown again
/// ```
extension TagService.Items {
    /// Shares a view under a new secret address; an earlier address of the view stops working.
    ///
    /// Only the SHA-256 of the secret is stored. Undo removes the address, and restores an earlier one.
    ///
    /// - Parameters:
    ///   - name: the name of the view.
    ///   - hasPage: whether the address also opens a page, rather than feeds only.
    /// - Returns: the view with its secret.
    /// - Throws: `TagServiceError.unknownView`.
    @discardableResult public func shareView(_ name: String, hasPage: Bool = false) throws -> NewSharedView {
        let secret = AccessSecret.randomShare()
        let share = ViewRow.Share(hash: Data(SHA256.digest(of: secret.utf8)), hasPage: hasPage)
        return try writing { writer in
            var row = try Self.view(name, in: writer.reader)
            writer.summary = "view share \(row.name)"
            let isReplaced = row.share != nil
            row.share = share
            try writer.apply(.putView(row))
            return NewSharedView(view: row.name, hasPage: hasPage, secret: secret, isReplaced: isReplaced)
        }
    }

    /// Revokes the secret address of a view.
    ///
    /// - Returns: the name of the view.
    /// - Throws: `TagServiceError.unknownView`, `.viewNotShared`.
    @discardableResult public func unshareView(_ name: String) throws -> String {
        try writing { writer in
            var row = try Self.view(name, in: writer.reader)
            guard row.share != nil else { throw TagServiceError.viewNotShared(row.name) }
            writer.summary = "view unshare \(row.name)"
            row.share = nil
            try writer.apply(.putView(row))
            return row.name
        }
    }

    /// Returns the newest items of a view, as a feed shows them.
    ///
    /// - Throws: `TagServiceError.unknownView`; `StoreError`.
    public func feed(ofView name: String) throws -> ViewFeed {
        let (row, key) = try store.read { (try Self.view(name, in: $0), try $0.feedKey()) }
        return try feed(of: row, key: key)
    }

    /// Returns the newest items of the view that is shared with a secret.
    ///
    /// - Parameter digest: the SHA-256 of the secret.
    /// - Returns: the items, and whether the view is shared with a page; `nil` if no view is shared with the secret.
    /// - Throws: `StoreError`.
    package func sharedFeed(digest: [UInt8]) throws -> (feed: ViewFeed, hasPage: Bool)? {
        let found = try store.read { reader in
            try reader.view(shareHash: Data(digest)).map { (row: $0, key: try reader.feedKey()) }
        }
        guard let (row, key) = found, let share = row.share else { return nil }
        return (try feed(of: row, key: key), share.hasPage)
    }

    private func feed(of row: ViewRow, key: Data?) throws -> ViewFeed {
        // The query is that of a view, so that an order in it doesn't decide which items are the newest.
        var query = ItemQuery(limit: ViewFeed.limit, isLenient: true)
        query.view = row.query
        let items: [Item]
        // As in the list of views, a query with a set that was dropped matches nothing.
        do { items = try find(query).items } catch is TagServiceError { items = [] }
        return ViewFeed(view: row.name, viewID: row.id, items: items, key: Array(key ?? Data()))
    }
}
