import Foundation
import TestSupport
import Testing

@testable import FlowEngine

/// A layout that shows its subviews to a function and takes no room.
private struct Probe: Layout {
    let look: (LayoutSubviews) -> Void

    func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout Void) -> CGSize {
        look(subviews)
        return .zero
    }

    func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Void) {}

    /// Shows boxes as wide as their number; every third one carries an identity.
    static func look(_ count: Int = 7, _ look: @escaping (LayoutSubviews) -> Void) {
        _ = Probe(look: look) {
            for index in 0..<count {
                if index % 3 == 2 {
                    Box(width: Double(index), height: 1).id(index)
                } else {
                    Box(width: Double(index), height: 1)
                }
            }
        }
        .layout()
    }
}

@Suite struct `The subviews of a container` {
    func widths(_ subviews: LayoutSubviews) -> [Double] { subviews.map { $0.sizeThatFits(.zero).width.native } }

    @Test func `are a collection whose parts are collections too`() {
        Probe.look { subviews in
            #expect(widths(subviews) == [0, 1, 2, 3, 4, 5, 6])
            #expect(widths(subviews[2..<5]) == [2, 3, 4])
            #expect(widths(subviews[2...]) == [2, 3, 4, 5, 6])
            #expect(widths(subviews[2..<5][1...]) == [3, 4])
            #expect(widths(subviews[[5, 0, 2]]) == [5, 0, 2])
            #expect(widths(subviews[[5, 0, 2]][1..<3]) == [0, 2])
            #expect(widths(subviews[3...][[2, 0]]) == [5, 3])
            #expect(widths(subviews.dropFirst(4)) == [4, 5, 6])
        }
    }

    @Test func `are equal if they are the same`() {
        Probe.look { subviews in
            #expect(subviews[3] == subviews[1...][2])
            #expect(subviews[3] != subviews[2])
            #expect(subviews[1..<3] == subviews[[1, 2]])
            #expect(subviews[1..<3] != subviews[[2, 1]])
        }
    }

    @Test func `that are boxes have no values, guides or wishes`() {
        Probe.look { subviews in
            #expect(subviews[4].priority == 0)
            #expect(subviews[4][FlowStartsNewLine.self] == false)
            #expect(subviews[4].spacing == ViewSpacing())
            let dimensions = subviews[4].dimensions(in: .unspecified)
            #expect(dimensions[HorizontalAlignment.center] == 2)
            #expect(dimensions[explicit: .firstTextBaseline] == nil)
        }
    }

    @Test func `have the same positions with and without modifiers`() {
        let layouts = [
            AnyLayout(FlowLayout()), AnyLayout(FlowLayout(spacing: nil, justified: true)),
            AnyLayout(FlowLayout(lineAlignment: .firstTextBaseline, maxLines: 2)),
            AnyLayout(HStackLayout(alignment: .bottom)), AnyLayout(VStackLayout(spacing: 3)), AnyLayout(ZStackLayout()),
            AnyLayout(GridLayout()), AnyLayout(WaterfallLayout(columns: 3)), AnyLayout(CircularLayout()),
        ]
        var random = SeededNumbers.printed(11, for: "bare boxes")
        for layout in layouts {
            let boxes = (0..<20)
                .map { _ in Box(width: .random(in: 0...40, using: &random), height: .random(in: 0...40, using: &random))
                }
            let bare = LayoutTree(layout { ForEach(boxes) { $0 } }, layoutDirection: .rightToLeft)
            let named = layout { ForEach(boxes.indices) { index in boxes[index].id(index) } }
                .layout(in: wide(100), layoutDirection: .rightToLeft)
            for _ in 0..<2 {
                let placed = bare.layout(in: wide(100))
                #expect(placed.frames == named.frames, "\(layout.name)")
                #expect(placed.children.map(\.isHidden) == named.children.map(\.isHidden))
                #expect(placed.children.map(\.proposal) == named.children.map(\.proposal))
                #expect(placed.children.allSatisfy { $0.name == "Box" && $0.id == nil })
                _ = bare.layout(in: wide(50))
            }
        }
    }

    @Test func `outside the collection are a programmer's mistake`() async {
        await #expect(processExitsWith: .failure) { Probe.look(3) { _ = $0[3] } }
        await #expect(processExitsWith: .failure) { Probe.look(3) { _ = $0[1..<4] } }
        await #expect(processExitsWith: .failure) { Probe.look(3) { _ = $0[-1] } }
    }
}
