internal import TagCore
internal import TagStore
internal import TextMeasurement

extension TagService {
    /// The maximum length of a tag's name in bytes of UTF-8.
    public static let longestName = CheckedName.byteLimit
}

/// A validated name from outside: visible, not too long, safe in a terminal.
struct CheckedName: Hashable {
    /// The name as shown, with white space collapsed.
    let text: String
    let key: TagKey

    /// The maximum length of a name in bytes of UTF-8.
    static let byteLimit = TagKey.nameLimit

    /// Validates a name.
    ///
    /// Complexity: linear in its length, at most the limit.
    init(_ name: String, of thing: NamedItem) throws(TagServiceError) {
        let name = Self.withoutEmbedding(name)
        if let problem = Self.problem(of: name) { throw .invalidName(name, of: thing, problem) }
        text = WhiteSpace.collapsed(name)
        key = TagKey(text)
        guard !key.text.isEmpty else { throw .invalidName(name, of: thing, .empty) }
    }

    /// Validates only the length of a name, before anything folds, hashes or compares it.
    ///
    /// - Complexity: O(1).
    static func checkLength(of name: String, of thing: NamedItem) throws(TagServiceError) {
        guard name.utf8.count > byteLimit else { return }
        throw .invalidName(name, of: thing, .tooLong(limit: byteLimit))
    }

    /// The first reason, other than being empty, why a text cannot be a name.
    static func problem(of name: String, limit: Int = byteLimit) -> NameError? {
        guard name.utf8.count <= limit else { return .tooLong(limit: limit) }
        if let place = name.unicodeScalars.firstIndex(of: "\u{FFFD}") {
            // It replaces bytes that are not UTF-8, so that different names would become the same.
            let position = name[..<place].count + 1
            return .unsafe(what: "U+FFFD, which is no character of any text", position: position)
        }
        guard let offender = TerminalText.firstUnprintable(in: name) else { return nil }
        return .unsafe(what: offender.description, position: offender.position)
    }

    /// Validates a title, which may be empty.
    static func title(_ text: String) throws(TagServiceError) -> String {
        let text = withoutEmbedding(text)
        if let problem = problem(of: text) { throw .invalidName(text, of: .title, problem) }
        return WhiteSpace.collapsed(text)
    }

    /// A title that is read from a file: without what is not printable, and cut at the limit.
    static func readableTitle(_ text: String) -> String {
        let title = withoutEmbedding(text)
        guard problem(of: title) != nil else { return title }
        var kept = ""
        var size = 0
        for character in WhiteSpace.collapsed(title) where problem(of: String(character)) == nil {
            size += character.utf8.count
            if size > byteLimit { break }
            kept.append(character)
        }
        return kept
    }

    /// The maximum length of a location in bytes of UTF-8.
    static let sourceLimit = 8_000

    /// Validates the address or path of a thing, which is kept as it is.
    static func location(_ text: String) throws(TagServiceError) -> String {
        if let problem = problem(of: text, limit: sourceLimit) {
            throw .invalidName(text, of: .location, problem)
        }
        guard !WhiteSpace.collapsed(text).isEmpty else {
            throw .invalidName(text, of: .location, .empty)
        }
        return text
    }

    /// Removes the embedding in which Persian and Arabic word lists often wrap their entries.
    ///
    /// Around the whole text an embedding has no effect, as the letters have a direction of their own; within a text
    /// it would reorder its surroundings, and is rejected together with overrides.
    private static func withoutEmbedding(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 >= 0x80 }) else { return text }
        let starts: Set<Unicode.Scalar> = ["\u{202A}", "\u{202B}"]
        let inner = text.unicodeScalars.drop(while: starts.contains)
        let end = inner.lastIndex { $0 != "\u{202C}" }.map(inner.index(after:)) ?? inner.startIndex
        return String(inner[..<end])
    }
}
