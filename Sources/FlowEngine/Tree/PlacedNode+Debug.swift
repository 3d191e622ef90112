internal import Foundation

extension PlacedNode: CustomDebugStringConvertible {
    /// The tree, a line a node: its name, what it was offered, what it answered, and where it stands.
    ///
    ///     FlowLayout 100 × nil → 88 × 48 at 0, 0
    ///     ├ Box nil × nil → 40 × 20 at 0, 0
    ///     └ Box nil × nil → 40 × 20 at 48, 0
    public var debugDescription: String {
        var lines: [String] = []
        describe(into: &lines, prefix: "", childPrefix: "")
        return lines.joined(separator: "\n")
    }

    private func describe(into lines: inout [String], prefix: String, childPrefix: String) {
        lines.append(prefix + summary)
        for (index, child) in children.enumerated() {
            let isLast = index == children.count - 1
            child.describe(
                into: &lines,
                prefix: childPrefix + (isLast ? "└ " : "├ "),
                childPrefix: childPrefix + (isLast ? "  " : "│ ")
            )
        }
    }

    private var summary: String {
        let identity = id.map { " #\($0)" } ?? ""
        let offered = "\(Self.text(proposal.width)) × \(Self.text(proposal.height))"
        let answered = "\(Self.text(frame.width)) × \(Self.text(frame.height))"
        let place = "\(Self.text(frame.minX)), \(Self.text(frame.minY))"
        let hidden = isHidden ? " (hidden)" : ""
        return "\(name)\(identity) \(offered) → \(answered) at \(place)\(hidden)"
    }

    private static func text(_ value: CGFloat?) -> String {
        guard let value else { return "nil" }
        return JSONNumber.text(value)
    }
}
