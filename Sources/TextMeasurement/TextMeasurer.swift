/// Turns a text into the size it takes when drawn on one line.
///
/// A measurer is a value: the same measurer gives the same size for the same text, always, so a size
/// may be kept in a cache under ``identity`` for as long as that identity does not change.
public protocol TextMeasurer: Sendable {
    /// Names the measurer, its version and its settings, for the key of a measurement cache.
    var identity: MeasurerIdentity { get }

    /// The unit of every length that this measurer answers.
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
