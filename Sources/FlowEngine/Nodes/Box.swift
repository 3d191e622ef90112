public import Foundation

/// A leaf: a node that answers a size and holds nothing.
public struct Box: LayoutNode {
    private let answer: Answer

    /// What the box answers: a size, or what a function says.
    enum Answer {
        case size(CGSize)
        case response((ProposedViewSize) -> CGSize)
    }

    /// Makes a box of a fixed size, in points.
    public init(width: CGFloat, height: CGFloat) {
        self.init(CGSize(width: width, height: height))
    }

    /// Makes a box of a fixed size.
    public init(_ size: CGSize) {
        answer = .size(size)
    }

    /// Makes a box that answers a size to a proposal.
    public init(_ response: @escaping (_ proposal: ProposedViewSize) -> CGSize) {
        answer = .response(response)
    }

    /// Makes the element that stands for the box while it is laid out.
    public func makeElement(in environment: LayoutEnvironment) -> LayoutElement {
        BoxElement(answer)
    }
}

/// A box while it is laid out.
final class BoxElement: LayoutElement {
    private let answer: Box.Answer

    init(_ answer: Box.Answer) {
        self.answer = answer
    }

    override var name: String { "Box" }

    override func measure(_ proposal: ProposedViewSize) -> CGSize {
        switch answer {
        case .size(let size): size
        case .response(let response): response(proposal)
        }
    }
}
