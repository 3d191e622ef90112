package import TagService

extension Exchange {
    /// How much earlier than the last change a pull begins to read, in milliseconds.
    ///
    /// A change gets its time before it is stored, so a later time may have been read first.
    private static let overlap: Int64 = 60_000
    /// The numbers of items, absolute and as a share, that are deleted here without a question.
    private static let deletedWithoutQuestion = (count: 20, share: 0.05)
    /// The number of items that are checked for deletion at a time.
    private static let checkedAtOnce = 100

    /// Reads new, changed and deleted items there, and applies the changes here.
    ///
    /// The changes are one undo step. An interrupted pull keeps what it has read, and the next one reads it again.
    ///
    /// - Parameter name: The connection.
    /// - Returns: The numbers of items that changed here.
    /// - Throws: `RemoteError`, `TagServiceError`, `StoreError`.
    package func pull(_ name: String) throws -> PullCounts {
        try service.connections.asOneStep {
            let connection = try service.connections.connection(named: name)
            var pull = PullRun(connection, try session(of: connection), self)
            try pull.run()
            return pull.counts
        }
    }

    /// Returns whether a number of items may be deleted here.
    fileprivate func mayDelete(_ count: Int, of total: Int) throws -> Bool {
        let limit = Self.deletedWithoutQuestion
        guard count > limit.count, Double(count) > limit.share * Double(total) else { return true }
        return try options.confirmsDeletion(count, total)
    }

    /// One pull.
    private struct PullRun {
        let connection: Connection
        let session: RemoteSession
        let exchange: Exchange
        var counts = PullCounts()
        private var tags = RemoteTags()
        private var seen: Set<String> = []
        private var changedAt: Int64?

        init(_ connection: Connection, _ session: RemoteSession, _ exchange: Exchange) {
            self.connection = connection
            self.session = session
            self.exchange = exchange
        }

        private var program: any RemoteProgram { session.program }

        mutating func run() throws {
            tags = try session.tags()
            // Renaming or deleting a tag there changes items without changing their times.
            let isSameVocabulary = connection.tags.allSatisfy { tags.byID[$0]?.name == $1 }
            let isComplete = try isSameVocabulary && !exchange.service.connections.hasMissedChange(of: connection.name)
            let since = isComplete ? connection.changedAt.map { max(0, $0 - Exchange.overlap) } : nil
            try read(since: since)
            var hasAll = since == nil || program.alwaysListsAll
            if !hasAll {
                let known = try exchange.service.connections.remoteIDs(of: connection.name).count
                if let count = try session.count(), count != known {
                    try read(since: nil)
                    hasAll = true
                }
            }
            if hasAll { try deleteMissing() }
            try exchange.service.connections.finishPull(
                of: connection.name, tags: tags.names, changedAt: changedAt, newItems: counts.newItems)
        }

        private mutating func read(since: Int64?) throws {
            let places = program.lists(since: since)
            // Callbacks can't change the run while it calls them.
            var run = self
            try session.forEachPage(places, tags) { items, done, total in
                try run.apply(items, since: since)
                let share = total.map { Double(done) / Double(max($0, 1)) } ?? 0
                exchange.options.progress(share, "\(done)" + (total.map { " of \($0)" } ?? ""))
            }
            self = run
        }

        private mutating func apply(_ items: [RemoteItem], since: Int64?) throws {
            var items = items
            if program.readsTextSeparately, let since { try readText(of: &items, since: since) }
            for item in items {
                seen.insert(item.id)
                if let time = item.changedAt { changedAt = max(changedAt ?? time, time) }
            }
            counts += try exchange.service.connections.apply(items, to: connection.name, remoteName: program.name)
        }

        /// Reads the items that changed again, with their text; the others keep the text they have.
        private func readText(of items: inout [RemoteItem], since: Int64) throws {
            let changed = items.indices.filter { items[$0].changedAt.map { $0 > since } ?? true }
            for index in items.indices { items[index].text = nil }
            let results = try session.items(changed.map { items[$0].id }, tags)
            for (index, result) in zip(changed, results) { if let item = try result.get() { items[index] = item } }
        }

        /// Deletes the items here that no longer exist there, after asking for each there.
        private mutating func deleteMissing() throws {
            let known = try exchange.service.connections.remoteIDs(of: connection.name)
            let missing = known.keys.filter { !seen.contains($0) }.sorted()
            var gone: [String] = []
            for start in stride(from: 0, to: missing.count, by: Exchange.checkedAtOnce) {
                let ids = Array(missing[start..<min(start + Exchange.checkedAtOnce, missing.count)])
                var found: [RemoteItem] = []
                for (id, result) in zip(ids, try session.items(ids, tags)) {
                    // An item moved between lists while they were read.
                    if let item = try result.get() { found.append(item) } else { gone.append(id) }
                }
                try apply(found.filter { !$0.hasOnlyTags }, since: nil)
            }
            let deleted = gone.count { known[$0] == true }
            guard try exchange.mayDelete(deleted, of: known.count { $0.value }) else {
                throw RemoteError(
                    .unconfirmed,
                    "\(deleted) of \(known.count { $0.value }) items were deleted in \(program.kind.title); use 'connect pull \(connection.name) --yes' to delete them here, too"
                )
            }
            counts.deleted += try exchange.service.connections.delete(gone, of: connection.name)
        }
    }
}
