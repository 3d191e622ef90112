internal import TagCore
internal import TagStore
internal import TextMeasurement

/// A text from outside that was found fit to be a name: visible, not too long, safe in a terminal.
struct CheckedName: Hashable {
    /// The name as shown: white space collapsed.
    let text: String
    let key: TagKey

    /// The most bytes of UTF-8 that a name may have.
    static let byteLimit = 1_000

    /// Checks a name.
    ///
    /// Complexity: linear in its length, at most the limit.
    init(_ name: String, of thing: NamedThing) throws(TagServiceError) {
        let name = Self.withoutEmbedding(name)
        if let problem = Self.problem(of: name) { throw .invalidName(name, of: thing, problem) }
        text = WhiteSpace.collapsed(name)
        key = TagKey(text)
        guard !key.text.isEmpty else { throw .invalidName(name, of: thing, .empty) }
    }

    /// What keeps a text from being shown, apart from having nothing visible.
    static func problem(of name: String) -> NameProblem? {
        guard name.utf8.count <= byteLimit else { return .tooLong(limit: byteLimit) }
        if let place = name.unicodeScalars.firstIndex(of: "\u{FFFD}") {
            // What stands for bytes that were not UTF-8: names that differ would become one.
            let position = name[..<place].count + 1
            return .unsafe(what: "U+FFFD, which is no character of any text", position: position)
        }
        guard let offender = TerminalText.firstUnprintable(in: name) else { return nil }
        return .unsafe(what: offender.description, position: offender.position)
    }

    /// Checks a label, which may be empty.
    static func label(_ text: String) throws(TagServiceError) -> String {
        let text = withoutEmbedding(text)
        if let problem = problem(of: text) { throw .invalidName(text, of: .label, problem) }
        return WhiteSpace.collapsed(text)
    }

    /// The text without the embedding that Persian and Arabic word lists often wrap their entries in.
    ///
    /// At the edges an embedding says no more than what the letters say themselves, as white space does; within a
    /// text it would reorder what stands around it, and is refused with the overrides.
    private static func withoutEmbedding(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 >= 0x80 }) else { return text }
        let starts: Set<Unicode.Scalar> = ["\u{202A}", "\u{202B}"]
        let inner = text.unicodeScalars.drop(while: starts.contains)
        let end = inner.lastIndex { $0 != "\u{202C}" }.map(inner.index(after:)) ?? inner.startIndex
        return String(inner[..<end])
    }
}
