public import Foundation

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
