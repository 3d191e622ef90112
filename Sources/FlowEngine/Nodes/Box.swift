public import Foundation

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
