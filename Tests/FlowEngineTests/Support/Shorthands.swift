import Foundation

@testable import FlowEngine

/// Sizes from pairs of numbers.
func sizes(_ pairs: (Double, Double)...) -> [CGSize] {
    pairs.map { CGSize(width: $0.0, height: $0.1) }
}

/// Some boxes of one size.
func boxes(_ count: Int, _ width: Double, _ height: Double) -> [CGSize] {
    Array(repeating: CGSize(width: width, height: height), count: count)
}

/// A frame from four numbers.
func rect(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> CGRect {
    CGRect(x: x, y: y, width: width, height: height)
}

/// A proposal of a width alone.
func wide(_ width: Double) -> ProposedViewSize {
    ProposedViewSize(width: width, height: nil)
}

extension PlacedNode {
    /// The frames of the nodes inside, in order.
    var frames: [CGRect] { children.map(\.frame) }
}

extension FlowArrangement {
    /// The left edges of the frames.
    var xs: [Double] { frames.map { $0.minX.native } }
    /// The upper edges of the frames.
    var ys: [Double] { frames.map { $0.minY.native } }
}

/// A node that counts what it is asked, by proposal.
final class Counter {
    private(set) var questions: [String: Int] = [:]

    /// A box that counts its questions under a name.
    func box(_ name: String, _ answer: @escaping (ProposedViewSize) -> CGSize) -> Box {
        Box { proposal in
            self.questions["\(name) \(proposal)", default: 0] += 1
            return answer(proposal)
        }
    }

    /// The greatest number of times that a box was asked the same.
    var most: Int { questions.values.max() ?? 0 }
    /// The number of questions.
    var total: Int { questions.values.reduce(0, +) }
}
