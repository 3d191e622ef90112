import Foundation
import TestSupport
import Testing

@testable import FlowEngine

@Suite struct `Eager and lazy containers` {
    /// An element of a list: a number and the properties of its node.
    struct Element: Identifiable {
        let id: Int
        var seed: UInt64

        /// The node, which is always the same for a seed.
        var node: any LayoutNode { RandomNode(seed: seed).node(depth: 2) }
    }

    /// Nodes from a seed.
    struct RandomNode {
        var numbers: SeededNumbers

        init(seed: UInt64) { numbers = SeededNumbers(seed: seed) }

        private mutating func length() -> CGFloat { CGFloat(Int.random(in: 0...40, using: &numbers)) }

        func node(depth: Int) -> any LayoutNode {
            var copy = self
            return copy.make(depth)
        }

        private mutating func make(_ depth: Int) -> any LayoutNode {
            let (width, height) = (length(), length())
            guard depth > 0 else { return Box(width: width, height: height) }
            switch Int.random(in: 0..<8, using: &numbers) {
            case 0: return Box { CGSize(width: min($0.width ?? 30, 30), height: height) }
            case 1: return make(depth - 1).padding(2)
            case 2: return LayoutContainer(HStackLayout(), nodes: [make(depth - 1), make(depth - 1)])
            case 3: return LayoutContainer(VStackLayout(), nodes: [make(depth - 1), make(depth - 1)])
            case 4:
                return LayoutContainer(
                    FlowLayout(spacing: 3), nodes: [make(depth - 1), make(depth - 1), make(depth - 1)])
            case 5: return make(depth - 1).frame(minWidth: 10, maxWidth: 60, minHeight: 5)
            case 6: return Spacer(minLength: height)
            default: return Box(width: width, height: height)
            }
        }
    }

    /// A lazy container, and an eager one that has to give the same frames.
    struct Pair {
        let name: String
        let axis: Axis
        let lazy: (ForEach) -> any LayoutNode
        let eager: ([Element], CGFloat) -> [CGRect]
        /// The separators of the eager container.
        var separators: ([Element], CGFloat) -> [CGRect] = { _, _ in [] }
    }

    static func list(_ elements: [Element]) -> ForEach { ForEach(elements) { $0.node } }

    /// The elements that a lazy container makes.
    final class Calls {
        var ids: [Int] = []

        func list(_ elements: [Element]) -> ForEach {
            ForEach(elements) { element in
                self.ids.append(element.id)
                return [element.node]
            }
        }
    }

    /// The nodes of an eager container that is placed in a given length across.
    static func nodes(_ node: any LayoutNode, _ axis: Axis, _ across: CGFloat) -> [PlacedNode] {
        let proposal =
            axis == .vertical
            ? ProposedViewSize(width: across, height: nil) : ProposedViewSize(width: nil, height: across)
        let tree = LayoutTree(node)
        let size = tree.sizeThatFits(proposal)
        let bounds =
            axis == .vertical ? CGSize(width: across, height: size.height) : CGSize(width: size.width, height: across)
        return tree.layout(in: proposal, bounds: bounds).children
    }

    static func stack(_ alignment: HorizontalAlignment, _ spacing: CGFloat?) -> Pair {
        Pair(
            name: "LazyVStack", axis: .vertical,
            lazy: { list in LazyVStack(alignment: alignment, spacing: spacing) { list } },
            eager: { elements, width in
                let whole = Alignment(horizontal: alignment, vertical: .top)
                return VStack(alignment: alignment, spacing: spacing) { list(elements) }
                    .frame(width: width, alignment: whole).layout(in: wide(width)).children[0].frames
            })
    }

    static var row: Pair {
        Pair(
            name: "LazyHStack", axis: .horizontal, lazy: { list in LazyHStack(alignment: .bottom) { list } },
            eager: { elements, height in
                HStack(alignment: .bottom) { list(elements) }.frame(height: height, alignment: .bottom)
                    .layout(in: ProposedViewSize(width: nil, height: height)).children[0].frames
            })
    }

    static var grid: Pair {
        Pair(
            name: "LazyVGrid", axis: .vertical,
            lazy: { list in LazyVGrid(columns: [GridItem(.adaptive(minimum: 45), spacing: 3)], spacing: 2) { list } },
            eager: { elements, width in
                let count = max(Int((width + 3) / 48), 1)
                let length = max((width - 3 * CGFloat(count - 1)) / CGFloat(count), 45)
                let rows = stride(from: 0, to: elements.count, by: count)
                    .map { start in elements[start..<min(start + count, elements.count)] }
                let column = VStack(alignment: .leading, spacing: 2) {
                    ForEach(rows) { row in
                        HStack(spacing: 3) { ForEach(row) { element in ZStack { element.node }.frame(width: length) } }
                    }
                }
                return column.layout(in: wide(width)).children
                    .flatMap { $0.children.map { $0.children[0].children[0].frame } }
            })
    }

