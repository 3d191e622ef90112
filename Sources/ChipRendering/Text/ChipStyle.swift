/// How a chip is drawn with characters.
public enum ChipStyle: String, CaseIterable, Hashable, Sendable {
    /// One line in round brackets.
    case pill
    /// Three lines: a box, with heavy lines if the tag is selected.
    case boxed
    /// Only the label, preceded by the place of its check mark.
    case plain

    /// The height of a chip in cells.
    var height: Int {
        self == .boxed ? 3 : 1
    }

    /// The width of a chip in cells, before it is cut.
    ///
    /// - Parameters:
    ///   - labelCells: the width of its label in cells.
    ///   - number: the number that it shows; `nil` for none.
    /// - Returns: the cells of the label, the check mark's place, the number, and the enclosing characters.
    package func width(labelCells: Int, number: Int? = nil) -> Int {
        labelCells + (self == .plain ? 1 : 4) + (number.map { String($0).utf8.count } ?? 0)
    }
}
