package import TagCore

/// Finds the names that a misspelt one may have meant.
///
/// The distance is that of keys without accents, in scalars: insertions, deletions, substitutions and swaps of neighbours,
/// each counted once (see ``BitParallelDistance``).
package struct NearestNames {
    /// The key of the misspelt name.
    package let key: TagKey
    /// A symbol for each scalar of the key; all others are 0.
    private let symbols: [Unicode.Scalar: UInt8]
    private let pattern: BitParallelDistance?

    /// How many scalars of a name count.
    private static let comparedLength = 64

    /// What was misspelt; only the beginning of a long name counts.
    package init(to name: String) {
        key = TagKey(name.prefix(200))
        let wanted = key.folded.unicodeScalars.prefix(Self.comparedLength)
        var symbols: [Unicode.Scalar: UInt8] = [:]
        for scalar in wanted where symbols[scalar] == nil {
            symbols[scalar] = UInt8(symbols.count + 1)
        }
        self.symbols = symbols
        pattern = BitParallelDistance(wanted.map { symbols[$0] ?? 0 })
    }

    /// At most three names, nearest first, each at most a third of the name's length away.
    ///
    /// - Complexity: linear in the names.
    package func among(_ names: [String]) -> [String] {
        guard let pattern else { return [] }
        let limit = max(1, pattern.count / 3)
        return
            names
            .compactMap { name -> (name: String, distance: Int)? in
                let scalars = TagKey(name).folded.unicodeScalars.prefix(Self.comparedLength)
                let text = scalars.map { symbols[$0] ?? 0 }
                return pattern.distance(to: text, atMost: limit).map { (name, $0) }
            }
            .sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }
            .prefix(3)
            .map(\.name)
    }
}
