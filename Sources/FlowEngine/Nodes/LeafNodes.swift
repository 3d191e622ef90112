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

    /// The size of the box; nil if it depends on the proposal.
    public var bareSize: CGSize? {
        guard case .size(let size) = answer else { return nil }
        return size.withoutNegatives
    }

    /// Makes the element that stands for the box while it is laid out.
    public func makeElement(in environment: LayoutEnvironment) -> LayoutElement {
        switch answer {
        case .size(let size): BoxElement(fixedSize: size.withoutNegatives)
        case .response(let response): ResponsiveBoxElement(response)
        }
    }
}

/// A box of a fixed size while it is laid out.
class BoxElement: LayoutElement {
    override final var name: String { "Box" }
}

/// A box that answers a proposal while it is laid out.
final class ResponsiveBoxElement: BoxElement {
    private let response: (ProposedViewSize) -> CGSize

    init(_ response: @escaping (ProposedViewSize) -> CGSize) {
        self.response = response
        super.init()
    }

    override func measure(_ proposal: ProposedViewSize) -> CGSize {
        response(proposal)
    }
}

/// A leaf that takes what a stack has left along its axis.
public struct Spacer: LayoutNode {
    private let minLength: CGFloat?

    /// Makes a spacer that is never shorter than a length, in points; nil is 8.
    public init(minLength: CGFloat? = nil) {
        self.minLength = minLength
    }

    /// Makes the element that stands for the spacer while it is laid out.
    public func makeElement(in environment: LayoutEnvironment) -> LayoutElement {
        SpacerElement(minLength ?? 8, axis: environment.stackOrientation)
    }
}

/// A spacer while it is laid out.
final class SpacerElement: LayoutElement {
    private let minLength: CGFloat
    /// The axis along which the spacer is flexible; nil is both.
    private let axis: Axis?

    init(_ minLength: CGFloat, axis: Axis?) {
        self.minLength = minLength
        self.axis = axis
        super.init()
        traits.priority = -.infinity
    }

    override var name: String { "Spacer" }

    override var spacing: ViewSpacing {
        switch axis {
        case .horizontal: ViewSpacing(0, edges: .horizontal)
        case .vertical: ViewSpacing(0, edges: .vertical)
        case nil: .zero
        }
    }

    override func measure(_ proposal: ProposedViewSize) -> CGSize {
        CGSize(
            width: axis == .vertical ? 0 : max(proposal.width ?? minLength, minLength),
            height: axis == .horizontal ? 0 : max(proposal.height ?? minLength, minLength)
        )
    }
}
