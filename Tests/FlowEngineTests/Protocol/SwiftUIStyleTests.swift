import FlowEngine
import Foundation
import Testing

// The following is written for SwiftUI, in the style of its documentation: a cache, a layout
// value, spacing, alignment guides. With `import SwiftUI` in place of the first line it compiles too.

/// Gives each subview the width of the widest subview, or a separate width on request.
private struct EqualWidthHStack: Layout {
    var alignment: VerticalAlignment = .center

    struct CacheData {
        let maxSize: CGSize
        let spacing: [CGFloat]
        let totalSpacing: CGFloat
    }

    static var layoutProperties: LayoutProperties {
        var properties = LayoutProperties()
        properties.stackOrientation = .horizontal
        return properties
    }

    func makeCache(subviews: Subviews) -> CacheData {
        let maxSize = maxSize(subviews: subviews)
        let spacing = spacing(subviews: subviews)
        let totalSpacing = spacing.reduce(0) { $0 + $1 }
        return CacheData(maxSize: maxSize, spacing: spacing, totalSpacing: totalSpacing)
    }

    func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout CacheData) -> CGSize {
        guard !subviews.isEmpty else { return .zero }
        let fixed = subviews.compactMap(\.ownWidth)
        let equal = CGFloat(subviews.count - fixed.count) * cache.maxSize.width
        return CGSize(width: equal + fixed.reduce(0, +) + cache.totalSpacing, height: cache.maxSize.height)
    }

    func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout CacheData) {
        guard !subviews.isEmpty else { return }
        var nextX = bounds.minX
        for index in subviews.indices {
            let width = subviews[index].ownWidth ?? cache.maxSize.width
            let offer = ProposedViewSize(width: width, height: cache.maxSize.height)
            let dimensions = subviews[index].dimensions(in: offer)
            let guide = dimensions[alignment]
            subviews[index]
                .place(
                    at: CGPoint(x: nextX + width / 2, y: bounds.midY + (dimensions.height / 2 - guide)),
                    anchor: .center, proposal: offer)
            nextX += width + cache.spacing[index]
        }
    }

    func explicitAlignment(
        of guide: VerticalAlignment, in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews,
        cache: inout CacheData
    ) -> CGFloat? { guide == .firstTextBaseline ? bounds.minY + 3 : nil }

    private func maxSize(subviews: Subviews) -> CGSize {
        let subviewSizes = subviews.map { $0.sizeThatFits(.unspecified) }
        return subviewSizes.reduce(.zero) { currentMax, subviewSize in
            CGSize(width: max(currentMax.width, subviewSize.width), height: max(currentMax.height, subviewSize.height))
        }
    }

    private func spacing(subviews: Subviews) -> [CGFloat] {
        subviews.indices.map { index in
            guard index < subviews.count - 1 else { return 0 }
            return subviews[index].spacing.distance(to: subviews[index + 1].spacing, along: .horizontal)
        }
    }
}

private struct OwnWidth: LayoutValueKey { static let defaultValue: CGFloat? = nil }

extension LayoutSubview { fileprivate var ownWidth: CGFloat? { self[OwnWidth.self] } }

extension LayoutNode {
    fileprivate func ownWidth(_ value: CGFloat?) -> some LayoutNode { layoutValue(key: OwnWidth.self, value: value) }
}

@Suite struct `A layout written for SwiftUI` {
    private var row: some LayoutNode {
        EqualWidthHStack {
            Box(width: 30, height: 10)
            Box(width: 50, height: 20)
            Box(width: 10, height: 10).ownWidth(16)
        }
    }

    @Test func `gives the frames that SwiftUI gives`() {
        //  |  30  | 8 |    50    | 8 | 16 |
        let placed = row.layout()
        #expect(placed.frame.size == CGSize(width: 132, height: 20))
        #expect(
            placed.children.map(\.frame) == [
                CGRect(x: 10, y: 5, width: 30, height: 10), CGRect(x: 58, y: 0, width: 50, height: 20),
                CGRect(x: 119, y: 5, width: 10, height: 10),
            ])
    }

    @Test func `nests in stacks, frames and other layouts`() {
        let placed = VStack(alignment: .leading, spacing: 4) {
            row.padding(2)
            AnyLayout(EqualWidthHStack(alignment: .top)) {
                Box(width: 10, height: 10)
                Box(width: 20, height: 10)
            }
            HStack(alignment: .firstTextBaseline, spacing: 0) {
                row.id("row")
                Box(width: 5, height: 7)
            }
        }
        .layout()
        #expect(placed.frame.width == 137)
        // The row's baseline is 3 below its top, the box's 7.
        #expect(placed.first(id: "row")?.frame.minY == 46)
    }

    @Test func `is mirrored without knowing`() {
        let placed = row.layout(layoutDirection: .rightToLeft)
        #expect(placed.children[0].frame.maxX == 122)
        #expect(placed.children[2].frame.minX == 3)
    }
}
