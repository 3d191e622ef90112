import CUtf8proc

/// Measures text in the cells of a modern terminal's grid.
///
/// The width of a text is the sum of its grapheme clusters, which take 0, 1 or 2 cells. Clusters are
/// those of `String`, and the properties of scalars come from utf8proc. Escape sequences aren't
/// interpreted; text with escape sequences can't be measured.
///
/// ```swift
/// let measurer = TerminalCellMeasurer()
/// measurer.cells(in: "café")  // 4
/// measurer.cells(in: "読書 📚")  // 7
/// ```
public struct TerminalCellMeasurer: TextMeasurer {
    /// The width of scalars whose East Asian Width is ambiguous.
    public let ambiguousWidth: AmbiguousWidth

    private let scalarCells: ScalarCells

    /// Creates a measurer.
    ///
    /// - Parameter ambiguousWidth: The width of characters such as `±` and `→`: one cell, unless the
    ///   user's terminal is set to draw them in two.
    public init(ambiguousWidth: AmbiguousWidth = .narrow) {
        self.ambiguousWidth = ambiguousWidth
        scalarCells = ScalarCells(ambiguous: ambiguousWidth)
    }

    /// The measurer's name, the version of its rules and tables, and ``ambiguousWidth``.
    public var identity: MeasurerIdentity {
        switch ambiguousWidth {
        case .narrow: Self.narrowIdentity
        case .wide: Self.wideIdentity
        }
    }

    private static let narrowIdentity = identity(ambiguous: .narrow)
    private static let wideIdentity = identity(ambiguous: .wide)

    private static func identity(ambiguous width: AmbiguousWidth) -> MeasurerIdentity {
        MeasurerIdentity(
            name: "cells", version: CellTablesVersion.current, settings: ["ambiguous": String(width.rawValue)])
    }

    /// Always ``MeasurementUnit/cell``.
    public var unit: MeasurementUnit { .cell }

    /// Measures a text as one row of cells, with the baseline at the bottom of the row.
    ///
    /// - Complexity: Linear in the length of the text.
    /// - Throws: ``TextMeasurementError/unprintable(_:)`` for a control character or a line break.
    public func measure(_ text: String) throws(TextMeasurementError) -> TextSize {
        if let count = cellsWithoutClusters(in: text) { return Self.row(of: count) }
        if let offender = UnprintableScalar.first(in: text, where: \.movesCursor) { throw .unprintable(offender) }
        return Self.row(of: cellsOfClusters(in: text))
    }

    /// Counts the cells of a text; control characters, which `measure` rejects, have none.
    ///
    /// - Complexity: Linear in the length of the text.
    public func cells(in text: String) -> Int { cellsWithoutClusters(in: text) ?? cellsOfClusters(in: text) }

    /// Counts the cells of a grapheme cluster: 0, 1 or 2.
    ///
    /// - Complexity: Linear in the number of scalars of the cluster.
    public func cells(in character: Character) -> Int {
        if let byte = character.asciiValue { return byte >= 0x20 && byte != 0x7F ? 1 : 0 }
        return cells(inCluster: character.unicodeScalars)
    }

    private static func row(of cells: Int) -> TextSize { TextSize(width: Double(cells), height: 1, baseline: 1) }

    /// Returns the width of a text without clusters of several scalars; `nil` for any other text and for control
    /// characters.
    ///
    /// Most texts qualify, including CJK and simple emoji. Finding cluster boundaries, the most expensive part of
    /// measuring, isn't necessary for them.
    private func cellsWithoutClusters(in text: String) -> Int? {
        Self.printableASCIICount(of: text) ?? cellsOfSeparateScalars(in: text)
    }

    /// Returns the length of a text of printable ASCII, which is its width; `nil` for any other text.
    private static func printableASCIICount(of text: String) -> Int? {
        let utf8 = text.utf8
        for byte in utf8 where byte &- 0x20 > 0x7E - 0x20 { return nil }
        return utf8.count
    }

    /// Returns the width of a text if each scalar is a separate cluster; `nil` for any other text.
    private func cellsOfSeparateScalars(in text: String) -> Int? {
        var total = 0
        for scalar in text.unicodeScalars {
            let properties = ScalarProperties(scalar)
            guard properties.standsAlone else { return nil }
            total += scalarCells.cells(of: scalar, properties)
        }
        return total
    }

    /// Returns the width of any text, cluster by cluster.
    ///
    /// `start` is always the start of a cluster. If the scalar there and the next scalar don't join,
    /// the cluster is that single scalar. Otherwise the standard library finds its end.
    private func cellsOfClusters(in text: String) -> Int {
        let scalars = text.unicodeScalars
        var total = 0
        var start = scalars.startIndex
        while start < scalars.endIndex {
            let next = scalars.index(after: start)
            let properties = ScalarProperties(scalars[start])
            if properties.standsAlone, next == scalars.endIndex || ScalarProperties(scalars[next]).standsAlone {
                total += scalarCells.cells(of: scalars[start], properties)
                start = next
            } else {
                let end = text.index(after: start)
                total += cells(inCluster: scalars[start..<end])
                start = end
            }
        }
        return total
    }

    private func cells(inCluster scalars: some Sequence<Unicode.Scalar>) -> Int {
        var cluster = ClusterCells(scalarCells)
        for scalar in scalars { cluster.add(scalar) }
        return cluster.total
    }
}

/// The width of scalars whose East Asian Width is ambiguous, such as `±`, `→` and `Я`.
///
/// Terminals draw them in one cell unless the user has chosen two, as in some CJK locales.
public enum AmbiguousWidth: Int, Sendable, Hashable, CaseIterable, Codable {
    /// One cell, the default in terminals.
    case narrow = 1

    /// Two cells, as in legacy CJK character sets.
    case wide = 2
}

/// The version of everything that affects a width in cells.
enum CellTablesVersion {
    /// The version of our rules and tables; increment it whenever a width changes.
    ///
    /// A test stores a digest of all widths and fails if it changes without this version.
    static let revision = 1

    /// The revision and the versions of the loaded tables, such as `1+utf8proc2.8.0/15.0.0+swift17.0`.
    static let current = "\(revision)+utf8proc\(library)+swift\(standardLibrary)"

    /// The versions of the loaded utf8proc and its Unicode tables.
    private static var library: String {
        // Safe: both return a constant, null-terminated string.
        guard let version = unsafe utf8proc_version(), let unicode = unsafe utf8proc_unicode_version() else {
            return ""
        }
        return unsafe "\(String(cString: version))/\(String(cString: unicode))"
    }

    /// The Unicode version of the standard library, which determines grapheme clusters.
    ///
    /// The library doesn't report its version, so this is the `Age` property of the newest scalar in a block that grows
    /// with nearly every version of Unicode.
    private static var standardLibrary: String {
        let ages = (0x1FA70...0x1FAFF as ClosedRange<UInt32>).compactMap { Unicode.Scalar($0)?.properties.age }
        let newest = ages.max { ($0.major, $0.minor) < ($1.major, $1.minor) }
        return newest.map { "\($0.major).\($0.minor)" } ?? ""
    }
}
