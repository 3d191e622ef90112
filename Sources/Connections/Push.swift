internal import Foundation
internal import JSON
internal import PageFetching
internal import TagCore
package import TagService

/// The result of a push.
package struct PushReport: Sendable {
    /// An item that couldn't be changed, with the reason.
    package struct Skipped: Sendable {
        package var title: String
        package var error: RemoteError
    }

    /// The number of items that were changed there, or already were as here.
    package var pushed = 0
    /// The numbers of tags that items got and lost there.
    package var added = 0
    package var removed = 0
    /// The number of items of the set that don't exist there.
    package var withoutCounterpart = 0
    /// The items that may not be changed there.
    package var forbidden: [Skipped] = []
    /// The items that the program refused to change otherwise.
    package var failed: [Skipped] = []
    /// The names of tags here that no tag can have there.
    package var impossibleTags: Set<String> = []
    /// The tags that were deleted there.
    package var pruned: [String] = []
}

/// A change of an item's tags that a push would make there.
package struct PlannedPush: Hashable, Sendable {
    /// The item here.
    package var item: UnpushedItem
    /// The names there.
    package var added: [String]
    package var removed: [String]
}

extension Exchange {
    /// The number of items that are read and written at a time.
    private static let itemsAtOnce = 16
    /// How often a change is tried without a response before the push ends.
    private static let attempts = 3

    /// Returns the changes that a push would make, and the number of items that don't exist there.
    package func plan(
        _ name: String, matching query: ItemQuery? = nil
    ) throws -> (changes: [PlannedPush], withoutCounterpart: Int) {
        let connection = try service.connections.connection(named: name)
        try requireOwn(connection)
        let program = ConnectionKind(rawValue: connection.kind)?.program(at: connection.url, token: "")
        let (items, others) = try service.connections.unpushed(name, matching: query)
        let tags = RemoteTags(connection.tags.map { RemoteTag(id: $0, name: $1) }.sorted { $0.id < $1.id })
        let changes = items.map { item in
            let change = ChangeOfNames(item, tags) { program?.name(of: $0) }
            return PlannedPush(item: item, added: change.added.map(\.name), removed: change.removed)
        }
        return (changes, others)
    }

    /// Writes the changes of tags since the last exchange.
    ///
    /// - Parameters:
    ///   - name: The connection.
    ///   - query: The query that the items must match; nil for all items.
    ///   - prunes: Whether tags there that no item has any more because of these changes are deleted.
    /// - Returns: The report.
    /// - Throws: `RemoteError`, `TagServiceError`, `StoreError`. Changes that were written by then are recorded.
    package func push(_ name: String, matching query: ItemQuery? = nil, prunes: Bool = false) throws -> PushReport {
        let connection = try service.connections.connection(named: name)
        let (items, others) = try service.connections.unpushed(name, matching: query)
        var run = PushRun(connection, try session(of: connection), self)
        run.report.withoutCounterpart = others
        guard !items.isEmpty else { return run.report }
        try run.run(items, prunes: prunes)
        return run.report
    }

    /// One push.
    private struct PushRun {
        let connection: Connection
        let session: RemoteSession
        let exchange: Exchange
        var report = PushReport()
        private var tags = RemoteTags()
        /// The names that items lost.
        private var removedNames: Set<String> = []

        init(_ connection: Connection, _ session: RemoteSession, _ exchange: Exchange) {
            self.connection = connection
            self.session = session
            self.exchange = exchange
        }

        private var program: any RemoteProgram { session.program }

        mutating func run(_ items: [UnpushedItem], prunes: Bool) throws {
            tags = try session.tags()
            for start in stride(from: 0, to: items.count, by: Exchange.itemsAtOnce) {
                let part = Array(items[start..<min(start + Exchange.itemsAtOnce, items.count)])
                do { try write(part) } catch let error as RemoteError {
                    let done = "\(report.pushed) of \(items.count) items were pushed"
                    throw error.after(report.pushed > 0 ? "\(done); the next push continues" : done)
                }
                let done = start + part.count
                exchange.options.progress(Double(done) / Double(items.count), "\(done) of \(items.count)")
            }
            if prunes { try prune() }
        }

        /// Writes the changes of items, reading each item before it is written.
        ///
        /// Without a response, the change may have been made, so the item is read again.
        private mutating func write(_ items: [UnpushedItem]) throws {
            var waiting = items
            var attempt = 0
            while !waiting.isEmpty {
                attempt += 1
                if attempt > 1 { Thread.sleep(forTimeInterval: Double(attempt - 1) / 2) }
                try makeTags(for: waiting)
                let current = try session.items(waiting.map(\.remoteID), tags)
                var changes: [PendingChange] = []
                for (item, result) in zip(waiting, current) {
                    let names = ChangeOfNames(item, tags) { program.name(of: $0) }
                    report.impossibleTags.formUnion(names.impossible)
                    switch result {
                    case .success(nil): report.withoutCounterpart += 1
                    case .success(let there?):
                        changes.append(PendingChange(item: item, names: names, current: there.tags))
                    case .failure(let error): try skip(item, error)
                    }
                }
                waiting = try send(changes, isLastAttempt: attempt == Exchange.attempts)
            }
        }

