/// A kind of typo, by its likelihood.
///
/// A cost is the logarithm of a probability (the noisy channel model of Kernighan, Church and Gale
/// 1990), in doublings of use: a match whose typo costs five more comes first if its tag is used
/// more than 2⁵ times as often. One typo can turn a word of n letters into n words with a missing
/// letter, n − 1 words with two letters swapped, about 2·n words with a letter replaced by its
/// neighbor on the keyboard, and about 26·n words with a letter replaced by any other letter. The
/// final costs were tuned on misspelled names.
enum TypoCost: Int, CaseIterable {
    /// Two letters are swapped, or one is missing.
    case likely
    /// A letter is replaced by its neighbor on the keyboard, or the neighbor or the letter itself is inserted next to it.
    case near
    /// A letter is replaced by any other letter, or any other letter is inserted.
    case far

    /// The cost, in doublings of use.
    var cost: Double {
        switch self {
        case .likely: 5
        case .near: 8
        case .far: 13
        }
    }

    /// The cost of typing only the beginning of a key, slightly more than that of omitting a
    /// letter.
    static let beginningCost = 5.5
    /// The cost of omitting several letters.
    static let leftOutCost = 18.0
    /// The cost of the likeliest typo.
    static let leastCost = TypoCost.likely.cost
    /// The maximum disadvantage of a tag compared with the most used tag, in doublings of use.
    ///
    /// Beyond that, use hardly indicates the intended tag. An unused tag may therefore come before
    /// a used tag.
    static let greatestDisadvantage = 12.0
}

/// Neighboring keys on a Latin keyboard.
enum Keyboard {
    private static let rows = ["qwertyuiop", "asdfghjkl", "zxcvbnm"]

    /// The neighbors of each letter a–z, as bits.
    private static let neighbors: [UInt32] = {
        var neighbors = [UInt32](repeating: 0, count: 26)
        for row in rows.map({ Array($0.utf8) }) {
            for (left, right) in zip(row, row.dropFirst()) {
                neighbors[Int(left - 97)] |= 1 << UInt32(right - 97)
                neighbors[Int(right - 97)] |= 1 << UInt32(left - 97)
            }
        }
        return neighbors
    }()

    /// Returns the neighbors of a letter, ascending; none for scalars other than a–z.
    static func neighbors(of scalar: UInt32) -> [UInt32] {
        guard 97...122 ~= scalar else { return [] }
        return (97...122).filter { areNeighbors(scalar, $0) }
    }

    /// Returns whether two scalars are neighboring letters in a row.
    static func areNeighbors(_ left: UInt32, _ right: UInt32) -> Bool {
        guard 97...122 ~= left, 97...122 ~= right else { return false }
        return neighbors[Int(left - 97)] >> (right - 97) & 1 == 1
    }
}
