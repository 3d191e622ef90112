internal import Foundation

/// An iterator over the lines of an index, starting at a given line.
struct LineIterator: IteratorProtocol {
    private let breaker: ChunkBreaker
    private var chunk: Int
    /// The offset in the chunk at which the next line starts.
    private var position: Int
    /// The index of the first item of the next line.
    private var item: Int
    /// The offset of the next line across.
    private var offset: ExactSum

    /// Starts at or before the line of an item.
    init(_ index: FlowIndex, item: Int) { self.init(index) { chunk, first, _ in first + chunk.entry <= item } }

    /// Starts at or before the line at an offset.
    init(_ index: FlowIndex, offset: Double) { self.init(index) { $2.value <= offset } }

    /// Starts at the first line of the last chunk for which a condition holds.
    private init(_ index: FlowIndex, where holds: (FlowChunk.Lines, Int, ExactSum) -> Bool) {
        breaker = index.breaker
        chunk = index.chunks.count
        item = 0
        position = 0
        offset = ExactSum()
        var first = 0
        var sum = ExactSum()
        let (lines, chunks) = (index.lines.span, index.chunks.span)
        for place in lines.indices {
            if lines[place].count > 0 {
                guard first == 0 || holds(lines[place], first, sum) else { break }
                chunk = place
                position = lines[place].entry
                item = first + position
                offset = sum
            }
            first += chunks[place].count
            sum.add(lines[place].advance)
        }
    }

    /// Returns the next line; nil after the last.
    ///
    /// - Complexity: O(items of the line).
    mutating func next() -> LocatedLine? {
        guard chunk < breaker.chunks.count else { return nil }
        let line = breaker.line(inChunk: chunk, at: position)
        let start = item
        let place = (chunk, position)
        defer {
            item += line.count
            position += line.count
            offset.add(line.depth + breaker.metrics.plainLineSpacing)
            while chunk < breaker.chunks.count, position >= breaker.chunks[chunk].count {
                position -= breaker.chunks[chunk].count
                chunk += 1
            }
        }
        let found = FlowLine(
            items: start..<start + line.count, length: line.length, depth: line.depth, offset: offset.value)
        return LocatedLine(line: found, chunk: place.0, position: place.1)
    }
}

/// A line of an index, and the location of its first item.
struct LocatedLine {
    let line: FlowLine
    let chunk: Int
    let position: Int
}
