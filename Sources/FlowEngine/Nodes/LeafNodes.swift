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

/// A leaf node with a size.
///
/// ```swift
/// let fixed = Box(width: 40, height: 20)
/// let filling = Box { proposal in proposal.replacingUnspecifiedDimensions() }
/// let placed = HStack(spacing: 0) {
///     fixed
///     filling
/// }
/// .layout(in: ProposedViewSize(width: 100, height: 30))
/// #expect(placed.children[1].frame == CGRect(x: 40, y: 0, width: 60, height: 30))
/// ```
public struct Box: LayoutNode {
    private let answer: Answer

    /// The size of the box, or the function that computes it.
    enum Answer {
        case size(CGSize)
        case response((ProposedViewSize) -> CGSize)
    }

    /// Creates a box of a fixed size, in points.
    public init(width: CGFloat, height: CGFloat) { self.init(CGSize(width: width, height: height)) }

    /// Creates a box of a fixed size.
    public init(_ size: CGSize) { answer = .size(size) }

    /// Creates a box whose size depends on the proposal.
    public init(_ response: @escaping (_ proposal: ProposedViewSize) -> CGSize) { answer = .response(response) }

    /// The size of the box, in points; nil if it depends on the proposal.
    public var bareSize: CGSize? {
        guard case .size(let size) = answer else { return nil }
        return size.withoutNegatives
    }

    /// Creates the element of the box.
    public func makeElement(in environment: LayoutEnvironment) -> LayoutElement {
        switch answer {
        case .size(let size): BoxElement(fixedSize: size.withoutNegatives)
        case .response(let response): ResponsiveBoxElement(response)
        }
    }
}

extension LayoutNode {
    /// Marks the node, so that the description of a placed tree draws it.
    ///
    /// ```swift
    /// let row = HStack(spacing: 2) {
    ///     Box(width: 20, height: 3).debugBorder()
    ///     Box(width: 20, height: 3).debugBorder()
    /// }
    /// print(row.layout())
    /// ```
    public func debugBorder() -> some LayoutNode { DebugNode(node: self) }
}

/// A node that is drawn by the description of the placed tree.
struct DebugNode: LayoutNode {
    let node: any LayoutNode

    func makeElement(in environment: LayoutEnvironment) -> LayoutElement {
        let element = node.makeElement(in: environment)
        element.isMarked = true
        return element
    }
}
