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
        var carries = SIMD4(repeating: 0)
        for row in first..<(first + stretch) {
            let places = SIMD4(row, row + stretch, row + 2 * stretch, row + 3 * stretch)
            let walked = walked(places, carries)
            for lane in 0..<Self.lanes {
                let place = places[lane]
                let found =
                    walked.map { counted(place, $0.counts[lane], $0.items[lane], carries[lane]) }
                    ?? self.lines(of: place, carry: carries[lane])
                unsafe lines[place] = found
                carries[lane] = found.overshoot
            }
        }
    }

    /// Returns the lines of a chunk that were counted up to the one that reaches its end.
    ///
    /// - Parameters:
    ///   - chunk: The chunk.
    ///   - count: How many lines end within it.
    ///   - item: The item that starts the next line.
    ///   - entry: The item that starts the first line.
    /// - Returns: The lines, without the length of the longest.
    private func counted(_ chunk: Int, _ count: Int, _ item: Int, _ entry: Int) -> ChunkLines {
        let last = line(inChunk: chunk, at: item)
        var lines = ChunkLines(entry: entry, count: count + 1, longest: nil)
        lines.advance.add((chunks[chunk].depth ?? 0) + metrics.plainLineSpacing, times: count)
        lines.advance.add(last.depth + metrics.plainLineSpacing)
        lines.overshoot = item + last.count - chunks[chunk].count
        return lines
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

    /// How far four walks came: the lines that they went past, and where the next ones start.
    private struct Walked {
        var counts = SIMD4(repeating: 0)
        var items = SIMD4(repeating: 0)
    }

    /// Walks four chunks in turns, up to the lines that reach their ends; nil if one needs more.
    private func walked(_ places: SIMD4<Int>, _ carries: SIMD4<Int>) -> Walked? {
        for lane in 0..<Self.lanes {
            let place = places[lane]
            guard chunks[place].widest <= reach, chunks[place].depth != nil,
                carries[lane] < chunks[place].count
            else { return nil }
        }
        return unsafe withWalk(places[0], carries[0]) { first in
            unsafe withWalk(places[1], carries[1]) { second in
                unsafe withWalk(places[2], carries[2]) { third in
                    unsafe withWalk(places[3], carries[3]) { fourth in
                        unsafe leap((first, second, third, fourth))
                    }
                }
            }
        }
    }

    /// Lends the walk along a chunk's marks to a function.
    @inline(__always)
    private func withWalk<Value>(
        _ chunk: Int,
        _ position: Int,
        _ body: (MarkedWalk) -> Value?
    ) -> Value? {
        unsafe chunks[chunk]
            .withMarks { starts, firsts in
                unsafe body(MarkedWalk(starts, firsts, from: position, reach: reach))
            }
    }

    /// Makes four walks in turns.
    private func leap(_ walks: (MarkedWalk, MarkedWalk, MarkedWalk, MarkedWalk)) -> Walked {
        var (first, second, third, fourth) = unsafe walks
        var together = 0
        while unsafe first.goesOn && second.goesOn && third.goesOn && fourth.goesOn {
            unsafe first.leap(reach: reach, shift: markShift)
            unsafe second.leap(reach: reach, shift: markShift)
            unsafe third.leap(reach: reach, shift: markShift)
            unsafe fourth.leap(reach: reach, shift: markShift)
            together &+= 1
        }
        var walked = Walked()
        (walked.counts.x, walked.items.x) = unsafe finished(&first, after: together)
        (walked.counts.y, walked.items.y) = unsafe finished(&second, after: together)
        (walked.counts.z, walked.items.z) = unsafe finished(&third, after: together)
        (walked.counts.w, walked.items.w) = unsafe finished(&fourth, after: together)
        return walked
    }

    /// Makes the rest of a walk alone; returns its number of lines, and the item that it stands at.
    @inline(__always)
    private func finished(_ walk: inout MarkedWalk, after count: Int) -> (Int, Int) {
        var count = count
        while unsafe walk.goesOn {
            unsafe walk.leap(reach: reach, shift: markShift)
            count &+= 1
        }
        return unsafe (count, count > 0 ? walk.item(shift: markShift) : walk.entry)
    }
}