    static func flow(_ layout: FlowLayout) -> Pair {
        let axis: Axis = layout.axis == .horizontal ? .vertical : .horizontal
        return Pair(
            name: "LazyFlow", axis: axis, lazy: { list in LazyFlow(layout) { list } },
            eager: { elements, across in
                nodes(layout { list(elements) }, axis, across).filter { !$0.isSeparator }.map(\.frame)
            },
            separators: { elements, across in
                nodes(layout { list(elements) }, axis, across).filter(\.isSeparator).map(\.frame)
            })
    }

    /// Flows with separators, with items that only have sizes and with others.
    static var separatedFlows: [Pair] {
        let layout = FlowLayout(
            spacing: 2, lineSpacing: 3, separator: CGSize(width: 1, height: 20),
            lineSeparator: CGSize(width: CGFloat.infinity, height: 1))
        var (limited, stretched, vertical, preferred) = (layout, layout, layout, layout)
        limited.maxItemsPerLine = 2
        stretched.lineAlignment = .stretch
        stretched.alignment = .center
        vertical.axis = .vertical
        preferred.spacing = nil
        return [layout, limited, stretched, vertical, preferred].map(flow)
    }

    static var pairs: [Pair] {
        [
            stack(.leading, 4), stack(.center, nil), stack(.trailing, 0), row, grid, flow(FlowLayout()),
            flow(FlowLayout(alignment: .center, lineAlignment: .bottom, spacing: 2)),
            flow(FlowLayout(axis: .vertical, spacing: 1)), flow(FlowLayout(spacing: nil)),
        ] + separatedFlows
    }

    @Test(arguments: 0..<pairs.count) func `give the same frames once all was measured`(_ index: Int) {
        let pair = Self.pairs[index]
        var numbers = SeededNumbers.printed(17 + UInt64(index), for: "lazy \(pair.name)")
        for _ in 0..<12 { compare(pair, &numbers) }
    }

