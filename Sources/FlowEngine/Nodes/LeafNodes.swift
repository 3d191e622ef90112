public import Foundation

/// The element of a box of a fixed size.
class BoxElement: LayoutElement { override final var name: String { "Box" } }

/// The element of a box whose size depends on the proposal.
final class ResponsiveBoxElement: BoxElement {
    private let response: (ProposedViewSize) -> CGSize

    init(_ response: @escaping (ProposedViewSize) -> CGSize) {
        self.response = response
        super.init()
    }

    override func measure(_ proposal: ProposedViewSize) -> CGSize { response(proposal) }
}

/// A leaf that takes the remaining length of a stack along its axis.
public struct Spacer: LayoutNode {
    private let minLength: CGFloat?

    /// Creates a spacer with a minimum length, in points; nil is 8, as in SwiftUI.
    public init(minLength: CGFloat? = nil) { self.minLength = minLength }

    /// Creates the element of the spacer.
    public func makeElement(in environment: LayoutEnvironment) -> LayoutElement {
        SpacerElement(minLength ?? ViewSpacing.standardDistance, axis: environment.stackOrientation)
    }
}

/// The element of a spacer.
private final class SpacerElement: LayoutElement {
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
            height: axis == .horizontal ? 0 : max(proposal.height ?? minLength, minLength))
    }
}
