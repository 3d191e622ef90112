/// A slip of the fingers, by how likely it is.
///
/// Costs are in doublings of use: a match with a slip that costs five more comes first if its tag is used more than 32 times as
/// often. They are logarithms of probabilities (the noisy channel model of Kernighan, Church and Gale 1990): of the texts that
/// one slip can make of a word of n letters, n miss a letter and n − 1 have two swapped; in some 2·n a letter is replaced by its
/// neighbour on the keyboard, and in some 26·n by any. The costs were tuned on 6,000 misspelt names of a million and 4,000 beginnings
/// of names.
enum Slip: Int, CaseIterable {
    /// Two letters are swapped, or one is missing.
    case likely
    /// A letter is replaced by its neighbour on the keyboard, or its neighbour or the letter itself is typed beside it.
    case near
    /// Any other letter is replaced, or added.
    case far

    /// The cost, in doublings of use.
    var cost: Double {
        switch self {
        case .likely: 5
        case .near: 8
        case .far: 13
        }
    }

    /// What it costs to have typed the beginning of a key alone: a little more than to have left out a letter of a whole one.
    static let beginningCost = 5.5
    /// What it costs to have left out several letters.
    static let leftOutCost = 18.0
    /// The cost of the likeliest slip.
    static let leastCost = Slip.likely.cost
}

/// The keys beside each other on a Latin keyboard.
enum Keyboard {
    private static let rows = ["qwertyuiop", "asdfghjkl", "zxcvbnm"]

    /// The letters beside each of a–z, as bits.
    private static let neighbours: [UInt32] = {
        var neighbours = [UInt32](repeating: 0, count: 26)
        for row in rows.map({ Array($0.utf8) }) {
            for (left, right) in zip(row, row.dropFirst()) {
                neighbours[Int(left - 97)] |= 1 << UInt32(right - 97)
                neighbours[Int(right - 97)] |= 1 << UInt32(left - 97)
            }
        }
        return neighbours
    }()

    /// Returns the scalars of the letters beside a letter, ascending; none for what is not one of a–z.
    static func neighbours(of scalar: UInt32) -> [UInt32] {
        guard 97...122 ~= scalar else { return [] }
        return (97...122).filter { areNeighbours(scalar, $0) }
    }

    /// Whether two scalars are letters beside each other in a row.
    static func areNeighbours(_ left: UInt32, _ right: UInt32) -> Bool {
        guard 97...122 ~= left, 97...122 ~= right else { return false }
        return neighbours[Int(left - 97)] >> (right - 97) & 1 == 1
    }
}
