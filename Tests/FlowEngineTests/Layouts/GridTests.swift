import Foundation
import Testing

@testable import FlowEngine

@Suite struct `A grid` {
    @Test func `lets flexible columns share the space left by fixed columns`() {
        let flexible = Box { CGSize(width: $0.width ?? 10, height: 5) }
        let placed = Grid(horizontalSpacing: 10, verticalSpacing: 0) {
            GridRow {
                Box(width: 30, height: 5)
                flexible
                flexible
            }
        }
        .layout(in: wide(150))
        #expect(placed.frames.map(\.width) == [30, 50, 50])
    }

    @Test func `spans columns and keeps unsized cells from deciding`() {
        let placed = Grid(alignment: .topLeading, horizontalSpacing: 2, verticalSpacing: 0) {
            GridRow {
                Box(width: 10, height: 5)
                Box(width: 10, height: 5)
            }
            GridRow { Box(width: 30, height: 5).gridCellColumns(2) }
            GridRow { Box(width: 99, height: 5).gridCellUnsizedAxes(.horizontal) }
        }
        .layout()
        // The spanning cell makes both columns 4 wider.
        #expect(placed.frame.width == 30)
        #expect(placed.frames[1].minX == 16)
    }

    @Test func `aligns columns, rows and cells`() {
        let small = Box(width: 10, height: 10)
        let placed = Grid(alignment: .topLeading, horizontalSpacing: 0, verticalSpacing: 0) {
            GridRow { Box(width: 30, height: 30) }
            GridRow(alignment: .bottom) {
                small.gridColumnAlignment(.trailing)
                Box(width: 5, height: 20)
            }
            GridRow { small }
            GridRow {
                small.gridCellAnchor(.center)
                Box(width: 5, height: 20)
            }
        }
        .layout()
        #expect(placed.frames[1] == rect(20, 40, 10, 10))
        #expect(placed.frames[3] == rect(20, 50, 10, 10))
        #expect(placed.frames[4] == rect(10, 65, 10, 10))
    }

    @Test func `meets baselines in a row`() {
        let placed = Grid(alignment: .leadingFirstTextBaseline, horizontalSpacing: 0) {
            GridRow {
                Box(width: 10, height: 20).alignmentGuide(.firstTextBaseline) { _ in 15 }
                Box(width: 10, height: 20).alignmentGuide(.firstTextBaseline) { _ in 5 }
            }
        }
        .layout()
        #expect(placed.frames.map(\.minY) == [0, 10])
        #expect(placed.frame.height == 30)
    }

    @Test func `of nothing is nothing`() {
        #expect(Grid {}.layout(in: wide(100)).frame.size == .zero)
        #expect(Grid { Box(width: 5, height: 6) }.layout().frame.size == CGSize(width: 5, height: 6))
    }

    @Test func `keeps far neighbors apart as cells prefer`() {
        let placed = Grid {
            GridRow {
                Box(width: 10, height: 10)
                Box(width: 10, height: 10)
            }
            GridRow { Box(width: 10, height: 10) }
        }
        .layout()
        #expect(placed.frame.size == CGSize(width: 28, height: 28))
    }

    @Test func `of many columns takes its time by cells`() {
        let row = (0..<3_000).map { _ in Box(width: 1, height: 1) as any LayoutNode }
        let placed = Grid(horizontalSpacing: 0, verticalSpacing: 0) {
            GridRow { row }
            GridRow { row }
        }
        .layout()
        #expect(placed.frame.size == CGSize(width: 3_000, height: 2))
    }
}
