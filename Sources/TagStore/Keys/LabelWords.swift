/// The words of a label, which tell what a thing is about as its tags do.
package enum LabelWords {
    /// The most words of one label that count.
    package static let limit = 16

    /// The folded words of a label, each once, in its order: runs of letters, marks and digits.
    ///
    /// Complexity: linear in the label's length.
    package static func words(of label: String) -> [String] {
        var seen: Set<String> = []
        return TagKey(label).folded
            .split { !isPartOfWord($0) }
            .map { String($0) }
            .filter { $0.utf8.count <= 64 && seen.insert($0).inserted }
            .prefix(limit)
            .map { $0 }
    }

    private static func isPartOfWord(_ character: Character) -> Bool {
        character.isLetter || character.isNumber
    }
}
