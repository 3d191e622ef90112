internal import FlowEngine
internal import Foundation
internal import TagService
internal import TextMeasurement

/// The layout of a chip: the check mark if it is selected, the label, and the distances around them.
///
///     ╭───────────────────────╮
///     │ ← padding ✓ label   → │
///     ╰───────────────────────╯
///
/// The size of a chip doesn't depend on the selection, so toggling a tag never moves other chips.
/// Without a check mark, the label is centered.
///
/// ```swift
/// let metrics = ChipMetrics(theme: .light, font: measurer.font, layoutDirection: .leftToRight)
/// let label = TextSize(width: 50, height: 20, baseline: 16)
/// metrics.size(label: label)  // 91 × 32 points
/// ```
struct ChipMetrics: Sendable {
    /// The theme, scaled to the size of the font.
    let theme: Theme
    /// The minimum distance from the top of a line of text to its baseline.
    let lineAscent: Double
    /// The minimum distance from the baseline of a line of text to its bottom.
    let lineDescent: Double
    let layoutDirection: LayoutDirection
    /// The size of a selected chip with an empty label.
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

    private var parts: ChipParts { ChipParts(theme: theme, lineAscent: lineAscent, lineDescent: lineDescent) }

    /// Returns the size of a chip, rounded up to whole points so that its edges are sharp.
    ///
    /// The result equals the size of the chip's layout nodes. This doesn't build the nodes, because a
    /// board needs the sizes of all its chips. It adds the label's size to that of an empty chip.
    func size(label: TextSize) -> CGSize {
        let above = parts.ascent(ofLabelWithBaseline: label.baseline) - lineAscent
        let below = parts.descent(of: label) - lineDescent
        return CGSize(
            width: (emptySize.width + label.width).rounded(.up),
            height: max(emptySize.height + above + below, theme.markSize).rounded(.up))
    }

    /// Returns the distance from the top of a label's box to its baseline.
    func ascent(ofLabelWithBaseline baseline: Double) -> Double { parts.ascent(ofLabelWithBaseline: baseline) }

    /// Lays out a chip in its frame.
    func layout(label: TextSize, isSelected: Bool, in frame: CGSize) -> PlacedNode {
        parts.node(label: label, isSelected: isSelected).frame(width: frame.width, height: frame.height)
            .layout(in: ProposedViewSize(frame), layoutDirection: layoutDirection)
    }
}

/// The check mark, a line through three points.
enum CheckMark {
    /// The points in the unit square.
    static let unitPoints = [CGPoint(x: 0.10, y: 0.54), CGPoint(x: 0.39, y: 0.82), CGPoint(x: 0.92, y: 0.20)]

    /// The width of the line in the unit square; its ends are round.
    static let unitLineWidth = 0.17

    static func points(in frame: CGRect) -> [CGPoint] {
        unitPoints.map { CGPoint(x: frame.minX + $0.x * frame.width, y: frame.minY + $0.y * frame.height) }
    }

    static func lineWidth(in frame: CGRect) -> Double { unitLineWidth * min(frame.width, frame.height) }
}

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
