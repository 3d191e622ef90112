import FlowEngine
import Foundation

// The code of the articles. It imports only the public interface of the module, and is here so that it is
// compiled and run; a test compares the articles with it, line by line.

/// Places views around a circle, the one of the least rank at the top.
struct RadialLayout: Layout {
    func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout Void) -> CGSize {
        // Take all offered space.
        proposal.replacingUnspecifiedDimensions()
    }

    func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Void) {
        let radius = min(bounds.size.width, bounds.size.height) / 3
        let angle = Angle.degrees(360 / Double(subviews.count)).radians
        let ranks = subviews.map { $0[Rank.self] }
        let first = ranks.firstIndex(of: ranks.min() ?? 1) ?? 0

        for (index, subview) in subviews.enumerated() {
            let turn = CGAffineTransform(rotationAngle: angle * Double(index - first))
            var point = CGPoint(x: 0, y: -radius).applying(turn)
            point.x += bounds.midX
            point.y += bounds.midY
            subview.place(at: point, anchor: .center, proposal: .unspecified)
        }
    }
}

private struct Rank: LayoutValueKey { static let defaultValue: Int = 1 }

extension View { func rank(_ value: Int) -> some View { layoutValue(key: Rank.self, value: value) } }

/// Sets views in lines, with the spacing that they prefer, and puts their text on common baselines.
struct ParagraphLayout: Layout {
    struct Line {
        var range: Range<Int>
        var xs: [CGFloat] = []
        var width: CGFloat = 0
        var ascent: CGFloat = 0
        var descent: CGFloat = 0
    }

    struct CacheData {
        var dimensions: [ViewDimensions]
        var lines: [Line] = []
        var width: CGFloat?
    }

    func makeCache(subviews: Subviews) -> CacheData {
        CacheData(dimensions: subviews.map { $0.dimensions(in: .unspecified) })
    }

    func updateCache(_ cache: inout CacheData, subviews: Subviews) { cache = makeCache(subviews: subviews) }

    func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout CacheData) -> CGSize {
        breakLines(width: proposal.width ?? .infinity, subviews, &cache)
        return CGSize(
            width: cache.lines.map(\.width).max() ?? 0, height: cache.lines.reduce(0) { $0 + $1.ascent + $1.descent })
    }

    func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout CacheData) {
        breakLines(width: proposal.width ?? .infinity, subviews, &cache)
        var y = bounds.minY
        for line in cache.lines {
            for (index, x) in zip(line.range, line.xs) {
                let above = cache.dimensions[index][.firstTextBaseline]
                let corner = CGPoint(x: bounds.minX + x, y: y + line.ascent - above)
                subviews[index].place(at: corner, proposal: .unspecified)
            }
            y += line.ascent + line.descent
        }
    }

    func explicitAlignment(
        of guide: VerticalAlignment, in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews,
        cache: inout CacheData
    ) -> CGFloat? {
        guard guide == .firstTextBaseline else { return nil }
        breakLines(width: proposal.width ?? .infinity, subviews, &cache)
        return cache.lines.first.map { bounds.minY + $0.ascent }
    }

    private func breakLines(width: CGFloat, _ subviews: Subviews, _ cache: inout CacheData) {
        if cache.width == width { return }
        cache.width = width
        cache.lines = []
        for index in subviews.indices {
            let size = cache.dimensions[index]
            let above = size[.firstTextBaseline]
            var x: CGFloat = 0
            if let line = cache.lines.last, !subviews[index][StartsParagraph.self] {
                let before = subviews[line.range.upperBound - 1].spacing
                x = line.width + before.distance(to: subviews[index].spacing, along: .horizontal)
            }
            if x == 0 || x + size.width > width {
                cache.lines.append(Line(range: index..<index))
                x = 0
            }
            let last = cache.lines.count - 1
            cache.lines[last].range = cache.lines[last].range.lowerBound..<index + 1
            cache.lines[last].xs.append(x)
            cache.lines[last].width = x + size.width
            cache.lines[last].ascent = max(cache.lines[last].ascent, above)
            cache.lines[last].descent = max(cache.lines[last].descent, size.height - above)
        }
    }
}

struct StartsParagraph: LayoutValueKey { static let defaultValue = false }

extension View { func startsParagraph() -> some View { layoutValue(key: StartsParagraph.self, value: true) } }
