/// Returns the indexes of a longest ascending subsequence; elements without a position aren't part of it.
///
/// ```swift
/// indexesInOrder([1, 5, nil, 2, 3])  // [0, 3, 4]
/// ```
///
/// - Complexity: O(*n* log *n*), by patience sorting.
package func indexesInOrder<Position: Comparable>(_ positions: [Position?]) -> Set<Int> {
    // The last index of the best subsequence of each length, and the index before each.
    var ends: [Int] = []
    var before = [Int?](repeating: nil, count: positions.count)
    for (index, position) in positions.enumerated() {
        guard let position else { continue }
        var (low, high) = (0, ends.count)
        while low < high {
            let middle = (low + high) / 2
            if let end = positions[ends[middle]], end < position { low = middle + 1 } else { high = middle }
        }
        before[index] = low > 0 ? ends[low - 1] : nil
        if low == ends.count { ends.append(index) } else { ends[low] = index }
    }
    var kept: Set<Int> = []
    var next = ends.last
    while let index = next {
        kept.insert(index)
        next = before[index]
    }
    return kept
}
