internal import FlowEngine
internal import Foundation
internal import TagService
internal import TextMeasurement

/// The nodes of a chip.
struct ChipParts: Sendable {
    /// The theme, scaled to the size of the font.
    let theme: Theme
    /// The minimum distances of the edges of a line of text from its baseline.
    let lineAscent: Double
    let lineDescent: Double

    /// The identities of the nodes of a chip that are drawn.
    enum Part: Hashable, Sendable {
        case mark
        case label
    }

    /// A chip in its ideal size, before rounding to whole points.
    func node(label: TextSize, isSelected: Bool) -> some LayoutNode {
        HStack(alignment: .center, spacing: theme.markSpacing) {
            if isSelected {
                Box(width: theme.markSize, height: theme.markSize).id(Part.mark)
            }
            labelBox(label).id(Part.label)
        }
        .padding(.horizontal, theme.padding.horizontal + (isSelected ? 0 : roomOfMark / 2))
        .padding(.vertical, theme.padding.vertical)
    }

    /// The label, which shrinks if the chip is narrower than its ideal size.
    private func labelBox(_ label: TextSize) -> Box {
        let height = ascent(ofLabelWithBaseline: label.baseline) + descent(of: label)
        return Box { proposal in
            CGSize(width: min(label.width, max(proposal.width ?? .infinity, 0)), height: height)
        }
    }

    /// The distance from the top of a label's box to its baseline.
    func ascent(ofLabelWithBaseline baseline: Double) -> Double {
        max(lineAscent, baseline)
    }

    /// The distance from a label's baseline to the bottom of its box.
    func descent(of label: TextSize) -> Double {
        max(lineDescent, label.height - label.baseline)
    }

    private var roomOfMark: Double {
        theme.markSize + theme.markSpacing
    }
}
