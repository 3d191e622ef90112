internal import Foundation

extension PlacedNode: CustomStringConvertible {
    /// The nodes marked with `debugBorder()`, drawn as boxes, and the tree as text.
    ///
    /// The name, proposal and size of a node are on the upper edge of its box, or below the picture if the box is too
    /// small and has only a number. In the tree, each node has a line with its name, final proposal, size and position,
    /// followed by the other proposals that its parent made, with the resulting sizes. Without marked nodes, this is
    /// `debugDescription`.
    public var description: String {
        let boxes = BoxPicture(self)
        guard !boxes.isEmpty else { return debugDescription }
        return boxes.text + "\n\n" + debugDescription
    }

    /// Returns a line with the proposals that the parent made before it placed the node.
    ///
    /// - Parameter asker: The name of the parent.
    /// - Returns: One line; empty if the parent made no other proposals, or nothing is marked.
    func questions(of asker: String?) -> [String] {
        let others = (debugging?.questions ?? []).filter { $0.proposal != proposal }
        guard !others.isEmpty else { return [] }
        let answers = others.map { question in "\(Self.text(question.proposal)) → \(Self.text(question.size))" }
        return ["\(asker ?? "the tree") asked " + answers.joined(separator: ", ")]
    }

    /// Returns a proposal as text.
    static func text(_ proposal: ProposedViewSize) -> String { "\(text(proposal.width)) × \(text(proposal.height))" }

    /// Returns a size as text.
    static func text(_ size: CGSize) -> String { "\(text(size.width)) × \(text(size.height))" }
}
