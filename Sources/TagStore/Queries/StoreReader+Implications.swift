/// Searching chains of implications.
extension StoreReader {
    /// Returns the tags on a chain of implications from one tag to another, including both; `nil` if there is none.
    ///
    /// A new implication closes a cycle if and only if there is a chain in the opposite direction. The search proceeds
    /// level by level from both ends, always on the side that has reached fewer tags, so an implication at the end of a
    /// long chain is cheap.
    ///
    /// - Complexity: at most O(implications), usually the size of the smaller side.
    package func implicationPath(from start: Int64, to end: Int64) throws -> [Int64]? {
        guard start != end else { return [start] }
        var (forward, backward) = (Search(start), Search(end))
        while !forward.level.isEmpty, !backward.level.isEmpty {
            let meeting =
                forward.count <= backward.count
                ? try forward.advance(toward: backward, along: tagIDs(impliedBy:))
                : try backward.advance(toward: forward, along: tagIDs(implying:))
            if let meeting { return forward.path(to: meeting).reversed() + backward.path(to: meeting).dropFirst() }
        }
        return nil
    }

    /// A breadth-first search from one tag.
    private struct Search {
        /// The tags reached by the last step.
        private(set) var level: [Int64]
        /// The tag that each tag was reached from; the start is reached from itself.
        private var origin: [Int64: Int64]

        /// The number of tags reached so far.
        var count: Int { origin.count }

        init(_ start: Int64) {
            level = [start]
            origin = [start: start]
        }

        /// Reaches the tags of the next level; returns a tag that the other search has also reached.
        mutating func advance(toward other: Search, along next: (Int64) throws -> [Int64]) rethrows -> Int64? {
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

        /// Returns the path from a reached tag back to the start.
        func path(to tag: Int64) -> [Int64] {
            var path = [tag]
            while let last = path.last, let before = origin[last], before != last { path.append(before) }
            return path
        }
    }
}