    func compare(_ pair: Pair, _ numbers: inout SeededNumbers) {
        var elements = (0..<Int.random(in: 1...120, using: &numbers)).map { Element(id: $0, seed: numbers.next()) }
        var next = elements.count
        var across = CGFloat(Int.random(in: 60...200, using: &numbers))
        let axes: Axis.Set = pair.axis == .vertical ? .vertical : .horizontal
        let calls = Calls()
        let tree = LayoutTree(ScrollView(axes) { pair.lazy(calls.list(elements)) })
        var before: PlacedNode?
        func show(_ start: CGFloat) -> PlacedNode {
            let isVertical = pair.axis == .vertical
            let proposal =
                isVertical ? ProposedViewSize(width: across, height: 80) : ProposedViewSize(width: 80, height: across)
            let shown =
                isVertical
                ? CGRect(x: 0, y: start, width: across, height: 80) : CGRect(x: start, y: 0, width: 80, height: across)
            calls.ids = []
            let content = tree.content(proposal, shown)
            let seen = Set(content.numbered.keys)
            // The first pass may look at the first line, to know how long the others may be; a flow looks at the items
            // next to the visible ones, to break lines; after a jump, a line may end before the visible part; and
            // that the end is passed is only seen there.
            let first = before == nil ? Set(elements.prefix(4).map(\.id)) : []
            let unseen = Set(calls.ids).subtracting(seen).subtracting(first)
            var allowance = pair.name == "LazyFlow" ? 12 : 4
            // The place of a first jump is estimated from a single item. If the estimate is wrong, a flow makes as many
            // items at that place as it shows.
            if pair.name == "LazyFlow", before == nil { allowance += seen.count }
            if !seen.isEmpty { #expect(unseen.count <= allowance, "seed \(numbers.seed)") }
            if pair.name != "LazyFlow" { #expect(Set(calls.ids).count == calls.ids.count, "seed \(numbers.seed)") }
            before = content
            return content
        }
        for _ in 0..<8 {
            switch Int.random(in: 0..<4, using: &numbers) {
            case 0: across = CGFloat(Int.random(in: 60...200, using: &numbers))
            case 1:
                edit(&elements, &next, &numbers)
                tree.update(ScrollView(axes) { pair.lazy(calls.list(elements)) })
                before = nil
            default: break
            }
            _ = show(CGFloat(Int.random(in: -50...4_000, using: &numbers)))
        }
        let expected = pair.eager(elements, across)
        let separators = pair.separators(elements, across)
        // A separator may be the deepest part of the last line.
        let length = (expected + separators).reduce(0) { max($0, pair.axis == .vertical ? $1.maxY : $1.maxX) }
        // Everything becomes visible, whether it was estimated before or not.
        for _ in 0..<2 { for start in stride(from: -40, to: length + 4_000, by: 60) { _ = show(start) } }
        let places = Dictionary(uniqueKeysWithValues: zip(elements.map(\.id), expected))
        for start in stride(from: 0, to: length + 1, by: 130) {
            let content = show(start)
            let extent = pair.axis == .vertical ? content.frame.height : content.frame.width
            #expect(abs(extent - length) < 1e-6 * max(length, 1), "seed \(numbers.seed)")
            for (id, frame) in content.numbered {
                let place = places[id] ?? .null
                #expect(frame.isClose(to: place), "\(pair.name), \(id), seed \(numbers.seed)")
            }
            expectSeparators(content, separators, around: start, pair.axis, numbers.seed)
        }
    }

    /// Expects all separators in sight, and none elsewhere than in the eager container.
    func expectSeparators(
        _ content: PlacedNode, _ separators: [CGRect], around start: CGFloat, _ axis: Axis, _ seed: UInt64
    ) {
        let found = content.children.filter(\.isSeparator).map(\.frame)
        let far: CGFloat = 1e6
        let shown =
            axis == .vertical
            ? CGRect(x: -far, y: start, width: 2 * far, height: 80)
            : CGRect(x: start, y: -far, width: 80, height: 2 * far)
        for separator in separators where separator.insetBy(dx: 0.01, dy: 0.01).intersects(shown) {
            #expect(found.contains { $0.isClose(to: separator) }, "\(separator), seed \(seed)")
        }
        for separator in found {
            #expect(separators.contains { $0.isClose(to: separator) }, "\(separator), seed \(seed)")
        }
    }

    @Test(arguments: 0..<5) func `keep visible nodes in place while scrolling`(_ index: Int) {
        let pair = Self.pairs[index]
        var numbers = SeededNumbers.printed(41 + UInt64(index), for: "scrolling \(pair.name)")
        let isVertical = pair.axis == .vertical
        let axes: Axis.Set = isVertical ? .vertical : .horizontal
        var compared = 0
        for _ in 0..<10 {
            let elements = (0..<400).map { Element(id: $0, seed: numbers.next()) }
            let tree = LayoutTree(ScrollView(axes) { pair.lazy(Self.list(elements)) })
            var start = CGFloat(Int.random(in: 0...3_000, using: &numbers))
            var before: [Int: CGFloat] = [:]
            for _ in 0..<60 {
                let step = CGFloat(Int.random(in: -70...40, using: &numbers))
                let size = isVertical ? CGSize(width: 120, height: 80) : CGSize(width: 80, height: 120)
                let origin = isVertical ? CGPoint(x: 0, y: start + step) : CGPoint(x: start + step, y: 0)
                let content = tree.content(ProposedViewSize(size), CGRect(origin: origin, size: size))
                let shown = tree.shownRect ?? .zero
                start = isVertical ? shown.minY : shown.minX
                let places = content.numbered.mapValues { (isVertical ? $0.minY : $0.minX) - start }
                for (id, place) in before {
                    guard let now = places[id] else { continue }
                    compared += 1
                    #expect(abs(now - (place - step)) < 1e-6, "\(id), seed \(numbers.seed)")
                }
                before = places.filter { $0.value >= 0 && $0.value < 80 }
            }
        }
        #expect(compared > 400)
    }

    /// Inserts, removes, moves or changes an element.
    func edit(_ elements: inout [Element], _ next: inout Int, _ numbers: inout SeededNumbers) {
        let place = Int.random(in: 0...elements.count, using: &numbers)
        switch Int.random(in: 0..<4, using: &numbers) {
        case 0:
            elements.insert(Element(id: next, seed: numbers.next()), at: place)
            next += 1
        case 1 where place < elements.count && elements.count > 1: elements.remove(at: place)
        case 2 where place < elements.count: elements.append(elements.remove(at: place))
        case 3 where place < elements.count: elements[place].seed = numbers.next()
        default: break
        }
    }
}
