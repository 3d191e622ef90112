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
    /// What a chip without a label takes, as its nodes say.
    private let emptySize: CGSize

    init(theme: Theme, font: ResolvedFont, layoutDirection: LayoutDirection) {
        self.theme = theme
        self.layoutDirection = layoutDirection
        let leading = max(0, theme.lineHeight * font.size - font.ascent - font.descent) / 2
        lineAscent = leading + font.ascent
        lineDescent = leading + font.descent
        let empty = TextSize(width: 0, height: 0, baseline: 0)
        let parts = ChipParts(theme: theme, lineAscent: lineAscent, lineDescent: lineDescent)
        emptySize = parts.node(label: empty, isSelected: true).sizeThatFits(.unspecified)
    }

    private var parts: ChipParts {
        ChipParts(theme: theme, lineAscent: lineAscent, lineDescent: lineDescent)
    }

    /// The size of a chip, which stands on whole points so that its edges are sharp.
    ///
    /// It is what the chip's nodes answer, without asking them: a board asks for every chip, and a label adds to
    /// a chip without one what it has more of.
    func size(label: TextSize) -> CGSize {
        let above = parts.ascent(ofLabelWithBaseline: label.baseline) - lineAscent
        let below = parts.descent(of: label) - lineDescent
        return CGSize(
            width: (emptySize.width + label.width).rounded(.up),
            height: max(emptySize.height + above + below, theme.markSize).rounded(.up)
        )
    }

    /// The distance from the top of a label's box to its baseline.
    func ascent(ofLabelWithBaseline baseline: Double) -> Double {
        parts.ascent(ofLabelWithBaseline: baseline)
    }

    /// A chip laid out in its frame.
    func layout(label: TextSize, isSelected: Bool, in frame: CGSize) -> PlacedNode {
        parts.node(label: label, isSelected: isSelected)
            .frame(width: frame.width, height: frame.height)
            .layout(in: ProposedViewSize(frame), layoutDirection: layoutDirection)
    }
}

/// The nodes of a chip.
struct ChipParts: Sendable {
    /// The theme in the size of the font.
    let theme: Theme
    /// The distances of a line of text from its baseline, whatever its label needs.
    let lineAscent: Double
    let lineDescent: Double

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

/// The check mark: a line through three points.
enum CheckMark {
    /// The points in a square of side 1.
    static let unitPoints = [
        CGPoint(x: 0.10, y: 0.54), CGPoint(x: 0.39, y: 0.82), CGPoint(x: 0.92, y: 0.20),
    ]

    /// The width of the line in a square of side 1; its ends are round.
    static let unitLineWidth = 0.17

    static func points(in frame: CGRect) -> [CGPoint] {
        unitPoints.map {
            CGPoint(x: frame.minX + $0.x * frame.width, y: frame.minY + $0.y * frame.height)
        }
    }

    static func lineWidth(in frame: CGRect) -> Double {
        unitLineWidth * min(frame.width, frame.height)
    }
}
