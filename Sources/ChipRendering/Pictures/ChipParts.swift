internal import FlowEngine
internal import Foundation
internal import TagService
internal import TextMeasurement

/// Builds the layout nodes of a chip.
struct ChipParts: Sendable {
    /// The theme, scaled to the size of the font.
    let theme: Theme
    /// The minimum distance from the top of a line of text to its baseline.
    let lineAscent: Double
    /// The minimum distance from the baseline of a line of text to its bottom.
    let lineDescent: Double

    /// The identities of the drawn nodes of a chip.
    enum Part: Hashable, Sendable {
        case mark
        case label
    }

    /// Returns a chip that has its ideal size, not yet rounded to whole points.
    func node(label: TextSize, isSelected: Bool) -> some LayoutNode {
        HStack(alignment: .center, spacing: theme.markSpacing) {
            if isSelected { Box(width: theme.markSize, height: theme.markSize).id(Part.mark) }
            labelBox(label).id(Part.label)
        }
        .padding(.horizontal, theme.padding.horizontal + (isSelected ? 0 : roomOfMark / 2))
        .padding(.vertical, theme.padding.vertical)
    }

    /// Returns the box of a label, which shrinks if the chip is narrower than its ideal size.
    private func labelBox(_ label: TextSize) -> Box {
        let height = ascent(ofLabelWithBaseline: label.baseline) + descent(of: label)
        return Box { proposal in CGSize(width: min(label.width, max(proposal.width ?? .infinity, 0)), height: height) }
    }

    /// Returns the distance from the top of a label's box to its baseline.
    func ascent(ofLabelWithBaseline baseline: Double) -> Double { max(lineAscent, baseline) }

    /// Returns the distance from a label's baseline to the bottom of its box.
    func descent(of label: TextSize) -> Double { max(lineDescent, label.height - label.baseline) }

    private var roomOfMark: Double { theme.markSize + theme.markSpacing }
}
