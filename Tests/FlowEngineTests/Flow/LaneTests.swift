import Foundation
import TestSupport
import Testing

@testable import FlowEngine

/// Boards of enough chunks to be walked side by side.
@Suite struct `Chunks that are walked side by side` {
    /// The distribution of lengths, and its effect on the walk.
    enum Board: CaseIterable {
        /// Whole lengths.
        case whole
        /// Lengths of text, in 1/1024.
        case text
        /// Lines that start apart never meet, so that every guess is wrong.
        case equal
        /// The same of chips of two lengths, whose chunks are not divided but added up.
        case alternating
        /// Several items have no length, and spacing is 0.
        case empty
        /// Every hundred items have another depth.
        case terraced

        var spacing: CGFloat { self == .empty ? 0 : 8 }

        func size(_ index: Int, _ random: inout SeededNumbers) -> CGSize {
            switch self {
            case .whole: CGSize(width: Int.random(in: 20...120, using: &random), height: 20)
            case .text: CGSize(width: Double(Int.random(in: 1...120_000, using: &random)) / 1_024, height: 20)
            case .equal: CGSize(width: 37, height: 20)
            case .alternating: CGSize(width: index % 2 == 0 ? 37 : 41, height: 20)
            case .empty: CGSize(width: Int.random(in: 0...3, using: &random) * 20, height: 20)
            case .terraced:
                CGSize(width: Double(Int.random(in: 20...120, using: &random)), height: Double(20 + index / 100 % 3))
            }
        }
    }

    /// Edits that leave the chunks, that give one another length, and that split and join them.
    func edit(_ index: inout FlowIndex, _ sizes: inout [CGSize], _ random: inout SeededNumbers) {
        let place = Int.random(in: sizes.indices, using: &random)
        let width = Double(Int.random(in: 20...120, using: &random))
        let size = CGSize(width: width, height: sizes[place].height)
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
            for _ in 0..<40 {
                sizes.remove(at: min(place, sizes.count - 1))
                index.remove(at: min(place, index.count - 1))
            }
        case 1:
            for _ in 0..<40 {
                sizes.insert(size, at: place)
                index.insert(size, at: place)
            }
        case 2:
            sizes.insert(size, at: place)
            index.insert(size, at: place)
        default:
            sizes[place] = size
            index[place] = size
        }
    }

    @Test(arguments: Board.allCases) func `equal arrange at every width and after edits`(_ board: Board) {
        let number = UInt64(Board.allCases.firstIndex(of: board) ?? 0)
        var random = SeededNumbers.printed(71 + number, for: "lanes, \(board)")
        var sizes = (0..<2_000).map { board.size($0, &random) }
        var index = FlowIndex(
            sizes, layout: FlowLayout(spacing: board.spacing), containerLength: 300, layoutDirection: .leftToRight,
            capacity: 50)
        for step in 0..<12 {
            index.expectArranged(sizes, "seed \(random.seed), step \(step)")
            if step % 3 == 2 { edit(&index, &sizes, &random) }
            index.containerLength = random.pick([121, 128, 299, 300.5, 640, 1_000, 60, 1e6])
        }
    }

    @Test func `are found by lanes, or not at all`() {
        var random = SeededNumbers.printed(7, for: "lanes")
        let metrics = FlowMetrics(FlowLayout(), direction: .leftToRight)
        func found(_ width: Double, _ size: () -> CGSize) -> Bool {
            let chunks = (0..<20).map { _ in FlowChunk((0..<50).map { _ in size() }) }
            var lines = Array(repeating: FlowChunk.Lines(), count: chunks.count)
            return LaneTable(chunks, metrics).walk(limit: width, spacing: 8, &lines) != nil
        }
        #expect(found(300) { Board.whole.size(0, &random) })
        #expect(found(300) { Board.text.size(0, &random) })
        #expect(!found(60) { Board.whole.size(0, &random) }, "An item is longer than the container.")
        #expect(!found(1e5) { Board.whole.size(0, &random) }, "A line is longer than a chunk.")
        #expect(!found(300) { CGSize(width: 20.1, height: 20) }, "Lengths are not whole units.")
        #expect(!found(300) { CGSize(width: 20, height: .random(in: 1...9, using: &random)) })
    }
}
