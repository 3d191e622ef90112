internal import Foundation

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