        /// Makes the tags that the items need there.
        private mutating func makeTags(for items: [UnpushedItem]) throws {
            for item in items {
                for name in ChangeOfNames(item, tags, name: { program.name(of: $0) }).added.map(\.name)
                where tags.tag(named: name) == nil {
                    guard let request = program.request(makingTag: name) else { return }
                    do {
                        let value = try session.json(request)
                        guard let id = value["id"]?.identifier, let name = value["name"]?.string else {
                            throw RemoteError(ShapeError(text: "'id'"), from: program.kind, at: request.url)
                        }
                        tags.insert(RemoteTag(id: id, name: name))
                    } catch let error as RemoteError where error.kind != .stopped {
                        // It may have been made although there is an error, such as for a request that was sent again.
                        tags = try session.tags()
                        if tags.tag(named: name) == nil { throw error }
                    }
                }
            }
        }

        /// Sends changes, records those that were made, and returns the items whose changes had no response.
        private mutating func send(_ changes: [PendingChange], isLastAttempt: Bool) throws -> [UnpushedItem] {
            var failures: [Int: RemoteError] = [:]
            var requests = changes.map { change in change.isNeeded ? program.requests(change.change, tags)[...] : [] }
            while true {
                let indexes = requests.indices.filter { !requests[$0].isEmpty && failures[$0] == nil }
                guard !indexes.isEmpty else { break }
                let next = indexes.compactMap { requests[$0].popFirst() }
                try session.send(next, concurrency: program.changesAtOnce) { index, result in
                    switch result {
                    case .failure(let error): failures[indexes[index]] = error
                    case .success(let response) where !program.isMade(response):
                        failures[indexes[index]] = RemoteError(500, from: program.kind, at: next[index].url)
                    case .success: break
                    }
                }
            }
            try record(changes.indices.filter { failures[$0] == nil }.map { changes[$0] })
            var again: [UnpushedItem] = []
            for (index, error) in failures.sorted(by: { $0.key < $1.key }) {
                let mayBeMade = error.kind == .unreachable || error.status.map { $0 >= 500 } ?? false
                if mayBeMade, !isLastAttempt, error.status != 429 {
                    again.append(changes[index].item)
                } else if error.status == 404 {
                    report.withoutCounterpart += 1
                } else {
                    try skip(changes[index].item, error)
                }
            }
            return again
        }

        private mutating func record(_ changes: [PendingChange]) throws {
            guard !changes.isEmpty else { return }
            try exchange.service.connections.record(changes.map(\.pushed), of: connection.name)
            report.pushed += changes.count
            for change in changes {
                report.added += change.change.added.count
                report.removed += change.change.removed.count
                removedNames.formUnion(change.change.removed)
            }
        }

        /// Notes an item that can't be changed; throws if the others can't be either.
        private mutating func skip(_ item: UnpushedItem, _ error: RemoteError) throws {
            switch error.status {
            case 403: report.forbidden.append(PushReport.Skipped(title: item.title, error: error))
            case 401, 429, nil: throw error
            default:
                report.failed.append(PushReport.Skipped(title: item.title, error: error))
                // A program that fails again and again is broken.
                if report.failed.count >= 10, report.failed.count > report.pushed { throw error }
            }
        }

        /// Deletes the tags there that items lost and that no item has.
        private mutating func prune() throws {
            guard !removedNames.isEmpty else { return }
            tags = try session.tags()
            var candidates = removedNames.compactMap { tags.exactTag(named: $0) }.filter { $0.uses ?? 0 == 0 }
            if candidates.contains(where: { $0.uses == nil }) {
                var used: Set<String> = []
                try session.forEachPage(program.lists(since: nil), tags) { items, _, _ in
                    for item in items { used.formUnion(item.tags.map { TagKey($0).text }) }
                }
                candidates.removeAll { used.contains(TagKey($0.name).text) }
            }
            let requests = candidates.sorted { $0.name < $1.name }
            try session.send(requests.map { program.request(deleting: $0) }) { index, result in
                if case .success = result { report.pruned.append(requests[index].name) }
            }
        }
    }
}

/// The names there of an item's changes.
struct ChangeOfNames {
    /// The names of added tags, and the keys of the tags here.
    var added: [(name: String, key: String)] = []
    /// The names of removed tags.
    var removed: [String] = []
    /// The tags here that no tag can be there.
    var impossible: [String] = []

    /// Creates the names; those of tags there are used as they are written there.
    init(_ item: UnpushedItem, _ tags: RemoteTags, name: (String) -> String?) {
        for tag in item.added {
            if let name = name(tag.name) {
                added.append((tags.exactTag(named: name)?.name ?? name, tag.key))
            } else {
                impossible.append(tag.name)
            }
        }
        let kept = Set(added.map { TagKey($0.name).text })
        removed = item.removed.map(\.name).filter { !kept.contains(TagKey($0).text) }
    }
}

/// A change of an item whose tags there were just read.
private struct PendingChange {
    let item: UnpushedItem
    let names: ChangeOfNames
    let current: [String]

    /// The change, without the parts that are already so there.
    var change: RemoteChange {
        let keys = Set(current.map { TagKey($0).text })
        return RemoteChange(
            id: item.remoteID, current: current,
            added: names.added.map(\.name).filter { !keys.contains(TagKey($0).text) },
            removed: current.filter { names.removed.contains($0) })
    }

    var isNeeded: Bool { !change.added.isEmpty || !change.removed.isEmpty }

    /// The record of the change.
    var pushed: PushedItem { PushedItem(remoteID: item.remoteID, added: names.added, removed: item.removed.map(\.id)) }
}
