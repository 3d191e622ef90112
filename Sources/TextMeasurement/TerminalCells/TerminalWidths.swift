/// Counts the cells that a terminal gives a grapheme cluster.
public protocol CellCounter {
    /// The cells of a cluster: 0 to 9.
    func cells(in character: Character) -> Int
}

extension TerminalCellMeasurer: CellCounter {}
extension TerminalWidths: CellCounter {}

/// How wide a terminal draws the kinds of clusters that others draw otherwise, as it was measured on it.
public struct TerminalWidths: Sendable, Hashable {
    /// The cells of each kind; a kind that is missing is as the tables have it.
    public let cells: [ClusterClass: Int]
    /// The tables' identity, with the measured widths.
    public let identity: MeasurerIdentity
    private let tables: TerminalCellMeasurer

    /// Widths that were measured: from 0 to 9 cells a kind; others are not believed.
    public init(_ cells: [ClusterClass: Int] = [:]) {
        let believed = cells.filter { (0...9).contains($0.value) }
        let tables = TerminalCellMeasurer(
            ambiguousWidth: believed[.ambiguous] == 2 ? .wide : .narrow
        )
        self.tables = tables
        // Measured widths equal to the tables are dropped, which is faster and keeps the cache valid.
        self.cells = believed.filter { kind, cells in
            kind != .ambiguous && tables.cells(in: kind.sample) != cells
        }
        identity = Self.identity(tables, measured: self.cells)
    }

    private static func identity(
        _ tables: TerminalCellMeasurer,
        measured cells: [ClusterClass: Int]
    ) -> MeasurerIdentity {
        let base = tables.identity
        guard !cells.isEmpty else { return base }
        let measured = cells.map { ($0.key.rawValue, String($0.value)) }
        return MeasurerIdentity(
            name: base.name,
            version: base.version,
            settings: base.settings.merging(measured) { first, _ in first }
        )
    }

    /// Counts the cells of a cluster.
    public func cells(in character: Character) -> Int {
        guard !cells.isEmpty, let kind = ClusterClass(character), let cells = cells[kind] else {
            return tables.cells(in: character)
        }
        return cells
    }

    /// Counts the cells of a text; controls count nothing.
    ///
    /// - Complexity: linear in its length.
    public func cells(in text: String) -> Int {
        guard !cells.isEmpty else { return tables.cells(in: text) }
        return text.reduce(0) { $0 + cells(in: $1) }
    }

    /// Whether all clusters are equally wide.
    public static func == (left: TerminalWidths, right: TerminalWidths) -> Bool {
        left.cells == right.cells && left.tables.ambiguousWidth == right.tables.ambiguousWidth
    }

    /// Feeds the data that determines widths to a hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(cells)
        hasher.combine(tables.ambiguousWidth)
    }
}

extension TerminalWidths: TextMeasurer {
    /// Always ``MeasurementUnit/cell``.
    public var unit: MeasurementUnit { .cell }

    /// Measures a text: its cells by one row.
    ///
    /// - Complexity: linear in its length.
    /// - Throws: ``TextMeasurementError/unprintable(_:)`` for a control or a line break.
    public func measure(_ text: String) throws(TextMeasurementError) -> TextSize {
        var size = try tables.measure(text)
        size.width = Double(cells(in: text))
        return size
    }
}
