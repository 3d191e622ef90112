import TagCore
import TagService
import TextMeasurement

/// A line of standard input as a tag that can be picked.
///
/// ```swift
/// let tag = PickedLine(bytes: Array("  \u{1B}[31mred\u{1B}[0m".utf8)[...]).tag
/// tag.name  // "red"
/// tag.line  // the bytes of the whole line, including its escape sequences
/// ```
struct PickedLine {
    /// The bytes of the line, without its end.
    let bytes: ArraySlice<UInt8>
    /// The parts of the line to match and to show.
    var format = LineFormat()

    /// The tag; its name is the line without escape sequences and surrounding white space.
    ///
    /// If the line differs from the name, the tag keeps its bytes for output. Invalid UTF-8 appears
    /// as replacement characters.
    var tag: PickableTag {
        let text = EscapedText.isPlain(bytes) ? bytes : EscapedText(bytes).text[...]
        guard format != LineFormat() else {
            let name = Self.trimmed(text)
            return PickableTag(name, line: name.utf8.elementsEqual(bytes) ? nil : Array(bytes))
        }
        let shown = format.text(of: StreamSafeText.received(String(decoding: text, as: UTF8.self)))
        var tag = PickableTag(Self.trimmed(Array(shown.utf8)[...]), line: Array(bytes))
        tag.fields = format.fields(of: shown)
        return tag
    }

    /// Returns the tags of lines.
    ///
    /// - Parameters:
    ///   - bytes: the lines; nothing after the last line end isn't a line.
    ///   - separator: the byte that ends a line.
    ///   - format: the parts of a line to match and to show.
    /// - Returns: a tag for each line.
    static func tags(in bytes: ArraySlice<UInt8>, separator: UInt8, _ format: LineFormat) -> [PickableTag] {
        // As in fzf, an empty line can be chosen.
        let lines = bytes.last == separator ? bytes.dropLast() : bytes
        guard !bytes.isEmpty else { return [] }
        return lines.split(separator: separator, omittingEmptySubsequences: false)
            .map { PickedLine(bytes: $0, format: format).tag }
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> String {
        var bytes = bytes
        while let first = bytes.first, first <= 0x20 { bytes.removeFirst() }
        while let last = bytes.last, last <= 0x20 { bytes.removeLast() }
        let text = StreamSafeText.received(String(decoding: bytes, as: UTF8.self))
        guard let first = bytes.first, let last = bytes.last, first > 0x7F || last > 0x7F else { return text }
        let start = text.firstIndex { !$0.isWhitespace } ?? text.endIndex
        let end = text.lastIndex { !$0.isWhitespace }.map { text.index(after: $0) } ?? text.endIndex
        return start < end ? String(text[start..<end]) : ""
    }
}
