/// A type that counts the cells of a grapheme cluster in a terminal.
public protocol CellCounter {
    /// Returns the width of a cluster, from 0 to 9 cells.
    func cells(in character: Character) -> Int
}

extension TerminalCellMeasurer: CellCounter {}
extension TerminalWidths: CellCounter {}

/// Widths measured on a terminal for the kinds of clusters whose widths differ between terminals.
///
/// ```swift
/// let widths = TerminalWidths([.emoji: 1])
/// widths.cells(in: "a💪b")  // 3 instead of 4
/// ```
public struct TerminalWidths: Sendable, Hashable {
    /// The measured width of each kind, in cells; missing kinds have the width from the tables.
    public let cells: [ClusterClass: Int]
    /// The identity of the tables and the measured widths.
    public let identity: MeasurerIdentity
    private let tables: TerminalCellMeasurer

    /// Creates widths from measurements; widths outside 0 to 9 cells are ignored.
    public init(_ cells: [ClusterClass: Int] = [:]) {
        let believed = cells.filter { (0...9).contains($0.value) }
        let tables = TerminalCellMeasurer(ambiguousWidth: believed[.ambiguous] == 2 ? .wide : .narrow)
        self.tables = tables
        // Dropping widths equal to the tables speeds up counting and keeps caches valid.
        self.cells = believed.filter { kind, cells in kind != .ambiguous && tables.cells(in: kind.sample) != cells }
        identity = Self.identity(tables, measured: self.cells)
    }

    private static func identity(
        _ tables: TerminalCellMeasurer, measured cells: [ClusterClass: Int]
    ) -> MeasurerIdentity {
        let base = tables.identity
        guard !cells.isEmpty else { return base }
        let measured = cells.map { ($0.key.rawValue, String($0.value)) }
        return MeasurerIdentity(
            name: base.name, version: base.version, settings: base.settings.merging(measured) { first, _ in first })
    }

    /// Counts the cells of a cluster.
    public func cells(in character: Character) -> Int {
        guard !cells.isEmpty, let kind = ClusterClass(character), let cells = cells[kind] else {
            return tables.cells(in: character)
        }
        return cells
    }

    /// Counts the cells of a text; control characters have none.
    ///
    /// - Complexity: linear in the length of the text.
    public func cells(in text: String) -> Int {
        guard !cells.isEmpty else { return tables.cells(in: text) }
        return text.reduce(0) { $0 + cells(in: $1) }
    }

    /// Returns whether two values give every cluster the same width.
    public static func == (left: TerminalWidths, right: TerminalWidths) -> Bool {
        left.cells == right.cells && left.tables.ambiguousWidth == right.tables.ambiguousWidth
    }

    /// Hashes everything that affects widths.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(cells)
        hasher.combine(tables.ambiguousWidth)
    }
}

extension TerminalWidths: TextMeasurer {
    /// Always ``MeasurementUnit/cell``.
    public var unit: MeasurementUnit { .cell }

    /// Measures a text as one row of cells.
    ///
    /// - Complexity: linear in the length of the text.
    /// - Throws: ``TextMeasurementError/unprintable(_:)`` for a control character or a line break.
    public func measure(_ text: String) throws(TextMeasurementError) -> TextSize {
        var size = try tables.measure(text)
        size.width = Double(cells(in: text))
        return size
    }
}
