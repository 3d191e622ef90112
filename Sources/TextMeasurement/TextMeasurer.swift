// How text is measured and made safe to print:
//
// 1. A `TextMeasurer` returns the `TextSize` of a text; its `MeasurerIdentity` is the cache key.
// 2. In cells: `TerminalCellMeasurer` splits a text into grapheme clusters, and `ClusterCells` adds up
//    the `ScalarCells` of each (utf8proc, `WidthTables`). `TerminalWidths` replaces the widths of
//    cluster classes with those measured on the terminal.
// 3. In points: `FontMeasurer` resolves a font (`FontResolution`, `FontContext`) with the `FontLibrary`
//    of Pango and Cairo. `FontIdentity` identifies the font and everything its measurements depend on.
// 4. `TerminalText` finds and escapes unsafe characters, and truncates text. `PrintableText` is the type
//    of text that is safe to print, and `CommandHint` is a quoted command in a message.

/// A type that measures the size of a text drawn on one line.
///
/// The size of a text depends only on the text and the measurer's ``identity``, so sizes can be cached
/// under the identity.
///
/// ```swift
/// let cells = try TerminalCellMeasurer().measure("锻炼 💪").width  // 7
/// let points = try FontMeasurer(font: "Noto Sans 15").measure("早间例行").width  // 60
/// ```
public protocol TextMeasurer: Sendable {
    /// The measurer's name, version and settings, which form the key of a cache of sizes.
    var identity: MeasurerIdentity { get }

    /// The unit of all lengths returned by this measurer.
    var unit: MeasurementUnit { get }

    /// Measures a text drawn on one line.
    ///
    /// - Complexity: Linear in the length of the text.
    /// - Returns: The size in ``unit``; all lengths are finite and nonnegative.
    /// - Throws: ``TextMeasurementError`` if the text can't be drawn on one line.
    func measure(_ text: String) throws(TextMeasurementError) -> TextSize
}

/// The unit of a measured length.
public enum MeasurementUnit: String, Sendable, Hashable, Codable {
    /// A cell of a terminal's grid: one column wide, one row high.
    case cell

    /// A typographic point, 1/72 of an inch.
    case point
}

/// The size of a text drawn on one line, in the measurer's unit.
public struct TextSize: Sendable, Hashable, Codable {
    /// The advance width of the text; finite and nonnegative.
    public var width: Double

    /// The height of the line (ascent plus descent); finite and nonnegative.
    public var height: Double

    /// The distance from the top edge down to the baseline, from 0 to `height`.
    public var baseline: Double

    /// Creates a size from three lengths in the same unit.
    public init(width: Double, height: Double, baseline: Double) {
        self.width = width
        self.height = height
        self.baseline = baseline
    }
}

/// An error in measuring a text.
public enum TextMeasurementError: Error, Sendable, Hashable {
    /// The text contains a control character or a line break.
    case unprintable(UnprintableScalar)
}

extension TextMeasurementError: CustomStringConvertible {
    /// The problem and its position, on one line.
    public var description: String {
        switch self {
        case .unprintable(let offender):
            """
            a text with \(offender) at character \(offender.position) has no size on a line; \
            remove that character
            """
        }
    }
}
