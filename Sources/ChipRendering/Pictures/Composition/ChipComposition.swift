internal import FlowEngine
internal import Foundation
internal import TagService
internal import TextMeasurement

/// How a chip is put together: a check mark where it is selected, the label, the distances around them.
///
///     ╭───────────────────────╮
///     │ ← padding ✓ label   → │
///     ╰───────────────────────╯
///
/// A chip takes the same room whether it is selected or not, so that a toggle moves nothing: without a check
/// mark, the label stands in the middle.
struct ChipComposition: Sendable {
    /// The theme in the size of the font.
    let theme: Theme
    /// The distances of a line of text from its baseline, whatever its label needs.
    let lineAscent: Double
    let lineDescent: Double
    let layoutDirection: LayoutDirection

    init(theme: Theme, font: ResolvedFont, layoutDirection: LayoutDirection) {
        self.theme = theme
        self.layoutDirection = layoutDirection
        let leading = max(0, theme.lineHeight * font.size - font.ascent - font.descent) / 2
        lineAscent = leading + font.ascent
        lineDescent = leading + font.descent
    }

    /// The identities of the nodes of a chip that are drawn.
    enum Part: Hashable, Sendable {
        case mark
        case label
    }

    /// A chip in its ideal size, before it stands on whole points.
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

    /// The label, which gives way where the chip is narrower than it would be.
    private func labelBox(_ label: TextSize) -> Box {
        let height =
            ascent(ofLabelWithBaseline: label.baseline)
            + max(lineDescent, label.height - label.baseline)
        return Box { proposal in
            CGSize(width: min(label.width, max(proposal.width ?? .infinity, 0)), height: height)
        }
    }

    /// The distance from the top of a label's box to its baseline.
    func ascent(ofLabelWithBaseline baseline: Double) -> Double {
        max(lineAscent, baseline)
    }

    private var roomOfMark: Double {
        theme.markSize + theme.markSpacing
    }

    /// The size of a chip, which stands on whole points so that its edges are sharp.
    func size(label: TextSize, isSelected: Bool) -> CGSize {
        let size = node(label: label, isSelected: isSelected).sizeThatFits(.unspecified)
        return CGSize(
            width: size.width.rounded(.up),
            height: max(size.height, theme.markSize).rounded(.up)
        )
    }

    /// A chip laid out in its frame.
    func layout(label: TextSize, isSelected: Bool, in frame: CGSize) -> PlacedNode {
        node(label: label, isSelected: isSelected)
            .frame(width: frame.width, height: frame.height)
            .layout(in: ProposedViewSize(frame), layoutDirection: layoutDirection)
    }
}
