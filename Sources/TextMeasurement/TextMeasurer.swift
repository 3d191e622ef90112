// How a text becomes a size, and safe to print:
//
// 1. A `TextMeasurer` measures a text as a `TextSize`; its `MeasurerIdentity` is the key of cached sizes.
// 2. In cells: `TerminalCellMeasurer` splits a text into grapheme clusters, and `ClusterCells` adds up their
//    `ScalarCells` (utf8proc, `WidthTables`). `TerminalWidths` corrects the classes of clusters that were measured on a
//    terminal.
// 3. In points: `FontMeasurer` finds a font (`FontResolution`, `FontContext`) through the `FontLibrary` of Pango and
//    Cairo, and its `FontIdentity` distinguishes fonts.
// 4. `TerminalText` finds and escapes unsafe characters, and truncates text; `PrintableText` is text that is safe
//    by its type, and `CommandHint` a quoted command in a message.

/// Turns a text into the size it takes when drawn on one line.
///
/// A measurer is a value: the same measurer gives the same size for the same text, always, so a size
/// may be kept in a cache under ``identity`` for as long as that identity does not change.
public protocol TextMeasurer: Sendable {
    /// Names the measurer, its version and its settings, for the key of a measurement cache.
    var identity: MeasurerIdentity { get }

    /// The unit of every length that this measurer returns.
    var unit: MeasurementUnit { get }

    /// Measures a text drawn on one line.
    ///
    /// - Complexity: Linear in the length of the text.
    /// - Returns: The size in ``unit``, with lengths that are finite and not negative.
    /// - Throws: ``TextMeasurementError`` for a text that has no size on one line.
    func measure(_ text: String) throws(TextMeasurementError) -> TextSize
}

/// The unit of a measured length.
public enum MeasurementUnit: String, Sendable, Hashable, Codable {
    /// A cell of a terminal's grid: one column wide, one row high.
    case cell

    /// A typographic point, 1/72 of an inch.
    case point
}

/// The size of a text drawn on one line, in its measurer's unit.
public struct TextSize: Sendable, Hashable, Codable {
    /// The length of the line: how far the pen moves; finite, zero or more.
    public var width: Double

    /// The height of the line, ascent plus descent; finite, zero or more.
    public var height: Double

    /// The distance from the top edge down to the baseline, from zero to `height`.
    public var baseline: Double

    /// Creates a size from its three lengths, all in the same unit.
    public init(width: Double, height: Double, baseline: Double) {
        self.width = width
        self.height = height
        self.baseline = baseline
    }
}

/// The reason why a text can't be measured.
public enum TextMeasurementError: Error, Sendable, Hashable {
    /// The text contains a control or a line break, which has no size on a line.
    case unprintable(UnprintableScalar)
}

extension TextMeasurementError: CustomStringConvertible {
    /// One line with the problem and its position.
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
