package import TagStore

/// The counts of a database, read within one of its transactions.
package struct StoredCooccurrences: CooccurrenceSource {
    private let reader: StoreReader

    /// The counts that a reader sees.
    package init(_ reader: StoreReader) {
        self.reader = reader
    }

    package func selectionCount() throws -> Int {
        Int(try reader.savedSelectionCount())
    }

    package func uses(of features: [UInt32]) throws -> [UInt32] {
        try features.map { UInt32(clamping: try reader.uses(of: Int64($0))) }
    }

    package func mostUsed(limit: Int) throws -> [UInt32] {
        try reader.mostUsedTags(limit: limit).compactMap { UInt32(exactly: $0) }
    }

    package func pairs(of feature: UInt32) throws -> PairCounts {
        PairCounts(
            packed: try reader.pairCounts(of: Int64(feature)).entries
                .map {
                    PairCounts.pack($0.tagID, $0.count)
                }
        )
    }

    package func collectNewest(holding feature: UInt32, into pool: inout SelectionPool) throws {
        // As many as the pool already has may come again, so room for the rest is not enough.
        for row in try reader.savedSelections(holding: Int64(feature), limit: pool.capacity) {
            if pool.isFull { return }
            pool.add(row.tagIDs.ids)
        }
    }
}
