import Foundation
import TestSupport
import Testing

@testable import FlowEngine

@Suite struct `An index gives what arrange gives` {
    /// How lengths are drawn: whole, on the ruler's grid, off it, uneven in depth, hostile.
    enum Lengths: CaseIterable { case whole, quarters, arbitrary, level, equal, hostile }

    func size(_ kind: Lengths, _ random: inout SeededNumbers) -> CGSize {
        switch kind {
        case .whole:
            return CGSize(width: Int.random(in: 0...90, using: &random), height: Int.random(in: 0...30, using: &random))
        case .quarters:
            return CGSize(
                width: Double(Int.random(in: 0...400, using: &random)) / 4,
                height: Double(Int.random(in: 0...80, using: &random)) / 4)
        case .arbitrary:
            return CGSize(
                width: Double.random(in: 0...90, using: &random), height: Double.random(in: 0...30, using: &random))
        case .level: return CGSize(width: Int.random(in: 10...90, using: &random), height: 20)
        case .equal: return CGSize(width: 30, height: 20)
        case .hostile:
            let values = [Double.nan, .infinity, -1, 0, 1e308, 1e-308, 30, 700]
            return CGSize(width: random.pick(values), height: random.pick(values))
        }
    }

    /// Sizes of separators: none twice as often, whole, off the grid, deep, and hostile.
    static let separators: [CGSize?] = [
        nil, nil, CGSize(width: 1, height: 12), CGSize(width: 0.1, height: 0.3), CGSize(width: 3, height: 50),
        CGSize(width: CGFloat.infinity, height: 2), CGSize(width: 2, height: CGFloat.infinity),
        CGSize(width: CGFloat.nan, height: -1), CGSize(width: 1e308, height: 1e308),
    ]

    func layout(_ random: inout SeededNumbers) -> FlowLayout {
        FlowLayout(
            axis: random.flip(4) ? .vertical : .horizontal, alignment: random.pick(FlowAlignment.allCases),
            lineAlignment: random.pick(FlowLineAlignment.allCases), spacing: random.pick([nil, 0, 8, 2.5, 0.1]),
            lineSpacing: random.pick([nil, 0, 8, 0.3]), separator: random.pick(Self.separators),
            lineSeparator: random.pick(Self.separators), lineBreaking: random.flip(10) ? .balanced : .greedy,
            maxItemsPerLine: random.flip(5) ? Int.random(in: 1...9, using: &random) : nil,
            minLines: random.pick([1, 3, 50]), justified: random.flip(5), maxLines: random.flip(10) ? 3 : nil,
            verticalDirection: random.pick(VerticalDirection.allCases))
    }

    @Test(arguments: Lengths.allCases) func `after 1,000 random edits and resizes`(_ kind: Lengths) {
        let number = UInt64(Lengths.allCases.firstIndex(of: kind) ?? 0)
        var random = SeededNumbers.printed(31 + number, for: "FlowIndex after edits, \(kind)")
        for round in 0..<2 { edit(kind, round, &random) }
    }

    func edit(_ kind: Lengths, _ round: Int, _ random: inout SeededNumbers) {
        var sizes = (0..<random.pick([0, 40, 300, 900])).map { _ in size(kind, &random) }
        var index = FlowIndex(
            sizes, layout: layout(&random), containerLength: 300,
            layoutDirection: random.pick(LayoutDirection.allCases), capacity: random.pick([4, 16, 64, 1_024]))
        for step in 1...1_000 {
            switch Int.random(in: 0..<20, using: &random) {
            case 0: index.containerLength = random.pick([0, 1, 90, 300, 301, 999.9, 5_000, .infinity])
            case 1...7 where !sizes.isEmpty:
                let place = Int.random(in: sizes.indices, using: &random)
                sizes[place] = size(kind, &random)
                index[place] = sizes[place]
            case 8...13 where !sizes.isEmpty:
                let place = Int.random(in: sizes.indices, using: &random)
                index.remove(at: place)
                sizes.remove(at: place)
            default:
                let place = Int.random(in: 0...sizes.count, using: &random)
                sizes.insert(size(kind, &random), at: place)
                index.insert(sizes[place], at: place)
            }
            guard step % 100 == 0 else { continue }
            index.expectArranged(sizes, "seed \(random.seed), round \(round), step \(step)")
        }
    }
}
