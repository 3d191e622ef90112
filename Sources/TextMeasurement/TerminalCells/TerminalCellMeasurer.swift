import CUtf8proc

/// Measures a text in the cells of a terminal's grid, as modern terminals draw it.
///
/// A text is as wide as its grapheme clusters together, and a cluster takes no, one or two cells.
/// Clusters are Swift's, by UAX #29; the properties are utf8proc's. Escape sequences are not
/// interpreted: a text that is measured is one that ``TerminalText/firstUnprintable(in:)`` lets pass.
public struct TerminalCellMeasurer: TextMeasurer {
    /// The cells of a scalar of ambiguous width.
    public let ambiguousWidth: AmbiguousWidth

    private let scalarCells: ScalarCells

    /// Creates a measurer.
    ///
    /// - Parameter ambiguousWidth: The width of such as `±` and `→`: one cell, unless the user's
    ///   terminal is set to draw them in two.
    public init(ambiguousWidth: AmbiguousWidth = .narrow) {
        self.ambiguousWidth = ambiguousWidth
        scalarCells = ScalarCells(ambiguous: ambiguousWidth)
    }

    /// The measurer's name, the version of its rules and tables, and its setting.
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
            name: "cells",
            version: CellTablesVersion.current,
            settings: ["ambiguous": String(width.rawValue)]
        )
    }

    /// Always ``MeasurementUnit/cell``.
    public var unit: MeasurementUnit { .cell }

    /// Measures a text: its cells by one row, with the baseline at the bottom of the row.
    ///
    /// - Complexity: Linear in the length of the text.
    /// - Throws: ``TextMeasurementError/unprintable(_:)`` for a control or a line break.
    public func measure(_ text: String) throws(TextMeasurementError) -> TextSize {
        if let count = cellsWithoutClusters(in: text) { return Self.row(of: count) }
        if let offender = UnprintableScalar.first(in: text, where: \.movesCursor) {
            throw .unprintable(offender)
        }
        return Self.row(of: cellsOfClusters(in: text))
    }

    /// Counts the cells of a text; controls, which `measure` refuses, count nothing.
    ///
    /// - Complexity: Linear in the length of the text.
    public func cells(in text: String) -> Int {
        cellsWithoutClusters(in: text) ?? cellsOfClusters(in: text)
    }

    /// Counts the cells of a grapheme cluster: 0, 1 or 2.
    ///
    /// - Complexity: Linear in the number of scalars of the cluster.
    public func cells(in character: Character) -> Int {
        if let byte = character.asciiValue { return byte >= 0x20 && byte != 0x7F ? 1 : 0 }
        return cells(inCluster: character.unicodeScalars)
    }

    private static func row(of cells: Int) -> TextSize {
        TextSize(width: Double(cells), height: 1, baseline: 1)
    }

    /// The width of a text that holds neither a control nor a cluster of several scalars, or nil.
    ///
    /// Most text is like this, including CJK and simple emoji, and finding the
    /// boundaries of clusters is the most expensive part.
    private func cellsWithoutClusters(in text: String) -> Int? {
        Self.printableASCIICount(of: text) ?? cellsOfSeparateScalars(in: text)
    }

    /// The length of a text of printable ASCII, which is its width; nil for any other text.
    private static func printableASCIICount(of text: String) -> Int? {
        let utf8 = text.utf8
        for byte in utf8 where byte &- 0x20 > 0x7E - 0x20 { return nil }
        return utf8.count
    }

    /// The width of a text if each scalar is a separate cluster; `nil` for any other text.
    private func cellsOfSeparateScalars(in text: String) -> Int? {
        var total = 0
        for scalar in text.unicodeScalars {
            let properties = ScalarProperties(scalar)
            guard properties.standsAlone else { return nil }
            total += scalarCells.cells(of: scalar, properties)
        }
        return total
    }

    /// The width of any text, cluster by cluster.
    ///
    /// `start` is always the start of a cluster. If the scalar there and the next one both stand
    /// alone, the cluster is known to be that scalar; elsewhere the standard library finds its end.
    private func cellsOfClusters(in text: String) -> Int {
        let scalars = text.unicodeScalars
        var total = 0
        var start = scalars.startIndex
        while start < scalars.endIndex {
            let next = scalars.index(after: start)
            let properties = ScalarProperties(scalars[start])
            if properties.standsAlone,
                next == scalars.endIndex || ScalarProperties(scalars[next]).standsAlone
            {
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

/// How many cells a scalar takes whose East Asian Width is ambiguous, such as `±`, `→` or `Я`.
///
/// Terminals draw them in one cell unless the user asked for two, a setting of some CJK locales.
public enum AmbiguousWidth: Int, Sendable, Hashable, CaseIterable, Codable {
    /// One cell: the default of every terminal in use.
    case narrow = 1

    /// Two cells: as the legacy CJK character sets had it.
    case wide = 2
}

/// The version of everything that a width in cells depends on.
enum CellTablesVersion {
    /// The version of our rules and tables, increased with every change of a width.
    ///
    /// A test stores a digest of all widths with this version and fails if only one of them changes.
    static let revision = 1

    /// Our revision, and the tables that the program runs with: `1+utf8proc2.8.0/15.0.0+swift17.0`.
    static let current = "\(revision)+utf8proc\(library)+swift\(standardLibrary)"

    /// The version of the loaded utf8proc and that of its Unicode tables.
    private static var library: String {
        // Safe: both answer a constant, terminated string.
        guard let version = unsafe utf8proc_version(),
            let unicode = unsafe utf8proc_unicode_version()
        else { return "" }
        return unsafe "\(String(cString: version))/\(String(cString: unicode))"
    }

    /// The version of Unicode that the standard library cuts grapheme clusters by.
    ///
    /// The library doesn't report it, so this is the age of its newest scalar in the block that
    /// grows with nearly every version.
    private static var standardLibrary: String {
        let ages = (0x1FA70...0x1FAFF as ClosedRange<UInt32>)
            .compactMap { Unicode.Scalar($0)?.properties.age }
        let newest = ages.max { ($0.major, $0.minor) < ($1.major, $1.minor) }
        return newest.map { "\($0.major).\($0.minor)" } ?? ""
    }
}
