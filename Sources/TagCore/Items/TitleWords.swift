/// The words of a title in the spelling that a tag would have.
///
/// ```
/// TitleWords("Été à Kyōto (2024)").words.map(\.name)    // ["été", "kyōto"]
/// TitleWords("Été à Kyōto (2024)").words.map(\.folded)  // ["ete", "kyoto"]
/// ```
package struct TitleWords {
    /// A word of a title.
    package struct Word: Hashable, Sendable {
        /// The word in lower case with its accents.
        package let name: String
        /// The word as it is counted in items.
        package let folded: String
    }

    /// The words of at least three letters with distinct keys, in order, without numbers and without runs of a script that has no spaces.
    package let words: [Word]

    /// The minimum length of a word, in scalars.
    private static let shortest = 3

    /// Splits a title.
    ///
    /// - Complexity: O(*n*) in the length of the title.
    package init(_ title: String) {
        var known: Set<String> = []
        let runs = title.split { !$0.isLetter && !$0.isNumber }.prefix(ItemWords.titleLimit)
        words = runs.compactMap { run in
            let folded = ItemWords.words(of: String(run), limit: 2)
            guard let word = folded.first, folded.count == 1, word.unicodeScalars.count >= Self.shortest,
                run.contains(where: \.isLetter), known.insert(NameKey.singular(word)).inserted
            else { return nil }
            return Word(name: run.lowercased(), folded: word)
        }
    }
}
