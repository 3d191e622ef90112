internal import TagCore
internal import TagStore
internal import TextMeasurement

extension TagService {
    /// The maximum length of a tag's name in bytes of UTF-8.
    public static let longestName = CheckedName.byteLimit
}

/// A validated name from outside: visible, within the length limit, and safe to print on a terminal.
struct CheckedName: Hashable {
    /// The name as shown, with white space collapsed.
    let text: String
    let key: TagKey

    /// The maximum length of a name in bytes of UTF-8.
    static let byteLimit = TagKey.nameLimit

    /// Validates a name.
    ///
    /// - Complexity: linear in the length of the name, up to the limit.
    init(_ name: String, of kind: NamedItem) throws(TagServiceError) {
        let name = Self.withoutEmbedding(name)
        if let problem = Self.problem(of: name) { throw .invalidName(name, of: kind, problem) }
        text = WhiteSpace.collapsed(name)
        key = TagKey(text)
        guard !key.text.isEmpty else { throw .invalidName(name, of: kind, .empty) }
    }

    /// Returns whether a text is a valid tag name.
    static func isTag(_ name: String) -> Bool {
        do {
            _ = try Self(name, of: .tag(nil))
            return true
        } catch { return false }
    }

    /// Validates only the length of a name, before it is folded, hashed or compared.
    ///
    /// - Complexity: O(1).
    static func checkLength(of name: String, of kind: NamedItem) throws(TagServiceError) {
        guard name.utf8.count > byteLimit else { return }
        throw .invalidName(name, of: kind, .tooLong(limit: byteLimit))
    }

    /// Returns the first reason, other than being empty, why a text isn't a valid name.
    static func problem(of name: String, limit: Int = byteLimit) -> NameError? {
        guard name.utf8.count <= limit else { return .tooLong(limit: limit) }
        if let place = name.unicodeScalars.firstIndex(of: "\u{FFFD}") {
            // U+FFFD replaces bytes that aren't UTF-8, so different names would become equal.
            let position = name[..<place].count + 1
            return .unsafe(what: "U+FFFD REPLACEMENT CHARACTER", position: position)
        }
        guard let offender = TerminalText.firstUnprintable(in: name) else { return nil }
        return .unsafe(what: offender.description, position: offender.position)
    }

    /// The maximum length of a location in bytes of UTF-8.
    static let locationLimit = 4_000

    /// Validates the URL or path of an item, and returns it unchanged.
    static func location(_ text: String) throws(TagServiceError) -> String {
        if let problem = problem(ofLocation: text) { throw .invalidName(text, of: .location, problem) }
        return text
    }

    /// Returns whether a text is a valid location.
    static func isLocation(_ text: String) -> Bool { problem(ofLocation: text) == nil }

    private static func problem(ofLocation text: String) -> NameError? {
        problem(of: text, limit: locationLimit) ?? (WhiteSpace.collapsed(text).isEmpty ? .empty : nil)
    }

    /// Removes the directional embedding that Persian and Arabic word lists often wrap around their entries.
    ///
    /// An embedding around the whole text has no effect, because the letters already determine the direction. Inside a text it would
    /// reorder its surroundings, so it is rejected there, as overrides are.
    private static func withoutEmbedding(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 >= 0x80 }) else { return text }
        let starts: Set<Unicode.Scalar> = ["\u{202A}", "\u{202B}"]
        let inner = text.unicodeScalars.drop(while: starts.contains)
        let end = inner.lastIndex { $0 != "\u{202C}" }.map(inner.index(after:)) ?? inner.startIndex
        return String(inner[..<end])
    }
}
