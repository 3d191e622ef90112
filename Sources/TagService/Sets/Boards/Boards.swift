internal import Logging
internal import TagStore
public import TextMeasurement

/// Laying out the chips of a set.
extension TagService.Sets {
    /// Lays out the chips of a set.
    ///
    /// Sizes of labels are cached in the database: one query reads the cached sizes, and one transaction adds new sizes.
    ///
    /// - Parameters:
    ///   - request: the width, the chips' sizes, and settings that take precedence over those of the set.
    ///   - reference: the set.
    /// - Returns: the board with the position of each chip.
    /// - Throws: `TagServiceError.unknownSet`, `StoreError`.
    /// - Complexity: linear in the number of tags in the set.
    public func board(_ request: BoardRequest, of reference: SetReference = .chosen) throws -> Board {
        try board(request, of: reference, measurer: measurer)
    }

    /// Lays out the chips of a set, using a different measurer than the service's default.
    public func board(_ request: BoardRequest, of reference: SetReference, measurer: any TextMeasurer) throws -> Board {
        let rows = try reading(reference) { reader, set in try StoredBoard(of: set, measurer: measurer, in: reader) }
        let (board, sizes) = try lay(rows, request, measurer: measurer)
        updateCache(with: sizes, by: measurer)
        return board
    }

    /// Lays out chips read from the database; returns the board and the sizes to add to the cache.
    private func lay(
        _ stored: StoredBoard, _ request: BoardRequest, measurer: any TextMeasurer
    ) throws -> (Board, SizesForCache) {
        var sizes = SizesForCache(set: stored.set, today: milliseconds / millisecondsPerDay)
        let chips = try stored.rows.enumerated()
            .map { index, row in
                // The client may have disconnected.
                try Task.checkCancellation()
                return MeasuredChip(
                    tagID: row.tagID, tag: row.name, number: index + 1, isSelected: row.isSelected,
                    label: TextSize(try sizes.size(of: row, by: measurer)))
            }
        // Measuring fails only for control characters, and "+N more" has none.
        let measure = { (try? measurer.measure($0)) ?? TextSize(width: 0, height: 0, baseline: 0) }
        let layout = BoardLayout(
            request: request, settings: request.settings.withDefaults(from: stored.settings), measure: measure)
        let shown = request.selectedOnly ? chips.filter(\.isSelected) : chips
        return (layout.board(of: shown, set: stored.set), sizes)
    }

    /// Adds sizes to the cache, and records that the sizes of a set were used today.
    ///
    /// Nothing depends on the cache: errors are only logged, and the update is skipped while
    /// another process is writing.
    private func updateCache(with sizes: SizesForCache, by measurer: any TextMeasurer) {
        guard !sizes.new.isEmpty || sizes.isStale else { return }
        let identity = measurer.identity.key
        do {
            _ = try store.writeUnlessBusy(at: milliseconds) { writer in
                if sizes.isStale {
                    try writer.markMeasurementsUsed(ofSet: sizes.set.id, measurer: identity, today: sizes.today)
                }
                guard !sizes.new.isEmpty else { return }
                try writer.storeMeasurements(sizes.new, measurer: identity, today: sizes.today)
                try writer.limitMeasurements()
            }
        } catch { logger.debug("can't write the measurement cache", metadata: ["error": "\(error)"]) }
    }
}

/// The chips of a set as stored in the database.
private struct StoredBoard {
    var set: SetRow
    var rows: [StoreReader.BoardRow]
    var settings: LayoutSettings

    init(of set: SetRow, measurer: any TextMeasurer, in reader: StoreReader) throws {
        self.set = set
        rows = try reader.board(ofSet: set.id, measurer: measurer.identity.key)
        settings = try LayoutSettings(of: set)
    }
}

/// The updates of the measurement cache for the chips of a set.
private struct SizesForCache {
    let set: SetRow
    /// The number of days since 1970.
    let today: Int64
    /// The sizes that aren't cached yet.
    private(set) var new: [(text: String, size: StoredMeasurement)] = []
    /// Whether the cache hasn't recorded today's use of a size yet.
    private(set) var isStale = false

    init(set: SetRow, today: Int64) {
        self.set = set
        self.today = today
    }

    /// Returns the size of a row's label from the cache, or measures it.
    mutating func size(of row: StoreReader.BoardRow, by measurer: any TextMeasurer) throws -> StoredMeasurement {
        if let day = row.measurementUsedOn, day < today { isStale = true }
        if let cached = row.measurement { return cached }
        // Another program may have written a name with control characters, which are shown escaped.
        let size = StoredMeasurement(try measurer.measure(TerminalText.printable(row.name)))
        new.append((row.name, size))
        return size
    }
}

extension TextSize {
    /// Creates a size from its cached form.
    fileprivate init(_ stored: StoredMeasurement) {
        self.init(width: stored.width, height: stored.height, baseline: stored.baseline)
    }
}

extension StoredMeasurement {
    /// Creates the cached form of a size.
    fileprivate init(_ size: TextSize) { self.init(width: size.width, height: size.height, baseline: size.baseline) }
}
