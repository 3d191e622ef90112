public import Foundation

extension LayoutNode {
    /// Surrounds the node with space on each edge.
    public func padding(_ insets: EdgeInsets) -> some LayoutNode {
        ModifiedNode(node: self) { PaddingElement($0, insets, in: $1) }
    }

    /// Surrounds the node with the same space on some edges, in points; nil is 16.
    public func padding(_ edges: Edge.Set = .all, _ length: CGFloat? = nil) -> some LayoutNode {
        let length = length ?? 16
        return padding(
            EdgeInsets(
                top: edges.contains(.top) ? length : 0,
                leading: edges.contains(.leading) ? length : 0,
                bottom: edges.contains(.bottom) ? length : 0,
                trailing: edges.contains(.trailing) ? length : 0
            )
        )
    }

    /// Surrounds the node with the same space on all edges, in points.
    public func padding(_ length: CGFloat) -> some LayoutNode {
        padding(.all, length)
    }
}

/// A padding while it is laid out: it shrinks the proposal and grows the answer.
final class PaddingElement: WrapperElement {
    private let insets: EdgeInsets

    init(_ child: LayoutElement, _ insets: EdgeInsets, in environment: LayoutEnvironment) {
        self.insets = EdgeInsets(
            top: finite(insets.top),
            leading: finite(insets.leading),
            bottom: finite(insets.bottom),
            trailing: finite(insets.trailing)
        )
        super.init(child, in: environment)
    }

    override var name: String { "padding" }

    override func childProposal(_ proposal: ProposedViewSize) -> ProposedViewSize {
        ProposedViewSize(
            width: proposal.width.map { max($0 - insets.leading - insets.trailing, 0) },
            height: proposal.height.map { max($0 - insets.top - insets.bottom, 0) }
        )
    }

    override func measure(_ proposal: ProposedViewSize) -> CGSize {
        let size = child.size(childProposal(proposal))
        return CGSize(
            width: max(size.width + insets.leading + insets.trailing, 0),
            height: max(size.height + insets.top + insets.bottom, 0)
        )
    }

    override func childOrigin(in size: CGSize, _ proposal: ProposedViewSize) -> CGPoint {
        CGPoint(x: insets.leading, y: insets.top)
    }
}
