internal import Foundation

/// Breaks the lines of an index, chunk by chunk.
struct ChunkBreaker: Sendable {
    let chunks: [FlowChunk]
    let metrics: FlowMetrics
    /// The length of the container.
    let limit: Double

    init(_ chunks: [FlowChunk], _ metrics: FlowMetrics, limit: Double) {
        self.chunks = chunks
        self.metrics = metrics
        self.limit = limit
    }

    /// Returns the lines that start in a chunk.
    ///
    /// - Parameters:
    ///   - chunk: The chunk.
    ///   - carry: The number of items at its start that are on a line of an earlier chunk.
    /// - Returns: The lines.
    func lines(of chunk: Int, carry: Int) -> FlowChunk.Lines {
        let count = chunks[chunk].count
        if carry >= count { return FlowChunk.Lines(entry: count, overshoot: carry - count) }
        return chunks[chunk].isUniform ? linesByDivision(chunk, from: carry) : linesByAddition(chunk, from: carry)
    }

    /// Returns the lines of a chunk, by adding lengths up.
    private func linesByAddition(_ chunk: Int, from entry: Int) -> FlowChunk.Lines {
        var lines = FlowChunk.Lines(entry: entry)
        var position = entry
        while position < chunks[chunk].count {
            let line = line(inChunk: chunk, at: position)
            lines.count += 1
            lines.advance.add(line.depth + metrics.plainLineSpacing)
            lines.longest = max(lines.longest, line.length)
            position += line.count
        }
        lines.overshoot = position - chunks[chunk].count
        return lines
    }

    /// Returns the lines of a chunk whose items all have the same size; every line but the last has as many items as
    /// the first.
    ///
    /// - Complexity: O(items of a line).
    private func linesByDivision(_ chunk: Int, from entry: Int) -> FlowChunk.Lines {
        let first = line(inChunk: chunk, at: entry)
        // The last line is computed separately, because it may continue with smaller items of the next chunk.
        let closed = (chunks[chunk].count - entry - 1) / first.count
        let start = entry + closed * first.count
        let last = closed > 0 ? line(inChunk: chunk, at: start) : first
        var lines = FlowChunk.Lines(entry: entry, count: closed + 1)
        lines.advance.add(first.depth + metrics.plainLineSpacing, times: closed)
        lines.advance.add(last.depth + metrics.plainLineSpacing)
        lines.longest = max(first.length, last.length)
        lines.overshoot = start + last.count - chunks[chunk].count
        return lines
    }

    /// Returns the line that starts at an item, by adding lengths up in the same order as `FlowLayout.arrange`.
    ///
    /// - Complexity: O(items of the line).
    func line(inChunk chunk: Int, at offset: Int) -> (count: Int, length: Double, depth: Double) {
        var line = OpenLine(start: 0, metrics, chunks[chunk].sizes[offset])
        var count = 1
        var (chunk, next) = (chunk, offset + 1)
        while fill(&line, from: chunk, next, &count), chunk + 1 < chunks.count { (chunk, next) = (chunk + 1, 0) }
        return (count, clampedToFinite(line.length), line.depth)
    }

    /// Appends the items of a chunk to a line, starting at index `first`; returns false at the first item that doesn't
    /// fit.
    private func fill(_ line: inout OpenLine, from chunk: Int, _ first: Int, _ count: inout Int) -> Bool {
        let fitting = limit + FlowMetrics.tolerance
        let (spacing, maxItems) = (metrics.plainSpacing, metrics.maxItemsPerLine)
        for index in first..<max(chunks[chunk].count, first) {
            let size = chunks[chunk].sizes[index]
            let length = line.length + spacing + metrics.length(of: size)
            guard length <= fitting, count < maxItems else { return false }
            line.extend(to: length, metrics, size)
            count += 1
        }
        return true
    }
}

extension ChunkBreaker {
    /// Returns the lines that start in each chunk.
    ///
    /// - Complexity: O(items).
    func allLines() -> [FlowChunk.Lines] {
        var carry = 0
        return chunks.indices.map { chunk in
            let lines = lines(of: chunk, carry: carry)
            carry = lines.overshoot
            return lines
        }
    }
}
