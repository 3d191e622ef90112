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
        let identity = measurer.identity.key
        let (set, rows, kept) = try reading(reference) { reader, set in
            let rows = try reader.board(ofSet: set.id, measurer: identity)
            return (set, rows, try LayoutSettings(of: set))
        }
        let chips = try measure(rows, of: set, with: measurer)
        let settings = request.settings.withDefaults(from: kept)
        // A text without controls can be measured.
        let measure = { (try? measurer.measure($0)) ?? TextSize(width: 0, height: 0, baseline: 0) }
        return BoardLayout(request: request, settings: settings, measure: measure)
            .board(of: request.selectedOnly ? chips.filter(\.isSelected) : chips, set: set)
    }

    /// Attaches a size to each row: the cached one, or a new one that is then added to the cache.
    private func measure(
        _ rows: [BoardRow],
        of set: SetRow,
        with measurer: any TextMeasurer
    ) throws -> [MeasuredChip] {
        var new: [(text: String, size: StoredMeasurement)] = []
        let chips = try rows.enumerated()
            .map { index, row in
                let size: StoredMeasurement
                if let cached = row.measurement {
                    size = cached
                } else {
                    // A name that another program wrote is measured as it is shown.
                    size = StoredMeasurement(
                        try measurer.measure(TerminalText.printable(row.name))
                    )
                    new.append((row.name, size))
                }
                return MeasuredChip(
                    tagID: row.tagID,
                    tag: row.name,
                    number: index + 1,
                    isSelected: row.isSelected,
                    label: TextSize(size)
                )
            }
        let today = milliseconds / millisecondsPerDay
        let isStale = rows.contains { $0.measurementUsedOn.map { $0 < today } ?? false }
        updateCache(with: new, markingUsed: isStale ? set : nil, by: measurer, today: today)
        return chips
    }

    /// Adds sizes to the cache, and notes that those of a set are used today.
    ///
    /// A cache that cannot be written fails no board, and waits for nobody who is writing.
    private func updateCache(
        with new: [(text: String, size: StoredMeasurement)],
        markingUsed set: SetRow?,
        by measurer: any TextMeasurer,
        today: Int64
    ) {
        guard !new.isEmpty || set != nil else { return }
        let identity = measurer.identity.key
        do {
            _ = try store.writeUnlessBusy(at: milliseconds) { writer in
                if let set {
                    try writer.markMeasurementsUsed(ofSet: set.id, measurer: identity, today: today)
                }
                guard !new.isEmpty else { return }
                try writer.storeMeasurements(new, measurer: identity, today: today)
                try writer.limitMeasurements()
            }
        } catch {
            logger.debug("cannot write the measurement cache", metadata: ["error": "\(error)"])
        }
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
