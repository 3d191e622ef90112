import Foundation
import Testing

@testable import FlowEngine

@Suite struct `Lazy stacks` {
    let window = CGSize(width: 100, height: 200)

    /// A list of elements with the given heights, in a scroll view.
    func list(_ elements: CountedElements, _ count: Int, height: @escaping (Int) -> Double) -> LayoutTree {
        LayoutTree(
            ScrollView {
                LazyVStack(alignment: .leading, spacing: 0) {
                    elements.forEach(0..<count) { Box(width: 50, height: height($0)) }
                }
            })
    }

    @Test func `create the visible part and half of it around`() {
        let elements = CountedElements()
        let tree = list(elements, 1_000_000) { _ in 20 }
        let start = tree.content(ProposedViewSize(window), rect(0, 0, 100, 200))
        #expect(start.frame == rect(0, 0, 100, 20_000_000))
        #expect(Set(elements.calls.keys) == Set(0...15))
        #expect(start.numbered.count == 16)
        elements.forget()
        let middle = tree.content(ProposedViewSize(window), rect(0, 10_000_000, 100, 200))
        #expect(Set(middle.numbered.keys) == Set(elements.calls.keys))
        #expect(Set(elements.calls.keys) == Set(499_995...500_015))
        #expect(middle.numbered[500_000] == rect(0, 10_000_000, 50, 20))
        #expect(elements.calls.values.allSatisfy { $0 == 1 })
    }

    @Test func `call the closure once for each element while it stays in sight`() {
        let elements = CountedElements()
        let tree = list(elements, 10_000) { Double(10 + $0 * 7 % 30) }
        var seen: Set<Int> = []
        for step in 0..<200 {
            let placed = tree.content(ProposedViewSize(window), rect(0, Double(step) * 25, 100, 200))
            seen.formUnion(placed.numbered.keys)
        }
        #expect(elements.calls.values.allSatisfy { $0 == 1 })
        #expect(Set(elements.calls.keys) == seen)
        // A new width asks the elements in sight again, and makes none of them again.
        _ = tree.content(ProposedViewSize(width: 300, height: 200), rect(0, 4_975, 300, 200))
        #expect(elements.calls.values.allSatisfy { $0 == 1 })
    }

    @Test func `estimate the rest from the mean, and are exact in the end`() {
        let elements = CountedElements()
        let tree = list(elements, 300) { $0 < 100 ? 10 : 40 }
        let first = tree.content(ProposedViewSize(window), rect(0, 0, 100, 200))
        #expect(first.frame.height == 3_000)
        var top = 0.0
        while top < 9_100 {
            _ = tree.content(ProposedViewSize(window), rect(0, top, 100, 200))
            top += 150
        }
        let last = tree.content(ProposedViewSize(window), rect(0, 0, 100, 200))
        #expect(last.frame.height == 9_000)
    }

