import Foundation
import Testing

@testable import FlowEngine

@Suite struct `A lazy flow` {
    let window = ProposedViewSize(width: 100, height: 60)

    func board(_ elements: CountedElements, _ count: Int, _ layout: FlowLayout = FlowLayout()) -> LayoutTree {
        LayoutTree(
            ScrollView {
                LazyFlow(layout) { elements.forEach(0..<count) { Box(width: Double(10 + $0 * 7 % 23), height: 10) } }
            })
    }

    @Test func `creates the visible nodes, on the lines of a flow`() {
        let elements = CountedElements()
        let tree = board(elements, 1_000_000)
        let content = tree.content(window, rect(0, 0, 100, 60))
        #expect(elements.total == content.children.count)
        #expect(elements.total < 40)
        let sizes = (0..<40).map { CGSize(width: 10 + $0 * 7 % 23, height: 10) }
        let expected = FlowLayout().arrange(sizes, proposal: wide(100)).frames
        for (number, frame) in content.numbered { #expect(frame == expected[number]) }
    }

    @Test func `jumps, keeps its place, and has the lines of a flow in the end`() {
        let elements = CountedElements()
        let tree = board(elements, 400)
        _ = tree.content(window, rect(0, 0, 100, 60))
        var top = 1_000.0
        var before = tree.content(window, rect(0, top, 100, 60)).numbered
        #expect(before.count >= 20)
        for _ in 0..<12 {
            top -= 35
            let after = tree.content(window, rect(0, top, 100, 60)).numbered
            for (number, frame) in before where frame.maxY >= top && frame.minY <= top + 60 {
                #expect(after[number] == frame)
            }
            before = after
        }
        for step in 0..<80 { _ = tree.content(window, rect(0, Double(step) * 30, 100, 60)) }
        #expect(elements.calls.count == 400)
        let sizes = (0..<400).map { CGSize(width: 10 + $0 * 7 % 23, height: 10) }
        let expected = FlowLayout().arrange(sizes, proposal: wide(100))
        let content = tree.content(window, rect(0, 500, 100, 60))
        #expect(content.frame.height == expected.size.height)
        for (number, frame) in content.numbered { #expect(frame == expected.frames[number]) }
    }

    @Test func `obeys items with requests to their line`() {
        func nodes(_ index: Int) -> [any LayoutNode] {
            let box = Box { proposal in
                let width = CGFloat(index % 17 == 0 ? 300 : 10 + index * 11 % 40)
                return CGSize(width: min(width, proposal.width ?? width), height: 10)
            }
            return index % 9 == 4 ? [box.flowStartsNewLine()] : [box]
        }
        for layout in [FlowLayout(), FlowLayout(spacing: nil, justified: true)] {
            let tree = LayoutTree(ScrollView { LazyFlow(layout) { ForEach(0..<200) { nodes($0) } } })
            let eager = LayoutTree(layout { ForEach(0..<200) { nodes($0) } })
            let size = eager.sizeThatFits(wide(100))
            let expected = eager.layout(in: wide(100), bounds: CGSize(width: 100, height: size.height)).frames
            for step in 0..<60 {
                let content = tree.content(window, rect(0, Double(step) * 30, 100, 60))
                let last = content.numbered.keys.max() ?? 0
                for (number, frame) in content.numbered where number < last - 12 { #expect(frame == expected[number]) }
            }
            let content = tree.content(window, rect(0, 0, 100, 60))
            #expect(content.frame.height == size.height)
        }
    }

    @Test func `creates everything if lines depend on everything`() {
        for layout in [
            FlowLayout(lineBreaking: .balanced), FlowLayout(maxLines: 3), FlowLayout(verticalDirection: .up),
        ] {
            let elements = CountedElements()
            let placed = board(elements, 100, layout).content(window, rect(0, 0, 100, 60))
            let sizes = (0..<100).map { CGSize(width: 10 + $0 * 7 % 23, height: 10) }
            let expected = layout.arrange(sizes, proposal: wide(100))
            #expect(placed.frames == expected.frames)
            #expect(placed.frame.size == expected.size)
        }
    }

    @Test func `runs in columns`() {
        let tree = LayoutTree(
            ScrollView(.horizontal) {
                LazyFlow(axis: .vertical, spacing: 1, lineSpacing: 2) {
                    ForEach(0..<1_000) { Box(width: 10, height: 5 + CGFloat($0 % 3)) }
                }
            })
        let content = tree.content(ProposedViewSize(width: 60, height: 30), rect(0, 0, 60, 30))
        let sizes = (0..<60).map { CGSize(width: 10, height: 5 + $0 % 3) }
        let expected = FlowLayout(axis: .vertical, spacing: 1, lineSpacing: 2)
            .arrange(sizes, proposal: ProposedViewSize(width: nil, height: 30)).frames
        for (number, frame) in content.numbered { #expect(frame == expected[number]) }
        #expect(content.children.count < 60)
    }
}
