import FlowEngine
import Foundation
import Testing

/// The code of the doc comments, compiled and run; a test in `ArticleTests.swift` holds the comments to this file.
@Suite struct `The example in the doc comment` {
    @Test func `of FlowItem`() {
        let heading = FlowItem(size: CGSize(width: 60, height: 20), startsNewLine: true)
        let chip = FlowItem(size: CGSize(width: 30, height: 20))
        let lines = FlowLayout().arrange([chip, heading, chip]).lines
        #expect(lines.map(\.items) == [0..<1, 1..<3])
    }

    @Test func `of FlowLayout with nodes`() {
        let flow = FlowLayout(spacing: 8) {
            Box(width: 40, height: 20)
            Box(width: 30, height: 20)
            Box(width: 60, height: 20)
        }
        let placed = flow.layout(in: ProposedViewSize(width: 100, height: nil))
        #expect(placed.frame.size == CGSize(width: 78, height: 48))
    }

    @Test func `of FlowLayout with sizes`() {
        let chips = [CGSize(width: 40, height: 20), CGSize(width: 60, height: 20)]
        let arrangement = FlowLayout(alignment: .center)
            .arrange(chips, proposal: ProposedViewSize(width: 90, height: nil))
        #expect(arrangement.lines.count == 2)
    }

    @Test func `of AlignmentID`() {
        enum Middle: AlignmentID {
            static func defaultValue(in context: ViewDimensions) -> CGFloat { context.height / 2 }
        }
        let middle = VerticalAlignment(Middle.self)
        let row = HStack(alignment: middle) { Box(width: 10, height: 20) }
        #expect(row.layout().frame.height == 20)
    }

    @Test func `of ProposedViewSize`() {
        let paragraph = Box { proposal in
            let width = min(proposal.width ?? 200, 200)
            return CGSize(width: width, height: width < 200 ? 40 : 20)
        }
        #expect(paragraph.sizeThatFits(.unspecified) == CGSize(width: 200, height: 20))
        #expect(paragraph.sizeThatFits(ProposedViewSize(width: 120, height: nil)).height == 40)
    }

    @Test func `of FlowIndex`() {
        let sizes = (0..<100_000).map { CGSize(width: 20 + $0 % 100, height: 20) }
        var index = FlowIndex(sizes, layout: FlowLayout(), containerLength: 600)
        index[40_000] = CGSize(width: 80, height: 20)
        let visible = index.frames(in: CGRect(x: 0, y: 9_000, width: 600, height: 400))
        #expect(!visible.isEmpty)
    }

    @Test func `of AdaptiveLayout`() {
        let buttons = AdaptiveLayout(AnyLayout(HStackLayout()), AnyLayout(VStackLayout())) {
            Box(width: 40, height: 10)
            Box(width: 40, height: 10)
        }
        #expect(buttons.sizeThatFits(.unspecified).height == 10)
        #expect(buttons.sizeThatFits(ProposedViewSize(width: 60, height: nil)).height == 28)
    }

    @Test func `of CircularLayout`() {
        let dial = CircularLayout(radius: 50) { ForEach(0..<12) { _ in Box(width: 10, height: 10) } }
        #expect(dial.layout().frame.size == CGSize(width: 110, height: 110))
    }

    @Test func `of GridLayout`() {
        let form = Grid(alignment: .leading, horizontalSpacing: 4, verticalSpacing: 2) {
            GridRow {
                Box(width: 30, height: 10)
                Box(width: 60, height: 10)
            }
            GridRow {
                Box(width: 20, height: 10)
                Box(width: 80, height: 10)
            }
        }
        #expect(form.layout().frame.size == CGSize(width: 114, height: 22))
    }

    @Test func `of HStackLayout`() {
        let row = HStack(alignment: .top, spacing: 4) {
            Box(width: 20, height: 10)
            Spacer()
            Box(width: 20, height: 10)
        }
        let placed = row.layout(in: ProposedViewSize(width: 100, height: nil))
        #expect(placed.children[2].frame.minX == 80)
    }

    @Test func `of VStackLayout`() {
        let column = VStack(alignment: .trailing, spacing: 4) {
            Box(width: 20, height: 10)
            Box(width: 50, height: 10)
        }
        #expect(column.layout().children[0].frame.minX == 30)
    }

    @Test func `of WaterfallLayout`() {
        let wall = WaterfallLayout(columns: .minimumWidth(100), spacing: 4) {
            ForEach([30.0, 20, 40]) { Box(width: 100, height: $0) }
        }
        let placed = wall.layout(in: ProposedViewSize(width: 204, height: nil))
        #expect(placed.children[2].frame.origin == CGPoint(x: 104, y: 24))
    }

    @Test func `of ZStackLayout`() {
        let badge = ZStack(alignment: .topTrailing) {
            Box(width: 40, height: 40)
            Box(width: 8, height: 8)
        }
        #expect(badge.layout().children[1].frame.minX == 32)
    }

