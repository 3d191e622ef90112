import FlowEngine
import Foundation
import TestSupport
import Testing

/// The code of the articles on lists and on debugging, compiled and run.
@Suite struct `The code of the articles on lists` {
    let rows = Array(0..<10_000)

    func height(of row: Int) -> CGFloat { CGFloat(10 + row % 20) }

    @Test func `shows a part of a list and scrolls it`() {
        let list = LayoutTree(
            ScrollView {
                LazyVStack(alignment: .leading, spacing: 0) {
                    ForEach(rows, id: \.self) { row in Box(width: 80, height: height(of: row)) }
                }
            })
        let window = CGRect(x: 0, y: 500, width: 100, height: 200)
        let placed = list.layout(in: ProposedViewSize(window.size), showing: window)
        let content = placed.children[0]
        #expect(content.children.count < 45)
        func scroll(by distance: CGFloat) -> PlacedNode {
            let shown = list.shownRect ?? window
            return list.layout(in: ProposedViewSize(window.size), showing: shown.offsetBy(dx: 0, dy: distance))
        }
        #expect(scroll(by: 100).children[0].children.count < 45)
        #expect(list.shownRect?.minY == 600)
        list.update(
            ScrollView {
                LazyVStack { ForEach(rows.dropFirst(), id: \.self) { Box(width: 80, height: height(of: $0)) } }
            })
        let card = LayoutTree(VStack { HStack { Box(width: 10, height: 10).id("icon") } })
        if let place = card.path(id: "icon") { card.change(place, to: Box(width: 20, height: 20).id("icon")) }
        card.insert(Box(width: 50, height: 10), at: [0, 1])
        #expect(card.layout().frame.size == CGSize(width: 78, height: 20))
    }

    @Test func `draws the columns of a grid`() throws {
        let grid = LazyVGrid(
            columns: [GridItem(.fixed(6), spacing: 2), GridItem(.adaptive(minimum: 5), spacing: 1)], spacing: 0
        ) { ForEach(0..<10) { _ in Box { CGSize(width: $0.width ?? 0, height: 1) } } }
        let placed = grid.layout(in: ProposedViewSize(width: 25, height: nil))
        var rows = Array(repeating: Array(repeating: Character(" "), count: 25), count: 3)
        for (index, node) in placed.children.enumerated() {
            let letter = Character(UnicodeScalar(UInt8(ascii: "a") + UInt8(index)))
            for column in Int(node.frame.minX)..<Int(node.frame.maxX) { rows[Int(node.frame.minY)][column] = letter }
        }
        let picture = rows.map { "|" + String($0) + "|" }.joined(separator: "\n")
        let article = try DocumentedTarget.flowEngine.text("ListsOfAnyLength")
        #expect(article.contains("\n\n\(picture)\n```"), "The article should contain:\n\(picture)")
    }

    @Test func `gives the frames on the way to another layout`() {
        func bar(isCompact: Bool) -> PlacedNode {
            let layout = isCompact ? AnyLayout(VStackLayout()) : AnyLayout(HStackLayout())
            return layout { ForEach(["a", "b"], id: \.self) { _ in Box(width: 10, height: 10) } }.layout()
        }
        let frames = stride(from: 0, through: 1, by: 0.25)
            .map { bar(isCompact: false).interpolated(to: bar(isCompact: true), at: $0) }
        #expect(frames.map { $0.children[1].frame.minY } == [0, 4.5, 9, 13.5, 18])
    }
}
