/// A font that was asked for, as it was found on this system; lengths are in points.
public struct ResolvedFont: Sendable, Hashable {
    /// The families that were asked for, in order of preference.
    public let families: [String]

    /// The size.
    public let size: Double

    /// The weight, from 100 to 1000; 400 is regular, 700 bold.
    public let weight: Int

    /// Whether it is slanted.
    public let isItalic: Bool

    /// The font that was found for them, in Pango's notation without a size.
    public let name: String

    /// The distance from the upper edge of a line of the font to its baseline.
    public let ascent: Double

    /// The distance from the baseline to the lower edge of a line of the font.
    public let descent: Double
}
