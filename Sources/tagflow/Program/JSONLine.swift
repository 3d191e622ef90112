import JSON
import TextMeasurement

/// The encoder for one line of JSON with sorted keys, safe to print on a terminal.
///
/// ```swift
/// try JSONLine.text(of: ["old": "sea", "new": "lake"])
/// // {"new":"lake","old":"sea"}, followed by a line feed
/// ```
enum JSONLine {
    /// Returns the line, including its line feed.
    static func text(of value: some Encodable) throws -> String { try printable(value).text }

    /// Returns the line, including its line feed, as printable text.
    static func printable(_ value: some Encodable) throws -> PrintableText {
        PrintableText(json: String(decoding: try JSONDocument.bytes(of: value), as: UTF8.self)) + "\n"
    }
}