    @Test func `of LayoutContainer`() {
        let flow = FlowLayout(spacing: 0) {
            ForEach(["one", "two"], id: \.self) { Box(width: CGFloat($0.count), height: 1) }
        }
        #expect(flow.layout().first(id: "two")?.frame.minX == 3)
    }

    @Test func `of LayoutNode`() {
        let sizes = Array(repeating: CGSize(width: 50, height: 10), count: 5)
        let card = VStack(alignment: .leading, spacing: 4) {
            Box(width: 80, height: 20)
            FlowLayout(spacing: 8) { ForEach(sizes) { Box($0) } }
        }
        .padding(10)
        let placed = card.layout(in: ProposedViewSize(width: 200, height: nil))
        print(placed.debugDescription)
        #expect(placed.frame.size == CGSize(width: 186, height: 72))
    }

    @Test func `of LeafNodes`() {
        let fixed = Box(width: 40, height: 20)
        let filling = Box { proposal in proposal.replacingUnspecifiedDimensions() }
        let placed = HStack(spacing: 0) {
            fixed
            filling
        }
        .layout(in: ProposedViewSize(width: 100, height: 30))
        #expect(placed.children[1].frame == CGRect(x: 40, y: 0, width: 60, height: 30))
    }

    @Test func `of layoutValue`() {
        enum Weight: LayoutValueKey { static let defaultValue = 1.0 }
        let heavy = Box(width: 10, height: 10).layoutValue(key: Weight.self, value: 2)
        #expect(heavy.layout().frame.width == 10)
    }

    @Test func `of id`() {
        let row = HStack(spacing: 0) {
            Box(width: 10, height: 10)
            Box(width: 10, height: 10).id("second")
        }
        #expect(row.layout().first(id: "second")?.frame.minX == 10)
    }

    @Test func `of AnyLayout`() {
        for isCompact in [false, true] {
            let layout = isCompact ? AnyLayout(VStackLayout()) : AnyLayout(HStackLayout())
            let bar = layout {
                Box(width: 10, height: 10)
                Box(width: 10, height: 10)
            }
            #expect(bar.layout().frame.height == (isCompact ? 28 : 10))
        }
    }

