import Foundation
import TestSupport
import Testing

@testable import FlowEngine

@Suite struct `The description of a placed tree` {
    /// The example of the article.
    static var card: some LayoutNode {
        HStack(spacing: 2) {
            Box { CGSize(width: min($0.width ?? 30, 30), height: 5) }.debugBorder()
            VStack(spacing: 1) {
                Box(width: 26, height: 3).id("title").debugBorder()
                Box(width: 8, height: 3).debugBorder()
            }
        }
    }

    @Test func `draws the marked nodes with their proposals`() throws {
        let text = Self.card.layout(in: wide(64)).description
        let article = try DocumentedTarget.flowEngine.text("DebuggingALayout")
        #expect(article.contains("```\n\(text)\n```"), "The article should contain:\n\(text)")
    }

    @Test func `is the tree if nothing is marked`() {
        let placed = HStack { Box { $0.replacingUnspecifiedDimensions() } }.layout(in: wide(40))
        #expect(placed.description == placed.debugDescription)
        #expect(!placed.description.contains("asked"))
    }

    @Test func `fits a terminal with any content`() {
        for size in [0, 0.001, 1, 3, 100, 1e6, 1e300, CGFloat.infinity] {
            let node = VStack {
                Box(width: size, height: size).debugBorder()
                Box(width: 10, height: size).offset(x: -size).debugBorder()
            }
            .debugBorder()
            let picture = BoxPicture(node.layout()).text.split(separator: "\n")
            #expect(picture.count <= 65)
            #expect(picture.prefix(60).allSatisfy { $0.count <= 78 || !$0.hasPrefix("┌") })
        }
    }

    @Test func `follows edits`() {
        let tree = LayoutTree(VStack { Box(width: 10, height: 3) })
        #expect(!tree.layout().description.contains("┌"))
        tree.insert(Box(width: 10, height: 3).debugBorder(), at: [0])
        #expect(tree.layout().description.contains("┌"))
    }
}
