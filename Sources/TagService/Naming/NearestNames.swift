internal import TagCore
internal import TagStore

/// Finds the names that a misspelt one may have meant.
///
/// The distance is the optimal string alignment distance of keys: insertions, deletions, substitutions and swaps of
/// neighbours (Damerau 1964), each counted once.
package struct NearestNames {
    /// The key of the misspelt name.
    let key: TagKey
    private let wanted: [Character]

    /// What was misspelt; of a long text its beginning counts.
    package init(to name: String) {
        key = TagKey(name.prefix(200))
        wanted = Array(key.folded)
    }

    /// At most three names, the nearest first, each at most a third of the name's length away.
    package func among(_ names: [String]) -> [String] {
        let limit = max(1, wanted.count / 3)
        return
            names
            .compactMap { name -> (name: String, distance: Int)? in
                let distance = distance(to: Array(TagKey(name).folded))
                return distance <= limit ? (name, distance) : nil
            }
            .sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }
            .prefix(3)
            .map(\.name)
    }

    /// Complexity: the product of both lengths.
    private func distance(to other: [Character]) -> Int {
        guard abs(other.count - wanted.count) <= max(1, wanted.count / 3) else { return .max }
        var beforeLast: [Int] = []
        var last = Array(0...other.count)
        for (row, character) in wanted.enumerated() {
            var current = [row + 1]
            for (column, candidate) in other.enumerated() {
                var best = min(last[column + 1], current[column]) + 1
                best = min(best, last[column] + (character == candidate ? 0 : 1))
                if row > 0, column > 0, character == other[column - 1], wanted[row - 1] == candidate
                {
                    best = min(best, beforeLast[column - 1] + 1)
                }
                current.append(best)
            }
            (beforeLast, last) = (last, current)
        }
        return last[other.count]
    }
}
