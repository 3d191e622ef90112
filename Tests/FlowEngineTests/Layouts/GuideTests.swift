import Foundation
import Testing

@testable import FlowEngine

extension VerticalAlignment {
    private enum Middle: AlignmentID {
        static func defaultValue(in context: ViewDimensions) -> CGFloat { context.height / 2 }
    }

    fileprivate static let middle = VerticalAlignment(Middle.self)
}

@Suite struct `Guides that containers pass up` {
    /// A node that reports the position of a guide of its content.
    func position(_ guide: VerticalAlignment, of node: some LayoutNode) -> CGFloat {
        let element = node.makeElement(in: LayoutEnvironment(layoutDirection: .leftToRight))
        return element.dimensions(.unspecified)[guide]
    }

    func guided(_ guide: VerticalAlignment, at position: CGFloat) -> some LayoutNode {
        Box(width: 10, height: 10).alignmentGuide(guide) { _ in position }
    }

    @Test func `custom guides are the mean of the children's, each at its origin`() {
        let stack = VStack(spacing: 0) {
            guided(.middle, at: 2)
            guided(.middle, at: 4)
            Box(width: 10, height: 10)
        }
        #expect(position(.middle, of: stack) == 8)
    }

    @Test func `baselines are the first of the first and the last of the last`() {
        let stack = VStack(spacing: 0) {
            guided(.firstTextBaseline, at: 7)
            guided(.firstTextBaseline, at: 1)
        }
        #expect(position(.firstTextBaseline, of: stack) == 7)
        let last = VStack(spacing: 0) {
            guided(.lastTextBaseline, at: 7)
            guided(.lastTextBaseline, at: 1)
        }
        #expect(position(.lastTextBaseline, of: last) == 11)
    }

    @Test func `edges and centers are never passed up`() {
        let stack = VStack(spacing: 0) {
            guided(.top, at: 5)
            guided(.center, at: 5)
            guided(.bottom, at: 5)
        }
        #expect(position(.top, of: stack) == 0)
        #expect(position(.bottom, of: stack) == position(.center, of: stack) * 2)
    }

    @Test func `modifiers pass on the guides of their content`() {
        let padded = guided(.middle, at: 2).padding(3).frame(height: 40, alignment: .top)
        #expect(position(.middle, of: padded) == 5)
    }

    @Test func `nested containers ask each guide once`() {
        var node: any LayoutNode = Box(width: 1, height: 1)
        for _ in 0..<24 {
            let inner = node
            node = HStack(alignment: .firstTextBaseline, spacing: 0) {
                inner
                Box(width: 1, height: 1)
            }
        }
        // Without an answer that is kept, 2²⁴ questions.
        #expect(node.layout().frame.width == 25)
    }
}
