package import TagCore

/// A search for the names closest to a misspelled name, for "did you mean".
///
/// The distance is the number of insertions, deletions, substitutions and transpositions of scalars between keys without
/// accents (see ``BitParallelDistance``).
///
/// ```swift
/// NearestNames(to: "raeding").among(["reading", "writing"])  // ["reading"]
/// ```
package struct NearestNames {
    /// The key of the misspelled name.
    package let key: TagKey
    /// The symbol of each scalar of the key; all other scalars have the symbol 0.
    private let symbols: [Unicode.Scalar: UInt8]
    private let pattern: BitParallelDistance?

    /// The maximum number of scalars of a name that are compared.
    private static let comparedLength = 64

    /// Prepares the search; only the beginning of a long name is compared.
    package init(to name: String) {
        key = TagKey(FoldedText(String(name.unicodeScalars.prefix(200))))
        let wanted = key.folded.unicodeScalars.prefix(Self.comparedLength)
        var symbols: [Unicode.Scalar: UInt8] = [:]
        for scalar in wanted where symbols[scalar] == nil { symbols[scalar] = UInt8(symbols.count + 1) }
        self.symbols = symbols
        pattern = BitParallelDistance(wanted.map { symbols[$0] ?? 0 })
    }

    /// The maximum number of names to return.
    private static let most = 3

    /// Returns at most three names: those that begin with the given name, those that contain it, then the nearest.
    ///
    /// Names that begin with it or contain it stay in their order.
    /// - Complexity: O(*n*) in the length of all names.
    package func offers(among names: [String]) -> [String] {
        let wanted = key.folded
        guard !wanted.isEmpty else { return [] }
        // A single letter is too common to search for, but a single ideograph can be a word.
        let isTelling = wanted.unicodeScalars.count > 1 || !wanted.utf8.allSatisfy { $0 < 0x80 }
        var beginning: [String] = []
        var containing: [String] = []
        for name in names {
            let folded = TagKey(name).folded
            if folded.hasPrefix(wanted) {
                beginning.append(name)
            } else if isTelling, folded.contains(wanted) {
                containing.append(name)
            }
        }
        var known: Set<String> = []
        let all = beginning + containing + among(names)
        return Array(all.filter { known.insert($0).inserted }.prefix(Self.most))
    }

    /// Returns at most three names, nearest first, within a distance of a third of the misspelled name's length.
    ///
    /// A single letter is a misspelling only of names that begin with it.
    ///
    /// - Complexity: O(*n*) in the length of all names.
    package func among(_ names: [String]) -> [String] {
        guard let pattern else { return [] }
        let limit = max(1, pattern.count / 3)
        return
            names.compactMap { name -> (name: String, distance: Int)? in
                let folded = TagKey(name).folded
                guard pattern.count > 1 || folded.hasPrefix(key.folded) else { return nil }
                let scalars = folded.unicodeScalars.prefix(Self.comparedLength)
                let text = scalars.map { symbols[$0] ?? 0 }
                return pattern.distance(to: text, atMost: limit).map { (name, $0) }
            }
            .sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }.prefix(Self.most).map(\.name)
    }
}
