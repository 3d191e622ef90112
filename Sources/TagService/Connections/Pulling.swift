internal import Foundation
internal import TagCore
internal import TagStore

/// An item as another program has it.
package struct RemoteItem: Hashable, Sendable {
    /// The id there.
    package var id: String
    package var title = ""
    package var location: String?
    package var note = ""
    /// The text of the page or document, as evidence for suggestions.
    package var text: String?
    /// When it was saved, in milliseconds since 1970.
    package var savedAt: Int64?
    /// When it last changed there, in milliseconds since 1970.
    package var changedAt: Int64?
    /// The names of its tags there.
    package var tags: [String] = []
    /// Those of ``tags`` that the program's language model attached.
    package var tagsByAI: Set<String> = []
    /// Whether only the id and the tags are known.
    package var hasOnlyTags = false

    package init(id: String) { self.id = id }

    /// Returns the milliseconds since 1970 of an RFC 3339 time or of a date; `nil` for another text.
    package static func time(_ text: String?) -> Int64? {
        text.flatMap { Timestamp.milliseconds(in: $0.contains("T") ? $0 : "\($0)T00:00:00Z") }
    }

    /// Returns the RFC 3339 text of a time in milliseconds since 1970.
    package static func text(_ time: Int64) -> String { Timestamp.text(time) }
}

/// The numbers of items that a pull changed here.
package struct PullCounts: Hashable, Sendable {
    package var new = 0
    package var changed = 0
    package var deleted = 0
    /// The tags that items lost because they got another tag of their group.
    package var displaced = 0
    /// The new items without tags.
    package var untagged: [Int64] = []
    /// The ids of all new items.
    package var newItems: [Int64] = []

    package init() {}

    package static func += (total: inout Self, part: Self) {
        total.new += part.new
        total.changed += part.changed
        total.deleted += part.deleted
        total.displaced += part.displaced
        total.untagged += part.untagged
        total.newItems += part.newItems
    }
}

extension TagService.Connections {
    /// Runs the parts of a pull, whose changes are one undo step unless something else changes meanwhile.
    package func asOneStep<Result>(_ work: () throws -> Result) rethrows -> Result {
        try TagStore.chaining(StepChain(), work)
    }

    /// Applies items that were read there, in one transaction.
    ///
    /// - Parameters:
    ///   - items: the items.
    ///   - name: the connection.
    ///   - remoteName: returns the name that a tag here has there; `nil` if it can't be there.
    /// - Returns: the numbers of changes.
    /// - Throws: `TagServiceError.unknownConnection`, `.unknownSetOfConnection`, `StoreError`.
    package func apply(_ items: [RemoteItem], to name: String, remoteName: (String) -> String?) throws -> PullCounts {
        try writing { writer in
            let row = try Self.row(named: name, in: writer.reader)
            writer.summary = "connect pull \(row.name)"
            return try withoutActuallyEscaping(remoteName) { remoteName in
                var pull = try PullWriter(row, service: service, writer: writer, remoteName: remoteName)
                for item in items { try pull.write(item) }
                try pull.finish()
                var counts = pull.counts
                counts.displaced = writer.displacedTags.count
                return counts
            }
        }
    }

    /// Deletes the items here of items that were deleted there.
    ///
    /// - Returns: the number of items.
    package func delete(_ remoteIDs: [String], of name: String) throws -> Int {
        try writing { writer in
            let row = try Self.row(named: name, in: writer.reader)
            writer.summary = "connect pull \(row.name)"
            var count = 0
            for id in remoteIDs {
                guard let item = try writer.reader.remoteItem(id, ofConnection: row.id) else { continue }
                if try writer.reader.item(id: item.itemID) != nil {
                    try writer.apply(.deleteItems(item.itemID...item.itemID))
                    count += 1
                }
                try writer.deleteRemoteItem(id, ofConnection: row.id)
            }
            return count
        }
    }

    /// Returns the ids there of all items of a connection, with whether the items still exist here.
    package func remoteIDs(of name: String) throws -> [String: Bool] {
        try store.read { reader in
            var ids: [String: Bool] = [:]
            let row = try Self.row(named: name, in: reader)
            try reader.forEachRemoteItem(ofConnection: row.id) { ids[$0.remoteID] = $1 != nil }
            return ids
        }
    }

    /// Returns whether changes there were missed, because items were deleted here whose deletion was undone.
    package func hasMissedChange(of name: String) throws -> Bool {
        try store.read { reader in try reader.hasMissedChange(ofConnection: Self.row(named: name, in: reader).id) }
    }

    /// Records that a pull is complete.
    ///
    /// - Parameters:
    ///   - name: the connection.
    ///   - tags: the names of the tags there by their ids there.
    ///   - changedAt: the time of the last change there that was read; `nil` if nothing was read.
    ///   - newItems: the new items; a few of them become samples for the calibration.
    /// - Throws: `TagServiceError.unknownConnection`, `StoreError`.
    package func finishPull(of name: String, tags: [String: String], changedAt: Int64?, newItems: [Int64]) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let text = String(decoding: try encoder.encode(tags), as: UTF8.self)
        try writing { writer in
            var row = try Self.row(named: name, in: writer.reader)
            row.tags = text
            row.pulledAt = milliseconds
            if let changedAt {
                let time = min(changedAt, milliseconds)
                row.changedAt = max(time, row.changedAt ?? time)
            }
            try writer.update(row)
            if try writer.reader.connectionDevice(at: row.url) == nil { try claim(row, with: writer) }
        }
        if let first = newItems.min(), let last = newItems.max(), newItems.count > Self.leastCalibrated {
            try service.suggestions.calibrate(withImported: first..<last + 1)
        }
    }

    /// Returns the items among the given items that exist and have no tags.
    package func untagged(among ids: [Int64]) throws -> [Int64] {
        try store.read { reader in try ids.filter { try reader.item(id: $0)?.tagIDs.rowIDs.isEmpty == true } }
    }

    /// Returns the items among the given items that have tags.
    package func tagged(among ids: [Int64]) throws -> [Int64] {
        try store.read { reader in try ids.filter { try reader.item(id: $0)?.tagIDs.rowIDs.isEmpty == false } }
    }

    /// The minimum number of new items for a pull to calibrate suggestions as an import does.
    private static let leastCalibrated = 20
}
