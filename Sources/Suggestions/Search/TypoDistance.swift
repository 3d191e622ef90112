/// The lowest cost of the typos that turn an intended text into the typed text.
///
/// It's the distance of optimal string alignment (Damerau 1964: no part of a text is edited twice),
/// with a separate cost for each ``TypoCost``.
///
/// ```swift
/// let meant = "swift".unicodeScalars.map(\.value)
/// TypoDistance("siwft".unicodeScalars.map(\.value)).cost(of: meant.span)  // 5, swapped letters
/// TypoDistance("swaft".unicodeScalars.map(\.value)).cost(of: meant.span)  // 13, a wrong letter
/// ```
struct TypoDistance {
    /// The scalars of the typed text.
    let typed: [UInt32]
    /// The cost of each scalar if it was inserted by mistake.
    private let extraCosts: [Double]

    /// Prepares a typed text.
    init(_ typed: [UInt32]) {
        self.typed = typed
        extraCosts = typed.indices.map { Self.extra(at: $0, of: typed).cost }
    }

    /// Returns the cost of inserting the scalar at a position of the typed text.
    static func extra(at place: Int, of typed: [UInt32]) -> TypoCost {
        let own = typed[place]
        let beside = [place - 1, place + 1].filter(typed.indices.contains).map { typed[$0] }
        return beside.contains { $0 == own || Keyboard.areNeighbors($0, own) } ? .near : .far
    }

    /// Returns the cost of typing a scalar instead of another.
    static func replaced(_ meant: UInt32, by typed: UInt32) -> TypoCost {
        Keyboard.areNeighbors(meant, typed) ? .near : .far
    }

    /// Returns the cost of the typos that turn an intended text into the typed text.
    ///
    /// The unit is doublings of use.
    ///
    /// - Complexity: O(*n* · *m*) in the numbers of scalars.
    func cost(of meant: Span<UInt32>) -> Double {
        // The costs in the last row of the table, in the row before it, and in the new row.
        var last = (0...meant.count).map { Double($0) * TypoCost.likely.cost }
        var (before, row) = (last, last)
        for place in typed.indices {
            row[0] = last[0] + extraCosts[place]
            for other in meant.indices {
                row[other + 1] = min(
                    last[other] + cost(ofMeant: meant[other], typedAs: typed[place]), row[other] + TypoCost.likely.cost,
                    last[other + 1] + extraCosts[place])
                guard place > 0, other > 0, typed[place] == meant[other - 1], typed[place - 1] == meant[other],
                    typed[place] != meant[other]
                else { continue }
                row[other + 1] = min(row[other + 1], before[other - 1] + TypoCost.likely.cost)
            }
            (before, last, row) = (last, row, before)
        }
        return last[meant.count]
    }

    private func cost(ofMeant meant: UInt32, typedAs typed: UInt32) -> Double {
        meant == typed ? 0 : Self.replaced(meant, by: typed).cost
    }
}
