internal import Foundation

/// How the lines of very many chunks are broken at once.
///
/// Where a line starts depends on where the one before ended, so that a processor mostly waits. The
/// chunks are therefore cut into stretches. Each core walks four of them in turns, a line of each, and
/// the four do not wait for each other. All stretches but the first start on a guess: that a line
/// starts where they do. Lines that start apart soon meet, so only the first few of a stretch can be
/// wrong; these are broken again.
extension ChunkBreaker {
    /// How many stretches a core walks in turns.
    private static let lanes = 4
    /// How many cores there are; to ask costs more than to break the lines of 10,000 items.
    private static let cores = ProcessInfo.processInfo.activeProcessorCount
    /// How many chunks a core should have at least.
    private static let worthwhile = 64

    /// Returns the lines of all chunks.
    ///
    /// - Complexity: O(lines) for chunks with rulers and items of one depth, else O(items).
    func allLines() -> [ChunkLines] {
        guard chunks.count > 3 * Self.lanes, chunks.allSatisfy(\.isLevel) else {
            var carry = 0
            return chunks.indices.map { chunk in
                let lines = self.lines(of: chunk, carry: carry)
                carry = lines.overshoot
                return lines
            }
        }
        let teams = max(min(Self.cores, chunks.count / Self.worthwhile), 1)
        let stretch = chunks.count / (teams * Self.lanes)
        var lines = guessedLines(teams: teams, stretch: stretch)
        repair(&lines, stretch: stretch)
        return lines
    }

    /// Returns the lines of all stretches as if a line started with each.
    private func guessedLines(teams: Int, stretch: Int) -> [ChunkLines] {
        let walked = teams * Self.lanes * stretch
        return unsafe [ChunkLines](unsafeUninitializedCapacity: chunks.count) { buffer, count in
            unsafe buffer.initialize(repeating: ChunkLines())
            count = chunks.count
            // Safe: each team writes the lines of its own chunks only.
            nonisolated(unsafe) let shared = unsafe buffer
            DispatchQueue.concurrentPerform(iterations: teams) { team in
                unsafe walk(from: team * Self.lanes * stretch, stretch: stretch, into: shared)
            }
            var carry = unsafe buffer[walked - 1].overshoot
            for chunk in walked..<chunks.count {
                let lines = self.lines(of: chunk, carry: carry)
                unsafe buffer[chunk] = lines
                carry = lines.overshoot
            }
        }
    }

    /// Breaks four stretches in turns.
    private func walk(
        from first: Int,
        stretch: Int,
        into lines: UnsafeMutableBufferPointer<ChunkLines>
    ) {
        var carries = InlineArray<4, Int>(repeating: 0)
        for row in first..<(first + stretch) {
            let places: InlineArray<4, Int> = [
                row, row + stretch, row + 2 * stretch, row + 3 * stretch,
            ]
            let walks = walks(places, carries)
            for lane in 0..<Self.lanes {
                let place = places[lane]
                let found = resumed(place, walks?[lane], carry: carries[lane])
                unsafe lines[place] = found
                carries[lane] = found.overshoot
            }
        }
    }

    /// Returns the lines of a chunk that was walked most of the way.
    private func resumed(_ chunk: Int, _ start: RulerWalk?, carry: Int) -> ChunkLines {
        guard var walk = start, let ruler = chunks[chunk].ruler, let depth = chunks[chunk].depth
        else { return lines(of: chunk, carry: carry) }
        ruler.walkOn(&walk, reach: reach)
        return lines(of: chunk, ruler, walk, entry: carry, depth: depth)
    }

    /// Breaks the lines again that start on a wrong guess.
    private func repair(_ lines: inout [ChunkLines], stretch: Int) {
        for start in Swift.stride(from: stretch, to: chunks.count, by: stretch) {
            var chunk = start
            var carry = lines[start - 1].overshoot
            while chunk < chunks.count, !lines[chunk].fits(carry, chunks[chunk].count) {
                lines[chunk] = self.lines(of: chunk, carry: carry)
                carry = lines[chunk].overshoot
                chunk += 1
            }
        }
    }

    /// Walks four chunks in turns, as far as no line reaches the end of one; nil if that is not far.
    private func walks(
        _ places: InlineArray<4, Int>,
        _ carries: InlineArray<4, Int>
    ) -> InlineArray<4, RulerWalk>? {
        guard let shift = chunks[places[0]].ruler?.marks?.shift,
            var first = walk(places[0], carries[0], shift),
            var second = walk(places[1], carries[1], shift),
            var third = walk(places[2], carries[2], shift),
            var fourth = walk(places[3], carries[3], shift)
        else { return nil }
        var count = 0
        while first.goesOn, second.goesOn, third.goesOn, fourth.goesOn {
            first.leap(reach: reach, shift: shift)
            second.leap(reach: reach, shift: shift)
            third.leap(reach: reach, shift: shift)
            fourth.leap(reach: reach, shift: shift)
            count &+= 1
        }
        return [
            RulerWalk(first, count: count), RulerWalk(second, count: count),
            RulerWalk(third, count: count), RulerWalk(fourth, count: count),
        ]
    }

    /// Returns a walk along the marks of a chunk.
    @inline(__always)
    private func walk(_ chunk: Int, _ position: Int, _ shift: Int32) -> MarkedWalk? {
        guard position < chunks[chunk].count, let ruler = chunks[chunk].ruler,
            let marks = ruler.marks, marks.shift == shift
        else { return nil }
        return MarkedWalk(ruler, marks, from: position, reach: reach)
    }
}
