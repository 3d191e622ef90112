internal import Foundation

extension PlacedNode: CustomStringConvertible {
    /// The nodes marked with `debugBorder()`, drawn as boxes, and the tree as text.
    ///
    /// A box has its node's name, proposal and size on its upper edge, or a number that a line below explains. In the tree,
    /// each node has a line with its name, its final proposal, its size and its position; below it are the
    /// other proposals that the node around it made, and the sizes answered to them. Without marked nodes it is that of
    /// `debugDescription`.
    public var description: String {
        let boxes = BoxPicture(self)
        guard !boxes.isEmpty else { return debugDescription }
        return boxes.text + "\n\n" + debugDescription
    }

    /// The lines for the parent's proposals before it placed the node.
    ///
    /// - Parameter asker: The name of the node around this one.
    /// - Returns: A line; none if there were no other questions, or nothing is marked.
    func questions(of asker: String?) -> [String] {
        let others = (debugging?.questions ?? []).filter { $0.proposal != proposal }
        guard !others.isEmpty else { return [] }
        let answers = others.map { question in
            "\(Self.text(question.proposal)) → \(Self.text(question.size))"
        }
        return ["\(asker ?? "the tree") asked " + answers.joined(separator: ", ")]
    }

    /// Returns a proposal as text.
    static func text(_ proposal: ProposedViewSize) -> String {
        "\(text(proposal.width)) × \(text(proposal.height))"
    }

    /// Returns a size as text.
    static func text(_ size: CGSize) -> String {
        "\(text(size.width)) × \(text(size.height))"
    }
}
