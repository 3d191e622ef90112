import Foundation
import Testing

@testable import FlowEngine

@Suite struct `Lazy grids` {
    /// The tracks of the given items, as pairs of start and length.
    func tracks(_ items: [GridItem], _ space: Double?) -> [[Double]] {
        items.tracks(in: space).map { [$0.start, $0.length ?? -1] }
    }

    @Test func `share the space left by fixed columns`() {
        #expect(tracks([GridItem(.fixed(40)), GridItem(), GridItem()], 200) == [[0, 40], [48, 72], [128, 72]])
        #expect(tracks([GridItem(.flexible(maximum: 20)), GridItem()], 108) == [[0, 20], [28, 80]])
        #expect(
            tracks([GridItem(.flexible(minimum: 60)), GridItem(.flexible(minimum: 140))], 200) == [
                [0, 96], [104, 140],
            ])
    }

    @Test func `have as many adaptive columns as fit, at least one, up to their maximum`() {
        for (space, minimum, spacing, count) in [
            (100.0, 30.0, 5.0, 3), (99, 30, 5, 2), (29, 30, 5, 1), (100, 100, 5, 1), (1_000, 10, 0, 100),
        ] {
            let item = GridItem(.adaptive(minimum: minimum), spacing: spacing)
            let columns = tracks([item], space)
            #expect(columns.count == count)
            #expect(columns.count == max(Int((space + spacing) / (minimum + spacing)), 1))
            let length = max((space - spacing * Double(count - 1)) / Double(count), minimum)
            #expect(columns.allSatisfy { $0[1] == length })
        }
        let capped = GridItem(.adaptive(minimum: 30, maximum: 31), spacing: 5)
        #expect(tracks([capped], 103) == [[0, 31], [36, 31], [72, 31]])
    }

    @Test func `put nodes into cells, row after row`() {
        let grid = LazyVGrid(
            columns: [GridItem(.fixed(20), spacing: 2, alignment: .topTrailing), GridItem(.fixed(10))],
            alignment: .leading, spacing: 1
        ) {
            Box(width: 5, height: 5)
            Box(width: 4, height: 9)
            Box(width: 20, height: 3)
        }
        let placed = grid.layout(in: wide(100))
        #expect(placed.frame.size == CGSize(width: 32, height: 13))
        #expect(placed.frames == [rect(15, 0, 5, 5), rect(22, 0, 4, 9), rect(0, 10, 20, 3)])
    }

    @Test func `have one column by default`() {
        let placed = LazyVGrid(columns: []) { Box(width: 4, height: 4) }.layout(in: wide(40))
        #expect(placed.frames == [rect(18, 0, 4, 4)])
    }

    @Test func `run sideways`() {
        let grid = LazyHGrid(rows: [GridItem(.flexible()), GridItem(.flexible())], spacing: 4) {
            ForEach(0..<3) { Box(width: 10 + CGFloat($0) * 2, height: 10) }
        }
        let placed = grid.layout(in: ProposedViewSize(width: nil, height: 48))
        #expect(placed.frame.size == CGSize(width: 12 + 4 + 14, height: 48))
        #expect(placed.frames == [rect(1, 5, 10, 10), rect(0, 33, 12, 10), rect(16, 5, 14, 10)])
    }

    @Test func `make the rows in sight`() {
        let elements = CountedElements()
        let tree = LayoutTree(
            ScrollView {
                LazyVGrid(columns: [GridItem(.adaptive(minimum: 30), spacing: 0)], spacing: 0) {
                    elements.forEach(0..<1_000_000) { _ in Box(width: 10, height: 10) }
                }
            })
        let content = tree.content(wide(100), rect(0, 1_000_000, 100, 100))
        #expect(content.numbered[300_000] == rect(CGFloat(100) / 6 - 5, 1_000_000, 10, 10))
        #expect(elements.total <= 3 * 22 + 3)
        #expect(content.frame.height == 3_333_340)
    }
}