    @Test func `of Layout`() {
        struct Staircase: Layout {
            func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout Void) -> CGSize {
                subviews.map { $0.sizeThatFits(.unspecified) }
                    .reduce(into: .zero) { total, size in
                        total.width += size.width
                        total.height += size.height
                    }
            }

            func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Void) {
                var corner = bounds.origin
                for subview in subviews {
                    let size = subview.sizeThatFits(.unspecified)
                    subview.place(at: corner, proposal: .unspecified)
                    corner = CGPoint(x: corner.x + size.width, y: corner.y + size.height)
                }
            }
        }
        let stairs = Staircase {
            Box(width: 10, height: 4)
            Box(width: 20, height: 6)
        }
        #expect(stairs.layout().children[1].frame.origin == CGPoint(x: 10, y: 4))
    }

    @Test func `of ViewSpacing`() {
        let airy = ViewSpacing(20)
        let plain = ViewSpacing()
        #expect(plain.distance(to: airy, along: .horizontal) == 20)
        #expect(plain.distance(to: plain, along: .horizontal) == 8)
    }

    @Test func `of LayoutTree`() {
        let sizes = Array(repeating: CGSize(width: 50, height: 10), count: 5)
        let tree = LayoutTree(FlowLayout { ForEach(sizes) { Box($0) } })
        let narrow = tree.layout(in: ProposedViewSize(width: 100, height: nil))
        let wide = tree.layout(in: ProposedViewSize(width: 300, height: nil))
        tree.update(FlowLayout { ForEach(sizes.dropLast()) { Box($0) } })
        #expect(narrow.frame.height >= wide.frame.height)
    }

    @Test func `of PlacedNode`() {
        let placed = HStack(spacing: 4) {
            Box(width: 10, height: 10)
            Box(width: 20, height: 10)
        }
        .layout()
        #expect(placed.frame.size == CGSize(width: 34, height: 10))
        #expect(placed.children[1].frame.origin == CGPoint(x: 14, y: 0))
    }

    @Test func `of GridItem`() {
        let columns = [GridItem(.fixed(40)), GridItem(.adaptive(minimum: 50), spacing: 4)]
        let grid = LazyVGrid(columns: columns, spacing: 0) {
            ForEach(0..<6) { _ in Box { $0.replacingUnspecifiedDimensions() } }
        }
        let placed = grid.layout(in: ProposedViewSize(width: 212, height: nil))
        #expect(placed.children.map(\.frame.width) == [40, 52, 52, 52, 40, 52])
    }

    @Test func `of LazyVStack`() {
        let list = ScrollView { LazyVStack(spacing: 0) { ForEach(0..<1_000_000) { _ in Box(width: 80, height: 20) } } }
        let placed = list.layout(
            in: ProposedViewSize(width: 100, height: 200), showing: CGRect(x: 0, y: 10_000_000, width: 100, height: 200)
        )
        #expect(placed.children[0].frame.height == 20_000_000)
        #expect(placed.children[0].children.count < 30)
    }

    @Test func `of LazyVGrid`() {
        let grid = LazyVGrid(columns: [GridItem(.adaptive(minimum: 80))]) {
            ForEach(0..<1_000) { _ in Box(width: 60, height: 20) }
        }
        let placed = grid.layout(in: ProposedViewSize(width: 300, height: nil))
        #expect(placed.children[3].frame.minY == 28)
    }

    @Test func `of LazyFlow`() {
        let board = ScrollView {
            LazyFlow(spacing: 8) { ForEach(0..<1_000_000) { Box(width: 20 + CGFloat($0 % 100), height: 20) } }
        }
        let window = CGRect(x: 0, y: 0, width: 600, height: 400)
        let placed = board.layout(in: ProposedViewSize(window.size), showing: window)
        #expect(placed.children[0].children.count < 300)
    }

    @Test func `of ScrollView`() {
        let list = ScrollView {
            Box(width: 100, height: 50)
            LazyVStack { ForEach(0..<1_000) { _ in Box(width: 80, height: 20) } }
        }
        let window = CGRect(x: 0, y: 0, width: 100, height: 200)
        let placed = list.layout(in: ProposedViewSize(window.size), showing: window)
        #expect(placed.frame.height == 200)
        #expect(placed.children[0].frame.height == 28_050)
    }

    @Test func `of showing`() {
        let list = LayoutTree(ScrollView { LazyVStack { ForEach(0..<1_000_000) { _ in Box(width: 80, height: 20) } } })
        let window = ProposedViewSize(width: 100, height: 200)
        let placed = list.layout(in: window, showing: CGRect(x: 0, y: 0, width: 100, height: 200))
        #expect(placed.children[0].children.count == 11)
    }

    @Test func `of insert`() {
        let tree = LayoutTree(
            VStack(spacing: 0) {
                Box(width: 10, height: 10)
                HStack(spacing: 0) { Box(width: 10, height: 10).id("last") }
            })
        tree.insert(Box(width: 5, height: 5), at: [1, 0])
        #expect(tree.layout().first(id: "last")?.frame.minX == 5)
    }

    @Test func `of ViewThatFits`() {
        let label = ViewThatFits(in: .horizontal) {
            Box(width: 120, height: 10)
            Box(width: 50, height: 20)
            Box(width: 10, height: 10)
        }
        #expect(label.sizeThatFits(ProposedViewSize(width: 80, height: 15)).width == 50)
    }

    @Test func `of interpolated`() {
        let boxes: [any LayoutNode] = [Box(width: 10, height: 10), Box(width: 10, height: 10)]
        let row = LayoutContainer(AnyLayout(HStackLayout(spacing: 0)), nodes: boxes).layout()
        let column = LayoutContainer(AnyLayout(VStackLayout(spacing: 0)), nodes: boxes).layout()
        let halfway = row.interpolated(to: column, at: 0.5)
        #expect(halfway.children[1].frame.origin == CGPoint(x: 5, y: 5))
    }

    @Test func `of separators`() {
        let menu = FlowLayout(
            spacing: 4, separator: CGSize(width: 1, height: CGFloat.infinity),
            lineSeparator: CGSize(width: CGFloat.infinity, height: 1))
        let item = CGSize(width: 30, height: 20)
        let room = ProposedViewSize(width: 80, height: nil)
        let arrangement = menu.arrange([item, item, item], proposal: room)
        #expect(arrangement.separators == [CGRect(x: 34, y: 0, width: 1, height: 20)])
        #expect(arrangement.lineSeparators == [CGRect(x: 0, y: 28, width: 69, height: 1)])
    }

    @Test func `of FlexibilityWeight`() {
        let form = FlowLayout(spacing: 0) {
            Box(width: 20, height: 10)
            Box { CGSize(width: $0.width ?? 30, height: 10) }.layoutValue(key: FlexibilityWeight.self, value: 2)
            Box { CGSize(width: $0.width ?? 30, height: 10) }.layoutValue(key: FlexibilityWeight.self, value: 1)
        }
        let placed = form.layout(in: ProposedViewSize(width: 110, height: nil))
        #expect(placed.children.map(\.frame.width) == [20, 50, 40])
    }

    @Test func `of tolerance`() {
        let heights: [CGFloat] = [32, 30, 20]
        let wall = WaterfallLayout(columns: 2, spacing: 0, tolerance: 4) {
            ForEach(heights) { Box(width: 10, height: $0) }
        }
        let placed = wall.layout(in: ProposedViewSize(width: 20, height: nil))
        #expect(placed.children[2].frame.origin == CGPoint(x: 0, y: 32))
    }

    @Test func `of debugBorder`() {
        let row = HStack(spacing: 2) {
            Box(width: 20, height: 3).debugBorder()
            Box(width: 20, height: 3).debugBorder()
        }
        print(row.layout())
        #expect(row.layout().description.hasPrefix("┌"))
    }
}
