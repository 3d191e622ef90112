import Foundation
import Testing

@testable import FlowEngine

@Suite struct `Modifiers` {
    let box = Box(width: 20, height: 10)
    let greedy = Box { CGSize(width: $0.width ?? 20, height: $0.height ?? 10) }

    @Test func `offset moves the child and not its place`() {
        let placed = HStack(spacing: 0) {
            box.offset(x: 5, y: -3)
            box
        }
        .layout()
        #expect(placed.children[0].frame == rect(0, 0, 20, 10))
        #expect(placed.children[0].children[0].frame == rect(5, -3, 20, 10))
        #expect(placed.children[1].frame.minX == 20)
    }

    @Test func `aspectRatio fits inside or fills`() {
        let proposal = ProposedViewSize(width: 100, height: 100)
        #expect(greedy.aspectRatio(2, contentMode: .fit).sizeThatFits(proposal) == CGSize(width: 100, height: 50))
        #expect(greedy.aspectRatio(2, contentMode: .fill).sizeThatFits(proposal) == CGSize(width: 200, height: 100))
        #expect(greedy.aspectRatio(contentMode: .fit).sizeThatFits(wide(50)) == CGSize(width: 50, height: 25))
    }

    @Test func `background and overlay are offered the size and do not change it`() {
        let placed = box.overlay(alignment: .topTrailing) { Box(width: 4, height: 4) }.background(greedy).layout()
        #expect(placed.frame.size == CGSize(width: 20, height: 10))
        // The background first, as wide as its foreground.
        #expect(placed.children[0].children[0].frame == rect(0, 0, 20, 10))
        let overlaid = placed.children[1]
        #expect(overlaid.children[1].children[0].frame == rect(16, 0, 4, 4))
    }

    @Test func `an id is found again, at the node it was given to`() {
        let placed = VStack(spacing: 0) {
            box
            box.id("second").padding(1)
        }
        .layout()
        #expect(placed.first(id: "second")?.frame == rect(1, 11, 20, 10))
        #expect(placed.first(id: "third") == nil)
    }

    @Test func `right to left mirrors every container`() {
        let stack = HStack(alignment: .top, spacing: 0) {
            box
            Box(width: 5, height: 5).padding(.leading, 3)
        }
        let placed = stack.layout(layoutDirection: .rightToLeft)
        #expect(placed.frames == [rect(8, 0, 20, 10), rect(0, 0, 8, 5)])
        #expect(placed.children[1].children[0].frame == rect(0, 0, 5, 5))
        let mixed = VStack(spacing: 0) {
            HStack(spacing: 0) {
                box
                box.id("left")
            }
            .environment(\.layoutDirection, .rightToLeft)
        }
        .layout()
        #expect(mixed.first(id: "left")?.frame.minX == 0)
    }

    @Test func `the debug output shows proposals, sizes and positions`() {
        let placed = FlowLayout(spacing: 4) {
            box
            box.frame(width: 30).id("wide")
        }
        .layout(in: wide(100))
        #expect(
            placed.debugDescription == """
                FlowLayout 100 × nil → 54 × 10 at 0, 0
                ├ Box nil × nil → 20 × 10 at 0, 0
                └ frame #wide nil × nil → 30 × 10 at 24, 0
                  └ Box 30 × nil → 20 × 10 at 29, 0
                """)
    }
}
