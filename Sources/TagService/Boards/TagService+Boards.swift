internal import Logging
internal import TagStore
public import TextMeasurement

/// Laying out the chips of a set.
extension TagService {
    /// Lays out the chips of a set.
    ///
    /// Labels are measured through the cache in the database: one query reads the sizes that it has, and one
    /// transaction adds the missing ones.
    ///
    /// - Parameters:
    ///   - request: the width, the chips' sizes, and settings that take precedence over those of the set.
    ///   - reference: the set.
    /// - Returns: the chips with their places.
    /// - Throws: `TagServiceError.unknownSet`, `StoreError`.
    /// - Complexity: linear in the set.
    public func board(_ request: BoardRequest, of reference: SetReference = .chosen) throws -> Board
    {
        try board(request, of: reference, measurer: measurer)
    }

    /// Lays out the chips of a set, with labels measured by another measurer than the service's own.
    public func board(
        _ request: BoardRequest,
        of reference: SetReference,
        measurer: any TextMeasurer
    ) throws -> Board {
        let rows = try reading(reference) { reader, set in
            try StoredBoard(of: set, measurer: measurer, in: reader)
        }
        let (board, sizes) = try lay(rows, request, measurer: measurer)
        updateCache(with: sizes, by: measurer)
        return board
    }

    /// Lays out what was read; returns the board, and what the cache of sizes lacks.
    private func lay(
        _ stored: StoredBoard,
        _ request: BoardRequest,
        measurer: any TextMeasurer
    ) throws -> (Board, SizesForCache) {
        var sizes = SizesForCache(set: stored.set, today: milliseconds / millisecondsPerDay)
        let chips = try stored.rows.enumerated()
            .map { index, row in
                // Whoever asked for the board may be gone.
                try Task.checkCancellation()
                return MeasuredChip(
                    tagID: row.tagID,
                    tag: row.name,
                    number: index + 1,
                    isSelected: row.isSelected,
                    label: TextSize(try sizes.size(of: row, by: measurer))
                )
            }
        // A text without controls can be measured.
        let measure = { (try? measurer.measure($0)) ?? TextSize(width: 0, height: 0, baseline: 0) }
        let layout = BoardLayout(
            request: request,
            settings: request.settings.withDefaults(from: stored.settings),
            measure: measure
        )
        let shown = request.selectedOnly ? chips.filter(\.isSelected) : chips
        return (layout.board(of: shown, set: stored.set), sizes)
    }

    /// Adds sizes to the cache, and notes that those of a set are used today.
    ///
    /// A cache that cannot be written fails no board, and waits for nobody who is writing.
    private func updateCache(with sizes: SizesForCache, by measurer: any TextMeasurer) {
        guard !sizes.new.isEmpty || sizes.isStale else { return }
        let identity = measurer.identity.key
        do {
            _ = try store.writeUnlessBusy(at: milliseconds) { writer in
                if sizes.isStale {
                    try writer.markMeasurementsUsed(
                        ofSet: sizes.set.id,
                        measurer: identity,
                        today: sizes.today
                    )
                }
                guard !sizes.new.isEmpty else { return }
                try writer.storeMeasurements(sizes.new, measurer: identity, today: sizes.today)
                try writer.limitMeasurements()
            }
        } catch {
            logger.debug("cannot write the measurement cache", metadata: ["error": "\(error)"])
        }
    }
}

/// A set's chips as the database has them.
private struct StoredBoard {
    var set: SetRow
    var rows: [BoardRow]
    var settings: LayoutSettings

    init(of set: SetRow, measurer: any TextMeasurer, in reader: StoreReader) throws {
        self.set = set
        rows = try reader.board(ofSet: set.id, measurer: measurer.identity.key)
        settings = try LayoutSettings(of: set)
    }
}

/// What the cache of sizes lacks for the chips of a set.
private struct SizesForCache {
    let set: SetRow
    /// The day, since 1970.
    let today: Int64
    /// The sizes that are not in the cache.
    private(set) var new: [(text: String, size: StoredMeasurement)] = []
    /// Whether the cache does not know yet that a size is used today.
    private(set) var isStale = false

    init(set: SetRow, today: Int64) {
        self.set = set
        self.today = today
    }

    /// The size of a row's label: the cached one, or a new one.
    mutating func size(of row: BoardRow, by measurer: any TextMeasurer) throws -> StoredMeasurement
    {
        if let day = row.measurementUsedOn, day < today { isStale = true }
        if let cached = row.measurement { return cached }
        // A name that another program wrote is measured as it is shown.
        let size = StoredMeasurement(try measurer.measure(TerminalText.printable(row.name)))
        new.append((row.name, size))
        return size
    }
}

extension TextSize {
    /// A size from the cache.
    fileprivate init(_ stored: StoredMeasurement) {
        self.init(width: stored.width, height: stored.height, baseline: stored.baseline)
    }
}

extension StoredMeasurement {
    /// A size as the cache stores it.
    fileprivate init(_ size: TextSize) {
        self.init(width: size.width, height: size.height, baseline: size.baseline)
    }
}