    @Test func `keep visible nodes in place while estimates change`() {
        let elements = CountedElements()
        let tree = list(elements, 10_000) { Double(5 + ($0 * 37 % 11) * ($0 / 500)) }
        _ = tree.content(ProposedViewSize(window), rect(0, 0, 100, 200))
        var top = 40_000.0
        var before = tree.content(ProposedViewSize(window), rect(0, top, 100, 200)).numbered
        #expect(!before.isEmpty)
        for _ in 0..<100 {
            top -= 90
            let after = tree.content(ProposedViewSize(window), rect(0, top, 100, 200)).numbered
            #expect(tree.shownRect?.minY == CGFloat(top))
            let common = before.filter { after[$0.key] != nil }
            #expect(!common.isEmpty)
            for (number, frame) in common { #expect(after[number] == frame) }
            before = after
        }
    }

    @Test func `move the viewport when the start becomes visible`() {
        let elements = CountedElements()
        let tree = list(elements, 200) { $0 < 20 ? 20 : 60 }
        let proposal = ProposedViewSize(window)
        _ = tree.content(proposal, rect(0, 3_000, 100, 200))
        var shown = rect(0, 3_000, 100, 200)
        for _ in 0..<40 where shown.minY > 0 {
            let before = tree.content(proposal, shown).numbered
            let old = tree.shownRect ?? .zero
            let next = rect(0, max(old.minY - 80, 0), 100, 200)
            let after = tree.content(proposal, next).numbered
            shown = tree.shownRect ?? .zero
            guard next.minY > 0, shown.minY > 0 else { break }
            for (number, frame) in before {
                guard let moved = after[number] else { continue }
                #expect(moved.minY - shown.minY == frame.minY - next.minY)
            }
        }
        let start = tree.content(proposal, rect(0, 0, 100, 200)).numbered
        #expect(start[0] == rect(0, 0, 50, 20))
    }

    @Test func `keep visible nodes in place when elements above are inserted or removed`() {
        let elements = CountedElements()
        func node(_ numbers: [Int]) -> some LayoutNode {
            ScrollView {
                LazyVStack(spacing: 0) { elements.forEach(numbers) { Box(width: 10, height: Double(10 + $0 % 7)) } }
            }
        }
        let tree = LayoutTree(node(Array(0..<5_000)))
        let proposal = ProposedViewSize(window)
        let shown = rect(0, 20_000, 100, 200)
        let before = tree.content(proposal, shown).numbered
        elements.forget()
        tree.update(node(Array(-40..<0) + (100..<3_000)))
        let after = tree.content(proposal, shown).numbered
        #expect(Set(elements.calls.keys) == Set(after.keys))
        #expect(elements.calls.values.allSatisfy { $0 == 1 })
        #expect(before.allSatisfy { after[$0.key] == nil || after[$0.key] == $0.value })
        #expect(before.keys.filter { after[$0] != nil }.count >= 25)
    }

    @Test func `make every node of elements that are not one node each`() {
        let tree = LayoutTree(
            ScrollView {
                LazyVStack(spacing: 1) {
                    Box(width: 5, height: 5).id("head")
                    ForEach(0..<100) { index in
                        Box(width: 10, height: 10)
                        if index % 2 == 0 { Box(width: 10, height: 3) }
                    }
                }
            })
        let content = tree.content(ProposedViewSize(window), rect(0, 0, 100, 50))
        #expect(tree.layout(in: ProposedViewSize(window)).children[0].frame.height == 1_305)
        #expect(content.frames.prefix(4).map(\.minY) == [0, 6, 17, 21])
        #expect(content.children[0].id == AnyHashable("head"))
    }

    @Test func `hold at most five screens of nodes while everything is scrolled through`() throws {
        let elements = CountedElements()
        let tree = list(elements, 20_000) { _ in 10 }
        let screen = 20
        var most = 0
        let scroll = try #require(tree.root.child(at: 0) as? LazyElement)
        for step in 0..<1_000 {
            let placed = tree.content(ProposedViewSize(window), rect(0, Double(step) * 200, 100, 200))
            most = max(most, scroll.live.count, placed.children.count)
        }
        #expect(elements.calls.count == 20_000)
        #expect(most <= 5 * screen)
    }

    @Test func `run sideways from the leading edge`() {
        func row(_ direction: LayoutDirection) -> PlacedNode {
            LayoutTree(
                ScrollView(.horizontal) {
                    LazyHStack(alignment: .top, spacing: 2) {
                        ForEach(0..<1_000) { Box(width: 8, height: 5 + CGFloat($0 % 3)) }
                    }
                }, layoutDirection: direction
            )
            .content(
                ProposedViewSize(width: 50, height: 10),
                direction == .leftToRight ? rect(100, 0, 50, 10) : rect(-100, 0, 50, 10))
        }
        let placed = row(.leftToRight)
        #expect(placed.frame == rect(0, 0, 9_998, 10))
        #expect(placed.numbered[10] == rect(100, 0, 8, 6))
        let mirrored = row(.rightToLeft)
        #expect(mirrored.frame == rect(50 - 9_998, 0, 9_998, 10))
        #expect(mirrored.numbered[10] == rect(50 - 108, 0, 8, 6))
        #expect(mirrored.numbered.count == placed.numbered.count)
    }

    @Test func `show the start of a scroll view inside another one`() {
        let elements = CountedElements()
        let tree = LayoutTree(
            ScrollView {
                LazyVStack(spacing: 0) {
                    ForEach(0..<1_000) { row in
                        ScrollView(.horizontal) {
                            LazyHStack(spacing: 0) {
                                elements.forEach(row * 1_000..<row * 1_000 + 1_000) { _ in Box(width: 10, height: 20) }
                            }
                        }
                    }
                }
            })
        let content = tree.content(ProposedViewSize(window), rect(0, 0, 100, 200))
        #expect(content.children.count == 16)
        #expect(elements.total == 16 * 16)
        #expect(content.children[3].children[0].frame == rect(0, 60, 10_000, 20))
    }

    @Test func `take any rectangle and any sizes`() {
        let values: [CGFloat] = [.nan, .infinity, -.infinity, -1, 0, 1, 1e308]
        for height in values {
            for value in values {
                let tree = LayoutTree(
                    ScrollView {
                        LazyVStack { ForEach(0..<50) { _ in Box(width: height, height: height) } }
                        LazyFlow { ForEach(0..<50) { _ in Box(width: height, height: height) } }
                        LazyVGrid(columns: [GridItem(.adaptive(minimum: height))]) {
                            ForEach(0..<50) { _ in Box(width: height, height: height) }
                        }
                    })
                let shown = CGRect(x: value, y: value, width: value, height: value)
                _ = tree.layout(in: ProposedViewSize(width: value, height: 10), showing: shown)
                _ = tree.layout(in: ProposedViewSize(width: 10, height: value), showing: shown)
            }
        }
    }
}
