/// The size of a text drawn on one line, in its measurer's unit.
public struct TextSize: Sendable, Hashable, Codable {
    /// The length of the line: how far the pen moves; finite, zero or more.
    public var width: Double

    /// The depth of the line, ascent and descent together; finite, zero or more.
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
