import Foundation
import Testing

@testable import FlowEngine

/// The calls that a layout received.
private final class Log {
    var made = 0
    var updated = 0
    var sized = 0
}

/// A layout that records its calls and behaves like a stack.
private struct Watched: Layout {
    let log: Log

    struct Cache { var number: Int }

    func makeCache(subviews: Subviews) -> Cache {
        log.made += 1
        return Cache(number: log.made)
    }

    func updateCache(_ cache: inout Cache, subviews: Subviews) {
        log.updated += 1
        cache.number += 100
    }

    func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout Cache) -> CGSize {
        log.sized += 1
        return subviews.reduce(into: CGSize.zero) { size, subview in
            let own = subview.sizeThatFits(proposal)
            size.width += own.width
            size.height = max(size.height, own.height)
        }
    }

    func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Cache) {
        // The third isn't placed, and so is centered.
        for subview in subviews.prefix(2) { subview.place(at: bounds.origin, proposal: proposal) }
    }
}

@Suite struct `Caches` {
    @Test func `are made once and updated on a change`() {
        let log = Log()
        let tree = LayoutTree(Watched(log: log) { Box(width: 1, height: 1) })
        for width in 1...5 { _ = tree.layout(in: wide(Double(width))) }
        #expect(log.made == 1)
        #expect(log.updated == 0)
        #expect(log.sized == 5)
        tree.update(Watched(log: log) { Box(width: 2, height: 2) })
        #expect(tree.layout().frame.size == CGSize(width: 2, height: 2))
        #expect(log.made == 1)
        #expect(log.updated == 1)
    }

    @Test func `go with the id of their container`() {
        let first = Log()
        let second = Log()
        func row(_ logs: [(Log, String)]) -> some LayoutNode {
            HStack {
                ForEach(logs.indices) { index in
                    Watched(log: logs[index].0) { Box(width: 1, height: 1) }.id(logs[index].1)
                }
            }
        }
        let tree = LayoutTree(row([(first, "a"), (second, "b")]))
        _ = tree.layout()
        tree.update(row([(second, "b"), (first, "a")]))
        _ = tree.layout()
        #expect(first.made == 1 && second.made == 1)
        #expect(first.updated == 1 && second.updated == 1)
        tree.update(row([(first, "c")]))
        _ = tree.layout()
        #expect(first.made == 2)
    }

    @Test func `keep every layout from measuring a subview twice in a pass`() {
        let layouts: [(String, AnyLayout)] = [
            ("flow", AnyLayout(FlowLayout())), ("balanced", AnyLayout(FlowLayout(lineBreaking: .balanced))),
            ("justified", AnyLayout(FlowLayout(justified: true))), ("few lines", AnyLayout(FlowLayout(maxLines: 2))),
            ("row", AnyLayout(HStackLayout())), ("column", AnyLayout(VStackLayout())),
            ("pile", AnyLayout(ZStackLayout())), ("grid", AnyLayout(GridLayout())),
            ("waterfall", AnyLayout(WaterfallLayout(columns: 3))), ("circle", AnyLayout(CircularLayout(radius: 10))),
            ("adaptive", AnyLayout(AdaptiveLayout(AnyLayout(HStackLayout()), AnyLayout(VStackLayout())))),
        ]
        for (name, layout) in layouts {
            let counter = Counter()
            let tree = LayoutTree(
                VStack {
                    layout {
                        ForEach(0..<30) { index in
                            counter.box("\(index)") { proposal in
                                CGSize(width: min(proposal.width ?? 40, 40), height: 10)
                            }
                        }
                    }
                })
            _ = tree.layout(in: wide(200))
            #expect(counter.most == 1, "\(name)")
        }
    }

    @Test func `center subviews that aren't placed`() {
        let placed = Watched(log: Log()) {
            Box(width: 10, height: 10)
            Box(width: 20, height: 40)
            Box(width: 10, height: 20)
        }
        .layout()
        #expect(placed.frames[2] == rect(15, 10, 10, 20))
    }

    @Test func `change type with the layout inside AnyLayout`() {
        let tree = LayoutTree(AnyLayout(HStackLayout(spacing: 0)) { Box(width: 3, height: 4) })
        #expect(tree.layout().frame.size == CGSize(width: 3, height: 4))
        tree.update(
            AnyLayout(VStackLayout(spacing: 0)) {
                Box(width: 3, height: 4)
                Box(width: 3, height: 4)
            })
        #expect(tree.layout().frame.size == CGSize(width: 3, height: 8))
    }
}
