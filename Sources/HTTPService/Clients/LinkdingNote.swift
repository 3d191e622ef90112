/// The note of an item as linkding's clients see it: a description and, after a line `---`, notes.
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
            (description, notes) = (note, "")
            return
        }
        let end = lines[..<line].lastIndex { !Self.isBlank($0) }.map { $0 + 1 } ?? 0
        description = lines[..<end].joined(separator: "\n")
        notes = lines[(line + 1)...].drop(while: Self.isBlank).joined(separator: "\n")
    }

    /// The note of the item.
    var text: String {
        if Self.isBlank(notes[...]) { return description }
        return "\(description.isEmpty ? "" : "\(description)\n")\(Self.separator)\n\(notes)"
    }

    private static func isBlank(_ line: Substring) -> Bool { line.allSatisfy(\.isWhitespace) }
}
