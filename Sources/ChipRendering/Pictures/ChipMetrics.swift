internal import FlowEngine
internal import Foundation
internal import TagService
internal import TextMeasurement

/// The layout within a chip: a check mark if it is selected, the label, and the distances around them.
///
///     ╭───────────────────────╮
///     │ ← padding ✓ label   → │
///     ╰───────────────────────╯
///
/// A chip has the same size whether it is selected or not, so that a toggle moves nothing; without a check mark,
/// the label is centered.
struct ChipMetrics: Sendable {
    /// The theme, scaled to the size of the font.
    let theme: Theme
    /// The minimum distances of the edges of a line of text from its baseline.
    let lineAscent: Double
    let lineDescent: Double
    let layoutDirection: LayoutDirection
    /// The size of a chip without a label, according to its nodes.
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

    /// The size of a chip, rounded up to whole points so that its edges are sharp.
    ///
    /// It equals the size of the chip's nodes, computed without them because a board needs it for every chip: the
    /// size of a chip without a label plus the label's part.
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
