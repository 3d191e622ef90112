public import Foundation

extension LayoutNode {
    /// Lays out the part of the node that is shown; lazy containers make only the nodes in sight.
    ///
    /// `LayoutTree.layout(in:showing:)` is preferable, because it keeps measurements for the next part.
    ///
    /// - Parameters:
    ///   - proposal: The proposed size.
    ///   - rect: The rectangle that is shown, in the root's coordinates.
    ///   - layoutDirection: Which edge is the leading one.
    /// - Returns: The node and the nodes in sight, with their frames.
    /// - Complexity: That of the nodes in sight.
    public func layout(
        in proposal: ProposedViewSize = .unspecified, showing rect: CGRect,
        layoutDirection: LayoutDirection = .leftToRight
    ) -> PlacedNode { LayoutTree(self, layoutDirection: layoutDirection).layout(in: proposal, showing: rect) }
}
