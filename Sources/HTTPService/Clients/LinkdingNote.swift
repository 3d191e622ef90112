/// The note of an item as linkding's clients see it: a description and, after a line `---`, notes.
///
/// A line `---` of the description is stored as `\---`, which Markdown shows as `---`.
///
/// ```swift
/// var note = LinkdingNote("a language\n---\nread again")
/// print(note.description, note.notes)  // a language read again
/// note.notes = ""
/// print(note.text)  // a language
/// ```
struct LinkdingNote {
    var description: String
    var notes: String

    private static let separator = "---"

    /// Splits the note of an item at its first line `---`, without the blank lines around it.
    ///
    /// - Complexity: linear in the length of the note.
    init(_ note: String) {
        let lines = note.split(separator: "\n", omittingEmptySubsequences: false)
        guard let line = lines.firstIndex(of: Self.separator[...]) else {
            (description, notes) = (lines.map(Self.unescaped).joined(separator: "\n"), "")
            return
        }
        let end = lines[..<line].lastIndex { !Self.isBlank($0) }.map { $0 + 1 } ?? 0
        description = lines[..<end].map(Self.unescaped).joined(separator: "\n")
        notes = lines[(line + 1)...].drop(while: Self.isBlank).joined(separator: "\n")
    }

    /// The note of the item.
    var text: String {
        let lines = description.replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false)
        let description = lines.map(Self.escaped).joined(separator: "\n")
        if Self.isBlank(notes[...]) { return description }
        return "\(description.isEmpty ? "" : "\(description)\n")\(Self.separator)\n\(notes)"
    }

    /// Returns a line of a description as it is stored; one more backslash is put before backslashes and `---`.
    private static func escaped(_ line: Substring) -> Substring { isLikeSeparator(line) ? "\\\(line)" : line }

    private static func unescaped(_ line: Substring) -> Substring {
        line.first == "\\" && isLikeSeparator(line) ? line.dropFirst() : line
    }

    /// Whether a line is a separator apart from backslashes before it and white space after it.
    private static func isLikeSeparator(_ line: Substring) -> Bool {
        let text = line.drop { $0 == "\\" }
        return text.hasPrefix(separator) && isBlank(text.dropFirst(separator.count))
    }

    private static func isBlank(_ line: Substring) -> Bool { line.allSatisfy(\.isWhitespace) }
}
