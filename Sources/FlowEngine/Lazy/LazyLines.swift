internal import Foundation

/// The extents of a lazy container's lines: measured, or assumed to be the mean of the measured extents.
///
/// Only blocks with a measured line are stored, so that creating a container of a million lines takes no time.
struct LazyLines {
    /// The number of lines.
    let count: Int
    /// The distance between two lines, in points; nil uses the distance that the lines prefer.
    let spacing: Double?
    /// The blocks that were measured, in order.
    private var blocks: [Block] = []
    /// The number of lines that were measured.
    private(set) var measuredCount = 0
    /// The mean from earlier measurements, weighted like ``Mean/weight`` measured lines.
    private let prior: Mean

    /// A mean distance from one line to the next, and the number of lines that it counts as.
    struct Mean {
        var distance: Double
        var weight: Double

        /// The guess before anything is measured.
        static let guess = Mean(distance: 28, weight: 0)
    }

    /// A measured line.
    struct Line {
        /// Its length along the axis, in points.
        var extent: Double
        /// The distances that it prefers to keep before and after it, in points; `nil` means no preference.
        var before: Double?
        var after: Double?
    }

    private struct Block {
        let index: Int
        var lines: [Line?]
        var measuredCount = 0
        /// The sum of the distances from each measured line to the next one; nil if it has to be computed.
        var sum: Double?

        var start: Int { index * LazyLines.blockSize }
        var end: Int { start + lines.count }
    }

    private static let blockSize = 512

    init(count: Int, spacing: Double?, prior: Mean = .guess) {
        self.count = count
        self.spacing = spacing
        self.prior = prior
    }

    /// Whether every line was measured.
    var isComplete: Bool { measuredCount == count }

    /// Returns a line; nil if it was not measured.
    subscript(line: Int) -> Line? {
        guard let block = block(of: line) else { return nil }
        return blocks[block].lines[line - blocks[block].start]
    }

    /// Stores a measured line.
    ///
    /// - Complexity: O(blocks) if it is the first of a block, else O(log blocks).
    mutating func set(_ line: Int, _ measured: Line) {
        let place = makeBlock(of: line)
        let offset = line - blocks[place].start
        if blocks[place].lines[offset] == nil {
            blocks[place].measuredCount += 1
            measuredCount += 1
        }
        blocks[place].lines[offset] = measured
        blocks[place].sum = nil
        if offset == 0, line > 0, let previous = block(of: line - 1) { blocks[previous].sum = nil }
    }

    /// Returns the distance from the end of a line to the start of the next one, in points.
    func distance(after line: Int) -> Double {
        guard line + 1 < count else { return 0 }
        if let spacing { return spacing }
        let (after, before) = (self[line]?.after, self[line + 1]?.before)
        guard let after, let before else { return after ?? before ?? ViewSpacing.standardDistance }
        return max(after, before)
    }

    /// Returns the distance that a measured line is assumed to keep from the next line, which may not have been
    /// measured yet.
    func assumedDistance(after line: Int) -> Double { spacing ?? self[line]?.after ?? ViewSpacing.standardDistance }

    /// Returns the distance that a measured line is assumed to keep from the previous line, which may not have been
    /// measured yet.
    func assumedDistance(before line: Int) -> Double { spacing ?? self[line]?.before ?? ViewSpacing.standardDistance }

    /// The mean distance from one line to the next.
    mutating func mean() -> Mean {
        sumBlocks()
        let weight = Double(measuredCount) + prior.weight
        guard weight > 0 else { return prior }
        let sum = blocks.reduce(prior.distance * prior.weight) { $0 + ($1.sum ?? 0) }
        return Mean(distance: clampedToFinite(sum / weight), weight: weight)
    }

    /// The length of all lines with the distances between them.
    ///
    /// - Complexity: O(blocks + lines of a block).
    mutating func extent() -> Double {
        guard count > 0 else { return 0 }
        let all = offset(of: count)
        // The estimate for a line includes the distance to the next line, which the last line doesn't have.
        let isLastMeasured = self[count - 1] != nil
        return isLastMeasured ? all : max(all - (spacing ?? ViewSpacing.standardDistance), 0)
    }

    /// Returns the distance of a line from the start, in points.
    ///
    /// - Complexity: O(blocks + lines of a block).
    mutating func offset(of line: Int) -> Double {
        let mean = mean().distance
        var sum = 0.0
        var measured = 0
        for block in blocks {
            guard block.end > line else {
                sum += block.sum ?? 0
                measured += block.measuredCount
                continue
            }
            for index in block.start..<max(line, block.start) {
                guard let extent = block.lines[index - block.start]?.extent else { continue }
                sum += extent + distance(after: index)
                measured += 1
            }
            break
        }
        return clampedToFinite(sum + Double(line - measured) * mean)
    }

    /// Returns the line at a distance from the start; past the end, the last line.
    ///
    /// - Complexity: O(blocks + lines of a block).
    mutating func line(at offset: Double) -> Int {
        let mean = mean().distance
        var (line, start) = (0, 0.0)
        for block in blocks {
            let estimated = Double(block.start - line) * mean
            if start + estimated > offset {
                return line + wholeNumber((offset - start) / mean, below: block.start - line)
            }
            start += estimated
            let unmeasured = Double(block.lines.count - block.measuredCount) * mean
            let length = (block.sum ?? 0) + unmeasured
            if start + length > offset { return self.line(at: offset - start, of: block, mean) }
            start += length
            line = block.end
        }
        guard line < count else { return max(count - 1, 0) }
        return line + wholeNumber((offset - start) / mean, below: count - line)
    }

    private func line(at offset: Double, of block: Block, _ mean: Double) -> Int {
        var start = 0.0
        for index in block.start..<block.end {
            let extent = block.lines[index - block.start]?.extent
            start += extent.map { $0 + distance(after: index) } ?? mean
            if start > offset { return index }
        }
        return block.end - 1
    }

    /// Computes the sums of blocks that changed.
    private mutating func sumBlocks() {
        for place in blocks.indices where blocks[place].sum == nil {
            var sum = 0.0
            for (offset, line) in blocks[place].lines.enumerated() {
                guard let line else { continue }
                sum += line.extent + distance(after: blocks[place].start + offset)
            }
            blocks[place].sum = clampedToFinite(sum)
        }
    }

    /// Returns the index of a line's block; nil if no line in the block was measured.
    private func block(of line: Int) -> Int? {
        let place = place(ofBlock: line / Self.blockSize)
        guard place < blocks.count, blocks[place].index == line / Self.blockSize else { return nil }
        return place
    }

    /// Returns the index of the first block that isn't before a given block.
    private func place(ofBlock index: Int) -> Int {
        var (low, high) = (0, blocks.count)
        while low < high {
            let middle = (low + high) / 2
            if blocks[middle].index < index { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private mutating func makeBlock(of line: Int) -> Int {
        let index = line / Self.blockSize
        let place = place(ofBlock: index)
        if place < blocks.count, blocks[place].index == index { return place }
        let lines = min(Self.blockSize, count - index * Self.blockSize)
        blocks.insert(Block(index: index, lines: Array(repeating: nil, count: lines)), at: place)
        return place
    }
}

/// Returns a number rounded down to a whole one from 0 to below a limit; 0 for NaN.
func wholeNumber(_ number: Double, below limit: Int) -> Int {
    guard number > 0 else { return 0 }
    return number < Double(limit) ? Int(number) : max(limit - 1, 0)
}
