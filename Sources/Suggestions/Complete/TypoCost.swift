/// A typo of the fingers, by how likely it is.
///
/// Costs are in doublings of use: a match with a typo that costs five more comes first if its tag is used more than 32 times as
/// often. They are logarithms of probabilities (the noisy channel model of Kernighan, Church and Gale 1990): of the texts that
/// one typo can make of a word of n letters, n miss a letter and n − 1 have two swapped; in some 2·n a letter is replaced by its
/// neighbour on the keyboard, and in some 26·n by any. The costs were tuned on 6,000 misspelt names of a million and 4,000 beginnings
/// of names.
enum TypoCost: Int, CaseIterable {
    /// Two letters are swapped, or one is missing.
    case likely
    /// A letter is replaced by its neighbor on the keyboard, or the neighbor or the letter itself is inserted next to it.
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

    /// The cost of typing only the beginning of a key: a little more than omitting a letter of a whole key.
    static let beginningCost = 5.5
    /// The cost of omitting several letters.
    static let leftOutCost = 18.0
    /// The cost of the likeliest typo.
    static let leastCost = TypoCost.likely.cost
}
