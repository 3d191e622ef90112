internal import TagStore
public import TextMeasurement

/// How wide terminals draw what they do not agree upon.
extension TagService {
    /// The widths that were measured on a terminal; none where it was not asked.
    public func widths(of terminal: TerminalIdentity) throws -> TerminalWidths {
        try Self.widths(of: terminal, in: store)
    }

    static func widths(of terminal: TerminalIdentity, in store: TagStore) throws -> TerminalWidths {
        let sizes = try store.read { try $0.measurements(measurer: terminal.measurer.key) }
        var cells: [ClusterClass: Int] = [:]
        for kind in ClusterClass.allCases {
            cells[kind] = sizes[kind.sample].flatMap { Int(exactly: $0.width) }
                .flatMap { Self.possibleCells.contains($0) ? $0 : nil }
        }
        return TerminalWidths(cells)
    }

    /// How many cells a terminal may be believed to draw one sample in.
    private static let possibleCells = 0...64

    /// Keeps the widths that were measured on a terminal, in place of those before.
    public func keep(_ cells: [ClusterClass: Int], of terminal: TerminalIdentity) throws {
        let now = milliseconds
        try store.write(at: now) { writer in
            try writer.forgetMeasurements(measurer: terminal.measurer.key)
            try writer.keepMeasurements(
                cells.map { kind, cells in
                    (kind.sample, StoredMeasurement(width: Double(cells), height: 1, baseline: 1))
                },
                measurer: terminal.measurer.key,
                today: now / Int64(millisecondsPerDay)
            )
        }
    }
}
