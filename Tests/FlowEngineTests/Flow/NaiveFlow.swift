import Foundation

@testable import FlowEngine

/// The flow as one would write it down, without any thought of speed.
struct NaiveFlow {
    let items: [CGSize]
    let limit: Double
    let spacing: Double
    let lineSpacing: Double

    func length(_ line: Range<Int>) -> Double {
        line.reduce(0) { $0 + items[$1].width } + spacing * Double(max(line.count - 1, 0))
    }

    func fits(_ line: Range<Int>) -> Bool { line.count <= 1 || length(line) <= limit + 1e-6 }

    /// The lines that first fit makes.
    var greedy: [Range<Int>] {
        var lines: [Range<Int>] = []
        var start = 0
        for index in items.indices where !fits(start..<index + 1) {
            lines.append(start..<index)
            start = index
        }
        if !items.isEmpty { lines.append(start..<items.count) }
        return lines
    }

    /// All ways to divide the items into so many lines that fit.
    func divisions(into count: Int, from start: Int = 0) -> [[Range<Int>]] {
        if count == 0 { return start == items.count ? [[]] : [] }
        guard start < items.count else { return [] }
        return (start + 1...items.count).filter { fits(start..<$0) }
            .flatMap { end in divisions(into: count - 1, from: end).map { [start..<end] + $0 } }
    }

    func cost(_ lines: [Range<Int>]) -> Double { lines.reduce(0) { $0 + length($1) * length($1) } }

    /// The least sum of squared lengths that as many lines as first fit makes can have.
    var leastCost: Double { divisions(into: greedy.count).map(cost).min() ?? 0 }

    /// The frames of items on the given lines, from the upper left corner.
    func frames(_ lines: [Range<Int>]) -> [CGRect] {
        var frames: [CGRect] = []
        var y = 0.0
        for line in lines {
            var x = 0.0
            for index in line {
                frames.append(CGRect(origin: CGPoint(x: x, y: y), size: items[index]))
                x += items[index].width + spacing
            }
            y += (line.map { items[$0].height }.max() ?? 0) + lineSpacing
        }
        return frames
    }
}
