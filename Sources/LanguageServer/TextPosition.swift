internal import JSON

/// A zero-based position in a text.
package struct TextPosition: Hashable, Sendable {
    /// The line number, from 0.
    package var line: Int
    /// The number of code units before the position in its line, in the negotiated encoding.
    package var character: Int

    /// Creates a position.
    package init(line: Int, character: Int) {
        self.line = line
        self.character = character
    }

    init?(_ value: JSONValue?) {
        guard let line = value?["line"]?.integer, let character = value?["character"]?.integer else { return nil }
        self.init(line: line, character: character)
    }

    var value: JSONValue { ["line": .integer(Int64(line)), "character": .integer(Int64(character))] }
}

/// The unit of a position's `character`.
///
/// ```swift
/// let text = EditedText("üß😀 #swift")
/// text.position(of: 9, in: .utf8).character  // 9
/// text.position(of: 9, in: .utf16).character  // 5
/// ```
package enum PositionEncoding: String, Hashable, Sendable, CaseIterable {
    /// Code units of UTF-8: bytes.
    case utf8 = "utf-8"
    /// Code units of UTF-16, which every client supports.
    case utf16 = "utf-16"
}
