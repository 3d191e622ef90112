import Foundation
import TestSupport

@testable import FlowEngine

/// Sizes from pairs of numbers.
func sizes(_ pairs: (Double, Double)...) -> [CGSize] { pairs.map { CGSize(width: $0.0, height: $0.1) } }

/// Boxes of one size.
func boxes(_ count: Int, _ width: Double, _ height: Double) -> [CGSize] {
    Array(repeating: CGSize(width: width, height: height), count: count)
}

/// A frame from four numbers.
func rect(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> CGRect {
    CGRect(x: x, y: y, width: width, height: height)
}

/// A proposal of a width alone.
func wide(_ width: Double) -> ProposedViewSize { ProposedViewSize(width: width, height: nil) }

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

/// A node that counts its calls by proposal.
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

extension SeededNumbers {
    /// The numbers of a seed from the environment (`TAGFLOW_SEED`), else of the one that is committed.
    static func printed(_ fallback: UInt64, for test: String) -> SeededNumbers {
        let given = ProcessInfo.processInfo.environment["TAGFLOW_SEED"].flatMap { UInt64($0) }
        let seed = given ?? fallback
        print("\(test): seed \(seed)")
        return SeededNumbers(seed: seed)
    }

    mutating func flip(_ odds: Int = 2) -> Bool { Int.random(in: 0..<odds, using: &self) == 0 }

    mutating func pick<Value>(_ values: [Value]) -> Value { values[Int.random(in: values.indices, using: &self)] }
}

/// Reads fixtures of this target: a JSON value a line.
enum Fixtures {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Fixtures/FlowEngine")

    /// Returns the lines of a file, the first one apart.
    static func lines<Line: Decodable>(_ name: String, as: Line.Type) throws -> (String, [Line]) {
        let data = try Data(contentsOf: folder.appending(path: name))
        let lines = data.split(separator: UInt8(ascii: "\n"))
        let decoder = JSONDecoder()
        let cases = try lines.dropFirst().map { try decoder.decode(Line.self, from: $0) }
        return (String(decoding: lines.first ?? Data(), as: UTF8.self), cases)
    }
}
