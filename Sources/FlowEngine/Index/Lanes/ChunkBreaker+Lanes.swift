extension ChunkBreaker {
    /// Returns the lines of all chunks.
    ///
    /// - Parameter lanes: The tables that stand for the chunks.
    /// - Returns: The lines that start in each chunk.
    /// - Complexity: O(items); chunks with rulers and items of one depth are walked side by side.
    func allLines(_ lanes: inout FlowLanes) -> [ChunkLines] {
        var lines = [ChunkLines](repeating: ChunkLines(longest: nil), count: chunks.count)
        guard let doubtful = lanes.walk(chunks, reach: reach, &lines) else {
            breakLines(of: chunks.indices, carry: 0, &lines)
            return lines
        }
        for chunk in 0..<(chunks.count - 2) { complete(chunk, &lines) }
        for chunk in doubtful { repair(from: chunk, &lines) }
        let rest = (chunks.count - 2)..<chunks.count
        breakLines(of: rest, carry: lines[rest.lowerBound].entry, &lines)
        return lines
    }

    /// Breaks the lines of some chunks one after the other.
    private func breakLines(of places: Range<Int>, carry: Int, _ lines: inout [ChunkLines]) {
        var carry = carry
        for chunk in places {
            lines[chunk] = self.lines(of: chunk, carry: carry)
            carry = lines[chunk].overshoot
        }
    }

    /// Completes the lines of a chunk that were counted; no line is longer than the chunk.
    private func complete(_ chunk: Int, _ lines: inout [ChunkLines]) {
        let overshoot = lines[chunk + 1].entry
        let depth = chunks[chunk].depth ?? 0
        let last = overshoot > 0 ? max(depth, chunks[chunk + 1].depth ?? 0) : depth
        lines[chunk].overshoot = overshoot
        lines[chunk].advance.add(depth + metrics.plainLineSpacing, times: lines[chunk].count - 1)
        lines[chunk].advance.add(last + metrics.plainLineSpacing)
    }

    /// Breaks the lines again that start on a wrong guess, or reach to where one does.
    private func repair(from start: Int, _ lines: inout [ChunkLines]) {
        var chunk = start - 1
        var carry = lines[chunk].entry
        repeat {
            lines[chunk] = self.lines(of: chunk, carry: carry)
            carry = lines[chunk].overshoot
            chunk += 1
        } while chunk < chunks.count && !lines[chunk].fits(carry, chunks[chunk].count)
    }
}
