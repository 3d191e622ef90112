/// Following rules between tags.
extension StoreReader {
    /// Returns the tags on a way along rules from one tag to another, both included; `nil` if there is none.
    ///
    /// A new rule closes a cycle if and only if there is a way back. The search goes from both ends at once, by levels of the side
    /// that has seen less, so that a rule at the end of a long chain costs little.
    ///
    /// - Complexity: O(rules) at most; about that of the smaller side.
    package func implicationPath(from start: Int64, to end: Int64) throws -> [Int64]? {
        guard start != end else { return [start] }
        var (forward, backward) = (Search(start), Search(end))
        while !forward.level.isEmpty, !backward.level.isEmpty {
            let meeting =
                forward.count <= backward.count
                ? try forward.advance(toward: backward, along: tagIDs(impliedBy:))
                : try backward.advance(toward: forward, along: tagIDs(implying:))
            if let meeting {
                return forward.way(to: meeting).reversed() + backward.way(to: meeting).dropFirst()
            }
        }
        return nil
    }

    /// A search by levels from one tag.
    private struct Search {
        /// The tags that were reached last.
        private(set) var level: [Int64]
        /// From which tag each tag was reached; the first from itself.
        private var origin: [Int64: Int64]

        /// The number of tags that were reached.
        var count: Int { origin.count }

        init(_ start: Int64) {
            level = [start]
            origin = [start: start]
        }

        /// Reaches the tags of the next level; returns one that the other search has reached.
        mutating func advance(
            toward other: Search,
            along next: (Int64) throws -> [Int64]
        ) rethrows -> Int64? {
            var reached: [Int64] = []
            for tag in level {
                for found in try next(tag) where origin[found] == nil {
                    origin[found] = tag
                    if other.origin[found] != nil { return found }
                    reached.append(found)
                }
            }
            level = reached
            return nil
        }

        /// The tags from one that was reached back to the start.
        func way(to tag: Int64) -> [Int64] {
            var way = [tag]
            while let last = way.last, let before = origin[last], before != last {
                way.append(before)
            }
            return way
        }
    }
}
