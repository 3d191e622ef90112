import Foundation
import Testing

@testable import FlowEngine

@Suite struct `Between two placements` {
    func row(_ ids: [String], _ layout: AnyLayout = AnyLayout(HStackLayout(spacing: 0))) -> PlacedNode {
        layout { ForEach(ids, id: \.self) { _ in Box(width: 10, height: 10) } }.layout()
    }

    @Test func `the ends are the placements themselves`() {
        let (start, end) = (row(["a", "b"]), row(["b", "c"]))
        #expect(start.interpolated(to: end, at: 0).debugDescription == start.debugDescription)
        #expect(start.interpolated(to: end, at: 1).debugDescription == end.debugDescription)
        #expect(start.interpolated(to: end, at: .nan).debugDescription == end.debugDescription)
    }

    @Test func `nodes go from their place to that of the node with their identity`() {
        let halfway = row(["a", "b", "c"])
            .interpolated(to: row(["c", "a", "b"], AnyLayout(VStackLayout(spacing: 2))), at: 0.25)
        #expect(halfway.frame == rect(0, 0, 25, 16))
        #expect(halfway.first(id: "a")?.frame == rect(0, 3, 10, 10))
        #expect(halfway.first(id: "b")?.frame == rect(7.5, 6, 10, 10))
        #expect(halfway.first(id: "c")?.frame == rect(15, 0, 10, 10))
        #expect(halfway.children.count == 3)
    }

    @Test func `nodes that appear grow, and those that go shrink`() {
        let halfway = row(["a", "b"]).interpolated(to: row(["b", "c"]), at: 0.25)
        #expect(halfway.children.map(\.id) == ["b", "c", "a"])
        #expect(halfway.first(id: "b")?.frame == rect(7.5, 0, 10, 10))
        #expect(halfway.first(id: "c")?.frame == rect(13.75, 3.75, 2.5, 2.5))
        #expect(halfway.first(id: "a")?.frame == rect(1.25, 1.25, 7.5, 7.5))
    }

    @Test func `nodes without identity are matched by their order`() {
        func column(_ count: Int) -> PlacedNode {
            VStack(spacing: 0) { HStack(spacing: 0) { ForEach(0..<count) { _ in Box(width: 4, height: 4) } } }.layout()
        }
        let halfway = column(3).interpolated(to: column(2), at: 0.5)
        #expect(halfway.children[0].frame == rect(0, 0, 10, 4))
        #expect(halfway.children[0].frames == [rect(0, 0, 4, 4), rect(4, 0, 4, 4), rect(9, 1, 2, 2)])
    }

    @Test func `separators are matched with separators`() {
        func flow(_ count: Int) -> PlacedNode {
            FlowLayout(spacing: 0, separator: CGSize(width: 2, height: 2)) {
                ForEach(0..<count) { _ in Box(width: 4, height: 4) }
            }
            .layout()
        }
        let halfway = flow(2).interpolated(to: flow(3), at: 0.5)
        #expect(halfway.children.map(\.isSeparator) == [false, false, false, true, true])
        // The third box and the second separator appear.
        #expect(halfway.frames[2] == rect(13, 1, 2, 2))
        #expect(halfway.frames[3] == rect(4, 0, 2, 2))
        #expect(halfway.frames[4] == rect(10.5, 0.5, 1, 1))
    }

    @Test func `a node may go to another container`() {
        func halves(_ isLeft: Bool) -> PlacedNode {
            HStack(spacing: 0) {
                ZStack { if isLeft { Box(width: 6, height: 6).id("x") } }.frame(width: 20, height: 20)
                ZStack { if !isLeft { Box(width: 6, height: 6).id("x") } }.frame(width: 20, height: 20)
            }
            .layout()
        }
        let way = halves(true).interpolated(to: halves(false), at: 0.5)
        #expect(way.first(id: "x")?.frame == rect(17, 7, 6, 6))
    }

    @Test func `hidden nodes appear and go`() {
        func flow(_ lines: Int) -> PlacedNode {
            FlowLayout(spacing: 0, lineSpacing: 0, maxLines: lines) {
                ForEach(0..<4) { _ in Box(width: 10, height: 10) }
            }
            .layout(in: wide(20))
        }
        let way = flow(1).interpolated(to: flow(2), at: 0.5)
        #expect(way.frames[3] == rect(12.5, 12.5, 5, 5))
        #expect(!way.children[3].isHidden)
        let back = flow(2).interpolated(to: flow(1), at: 0.75)
        #expect(back.frames[3] == rect(13.75, 13.75, 2.5, 2.5))
    }

    @Test func `a spring may go further`() {
        let way = row(["a", "b"]).interpolated(to: row(["b"]), at: 1.5)
        #expect(way.first(id: "b")?.frame.minX == -5)
        #expect(way.first(id: "a")?.frame.size == .zero)
    }
}
