internal import TagCore
internal import TextMeasurement

/// Titles and notes as they are stored.
///
/// Text from outside is never a reason to reject an item: characters that aren't safe to print become spaces, and long text is cut.
enum ItemText {
    /// The maximum length of a title in bytes of UTF-8.
    static let titleLimit = 1_000
    /// The maximum length of a note in bytes of UTF-8: 64 KiB.
    static let noteLimit = 64 << 10
    /// The maximum number of tags of an item.
    static let tagLimit = 20_000

    /// Returns a title on one line, with white space collapsed.
    static func title(_ text: String) -> String {
        WhiteSpace.collapsed(cut(printable(cut(text, to: 16 * titleLimit)[...]), to: titleLimit))
    }

    /// Returns a note with its lines, without white space at its end.
    static func note(_ text: String) -> String {
        let lines = cut(text, to: noteLimit).split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .map(printable)
        let note = cut(lines.joined(separator: "\n"), to: noteLimit)
        guard let end = note.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(note[...end])
    }

    /// Returns a line with each character that isn't safe to print replaced by a space.
    private static func printable(_ line: Substring) -> String {
        guard CheckedName.problem(of: String(line), limit: .max) != nil else { return String(line) }
        return String(
            line.map { character in
                character == "\t" || CheckedName.problem(of: String(character), limit: .max) != nil ? " " : character
            })
    }

    /// Returns the characters that fit into a number of bytes of UTF-8.
    private static func cut(_ text: String, to limit: Int) -> String {
        guard text.utf8.count > limit else { return text }
        var end = text.startIndex
        var left = limit
        for index in text.indices {
            left -= text[index].utf8.count
            if left < 0 { break }
            end = text.index(after: index)
        }
        return String(text[..<end])
    }
}

extension Character { fileprivate var utf8: String.UTF8View { String(self).utf8 } }
