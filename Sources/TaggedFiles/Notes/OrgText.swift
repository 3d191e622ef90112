internal import TagCore

/// The title and tags of an Org mode text (Org 9), from `#+filetags:` and the ends of headings.
///
/// ```org
/// #+title: A trip
/// #+filetags: :travel:
/// * Pack :home:urgent:
/// ```
struct OrgText {
    private(set) var title: String?
    private(set) var date: String?
    private(set) var tags: [NoteTag] = []
    private var firstHeading: String?

    /// Parses a text.
    ///
    /// - Complexity: Linear in the length of the text.
    init(_ text: NoteText) {
        let bytes = text.bytes
        var (offset, number) = (text.start, 1)
        while offset < bytes.count {
            let line = bytes.line(at: offset)
            read(OrgLine(bytes, offset..<line.end), number, bytes)
            (offset, number) = (line.next, number + 1)
        }
        title = title ?? firstHeading
    }

    private mutating func read(_ line: OrgLine, _ number: Int, _ bytes: [UInt8]) {
        if let (name, value) = line.keyword {
            let text = StreamSafeText.received(String(decoding: bytes[value], as: UTF8.self))
                .split(whereSeparator: \.isWhitespace).joined(separator: " ")
            if name == "title", !text.isEmpty { title = title ?? text }
            if name == "date", !text.isEmpty { date = date ?? text }
        }
        if firstHeading == nil, let heading = line.heading, !heading.isEmpty {
            firstHeading = StreamSafeText.received(String(decoding: bytes[heading], as: UTF8.self))
                .split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
        tags += line.tags.map { range in
            NoteTag(
                name: StreamSafeText.received(String(decoding: bytes[range], as: UTF8.self)), line: number,
                range: range, form: .orgTag)
        }
    }
}
