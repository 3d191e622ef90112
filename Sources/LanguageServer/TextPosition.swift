internal import JSON
internal import JSONRPC

/// A place in a text: a line, and how many units stand in front of it there.
package struct TextPosition: Hashable, Sendable {
    /// The line, from 0.
    package var line: Int
    /// The units of the agreed encoding from the beginning of the line.
    package var character: Int

    /// A place.
    package init(line: Int, character: Int) {
        self.line = line
        self.character = character
    }

    init?(_ value: JSONValue?) {
        guard let line = value?["line"]?.integer, let character = value?["character"]?.integer
        else { return nil }
        self.init(line: line, character: character)
    }

    var value: JSONValue {
        ["line": .integer(Int64(line)), "character": .integer(Int64(character))]
    }
}

/// The units in which a client counts the characters of a line.
package enum PositionEncoding: String, Hashable, Sendable, CaseIterable {
    /// Bytes of UTF-8.
    case utf8 = "utf-8"
    /// Units of UTF-16, which every client knows.
    case utf16 = "utf-16"
}
