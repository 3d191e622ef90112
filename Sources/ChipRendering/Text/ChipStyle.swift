/// The shape of a chip drawn with characters.
///
/// The tag `rust`, selected, in each style:
///
/// ```text
/// pill: (✓rust )     boxed: ┏━━━━━━┓     plain: ✓rust
///                           ┃✓rust ┃
///                           ┗━━━━━━┛
/// ```
public enum ChipStyle: String, CaseIterable, Hashable, Sendable {
    /// One line in parentheses, or on a colored background if colors are available.
    case pill
    /// A box of three lines, drawn with heavy lines if the tag is selected.
    case boxed
    /// The label after a check mark or a space.
    case plain

    /// The height of a chip in cells.
    var height: Int { self == .boxed ? 3 : 1 }

    /// Returns the width of a chip in cells, before truncation.
    ///
    /// - Parameters:
    ///   - labelCells: the width of the label in cells.
    ///   - number: the number shown before the label, or `nil` for none.
    /// - Returns: the width of the label, the check mark, the number and the enclosing characters.
    package func width(labelCells: Int, number: Int? = nil) -> Int {
        labelCells + (self == .plain ? 1 : 4) + (number.map { String($0).utf8.count } ?? 0)
    }
}
