import Foundation
import TestSupport
import Testing

@testable import FlowEngine

/// Boards of many chunks, whose lines `FlowIndex` breaks chunk by chunk.
@Suite struct `An index of many chunks` {
    /// The distribution of lengths.
    enum Board: CaseIterable {
        /// Whole lengths.
        case whole
        /// Lengths of text, in 1/1024.
        case text
        /// Equal lengths, whose lines are divided.
        case equal
        /// Two lengths, whose lines are added up.
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
        var random = SeededNumbers.printed(71 + number, for: "chunks, \(board)")
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
}
