public import Foundation

/// A chip of a picture: everything that is drawn has its place, in points from the board's upper left corner.
public struct PictureChip: Hashable, Sendable {
    /// The tag's name.
    public var tag: String
    /// Whether the tag is selected.
    public var isSelected: Bool
    /// The line that it stands on, from 0.
    public var line: Int
    /// The place of the chip.
    public var frame: CGRect
    /// The label that is drawn: the name, or its beginning and an ellipsis where the chip is too narrow.
    public var label: String
    /// The horizontal middle of the label.
    public var labelCenter: Double
    /// The width of the label.
    public var labelWidth: Double
    /// Whether the label is written from right to left.
    public var isRightToLeft: Bool
    /// The vertical place of the label's baseline.
    public var baseline: Double
    /// The place of the check mark; `nil` where there is none.
    public var mark: CGRect?
}
