internal import Foundation

/// The lines of an index, one after the other, from one that is asked for.
struct LineWalk {
    private let breaker: ChunkBreaker
    private var chunk: Int
    /// Where the next line starts in the chunk.
    private var position: Int
    /// The item that the next line starts with.
    private var item: Int
    /// The offset of the next line.
    private var offset: ExactSum

    /// Starts at a line that is not after an item.
    init(_ index: FlowIndex, item: Int) {
        self.init(index) { chunk, first, _ in first + chunk.entry <= item }
    }

    /// Starts at a line that is not after an offset.
    init(_ index: FlowIndex, offset: Double) {
        self.init(index) { $2.value <= offset }
    }

    /// Starts at the last chunk with lines for which a condition holds.
    private init(_ index: FlowIndex, where holds: (ChunkLines, Int, ExactSum) -> Bool) {
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
    mutating func next() -> WalkedLine? {
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
            items: start..<start + line.count,
            length: line.length,
            depth: line.depth,
            offset: offset.value
        )
        return WalkedLine(line: found, chunk: place.0, position: place.1)
    }
}

/// A line of an index, and where its first item is kept.
struct WalkedLine {
    let line: FlowLine
    let chunk: Int
    let position: Int
}
