import Testing

@testable import Suggestions

@Suite struct `Edit distance` {
    /// Computes the optimal string alignment distance by the textbook table.
    private func reference(_ left: [UInt32], _ right: [UInt32]) -> Int {
        var table = (0...left.count).map { row in (0...right.count).map { row == 0 ? $0 : row } }
        for i in 0..<left.count {
            for j in 0..<right.count {
                var best = min(table[i][j + 1], table[i + 1][j]) + 1
                best = min(best, table[i][j] + (left[i] == right[j] ? 0 : 1))
                if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
                    best = min(best, table[i - 1][j - 1] + 1)
                }
                table[i + 1][j + 1] = best
            }
        }
        return table[left.count][right.count]
    }

    @Test(arguments: [(["a", "b", "c"], 4), (["a", "b"], 6)]) func `agrees with the table for all short strings`(
        alphabet: [String], length: Int
    ) {
        let strings = allStrings(over: alphabet, upTo: length).map(scalars)
        for left in strings {
            for right in strings {
                let distance = reference(left, right)
                let found = EditDistance.between(left.span, right.span, atMost: 2)
                guard found == (distance <= 2 ? distance : nil) else {
                    Issue.record("\(left) to \(right): \(String(describing: found)), not \(distance)")
                    return
                }
            }
        }
    }

    @Test func `counts scalars, not bytes`() {
        #expect(EditDistance.between(scalars("日本語").span, scalars("日木語").span, atMost: 2) == 1)
        #expect(EditDistance.between(scalars("café").span, scalars("cafe").span, atMost: 2) == 1)
        #expect(EditDistance.between(scalars("🍕🍔").span, scalars("🍔🍕").span, atMost: 2) == 1)
    }
}
