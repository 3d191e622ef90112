package import TagService

/// The result of a round of a watch.
package struct WatchReport: Sendable {
    package var pulled = PullCounts()
    package var pushed = PushReport()
    /// The number of new items that got suggestions.
    package var suggested = 0
}

extension Exchange {
    /// Pulls, tags new items that have no tags, and pushes.
    ///
    /// - Parameters:
    ///   - name: The connection.
    ///   - accepted: The minimum probability of the suggestions that new items get; nil for none.
    ///   - mark: A tag for the items that get suggestions, or without suggestions for all new items without tags.
    /// - Returns: What was done.
    /// - Throws: `RemoteError`, `TagServiceError`, `StoreError`.
    package func watchOnce(_ name: String, accepting accepted: Double?, marking mark: String?) throws -> WatchReport {
        var report = WatchReport()
        report.pulled = try pull(name)
        let untagged = try service.connections.untagged(among: report.pulled.untagged)
        if let accepted, !untagged.isEmpty {
            report.suggested = try service.items.tag(.ids(untagged), with: BulkTagging(accepted: accepted))
        }
        if let mark, !untagged.isEmpty {
            let marked = try accepted == nil ? untagged : service.connections.tagged(among: untagged)
            if !marked.isEmpty { try service.items.tag(.ids(marked), with: BulkTagging(added: [mark])) }
        }
        report.pushed = try push(name)
        return report
    }
}
