import Foundation
import TestSupport

@testable import FlowEngine

/// The elements of a lazy list whose closure counts its calls.
final class CountedElements {
    /// How often the closure was called for each element, by its number.
    private(set) var calls: [Int: Int] = [:]

    /// The number of calls.
    var total: Int { calls.values.reduce(0, +) }

    /// Forgets the calls so far.
    func forget() { calls = [:] }

    /// Elements with numbers; each becomes a node.
    func forEach(_ numbers: some RandomAccessCollection<Int>, _ node: @escaping (Int) -> Box) -> ForEach {
        ForEach(numbers, id: \.self) { number in
            self.calls[number, default: 0] += 1
            return [node(number)]
        }
    }
}

extension LayoutTree {
    /// The container inside the scroll view that is the root.
    func content(_ proposal: ProposedViewSize, _ rect: CGRect) -> PlacedNode {
        layout(in: proposal, showing: rect).children[0]
    }
}

extension PlacedNode {
    /// The frames of the nodes inside that have a number as their identity.
    var numbered: [Int: CGRect] {
        children.reduce(into: [:]) { frames, node in
            if let number = node.id?.base as? Int { frames[number] = node.frame }
        }
    }
}

extension CGRect {
    /// Returns whether all numbers of two rectangles are equal but for rounding.
    func isClose(to other: CGRect) -> Bool {
        zip([minX, minY, width, height], [other.minX, other.minY, other.width, other.height])
            .allSatisfy { abs($0 - $1) <= 1e-6 * max(abs($0), 1) }
    }
}
