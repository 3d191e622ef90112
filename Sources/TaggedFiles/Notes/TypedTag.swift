internal import TagCore

/// A tag being typed in a note, for completion.
///
/// The note may be incomplete: tags are recognized even in front matter that isn't valid YAML yet.
///
/// ```swift
/// let bytes = Array("#travel by #tra".utf8)
/// let typed = TypedTag(in: bytes, at: bytes.count, .markdown)
/// typed?.text  // "tra"
/// typed?.others  // ["travel"]
/// ```
package struct TypedTag: Sendable {
    /// The range to replace, before and after the cursor, without `#` and quotes.
    package let range: Range<Int>
    /// The typed text before the cursor.
    package let text: String
    /// The syntax of a tag at this position.
    package let form: NoteTag.Form
    /// The text to insert after the tag, such as the closing `:` of Org mode.
    package let suffix: String
    /// The other tags of the note.
    package let others: [String]
    /// The note's title, followed by the first ``textLimit`` bytes of its text.
    package let words: String

    /// The maximum length of the text used as evidence in bytes; more text costs time and hardly improves suggestions.
    package static let textLimit = 16_384

    /// Finds the tag at the cursor, or returns nil if no tag can be typed there.
    ///
    /// - Parameters:
    ///   - bytes: The text in UTF-8.
    ///   - offset: The offset of the cursor.
    ///   - language: The markup language of the note.
    /// - Complexity: Linear in the length of the text.
    package init?(in bytes: [UInt8], at offset: Int, _ language: NoteLanguage) {
        guard offset >= 0, offset <= bytes.count else { return nil }
        let place: TypedPlace?
        switch language {
        case .markdown, .mdx:
            if let front = TypedFrontMatter(bytes, at: offset) {
                place = front.place
            } else {
                place = TypedPlace(hashTagIn: bytes, at: offset)
            }
        case .org: place = TypedPlace(orgTagIn: bytes, at: offset)
        case .plainText: place = TypedPlace(hashTagIn: bytes, at: offset)
        }
        guard let place else { return nil }
        // Parse the note with a placeholder, to check that a tag is possible here and to find the other tags.
        let probe = Array(bytes[..<place.range.lowerBound]) + [UInt8(ascii: "x")] + bytes[place.range.upperBound...]
        let note: Note
        do { note = try Note(file: probe, language) } catch {
            // A text that isn't valid UTF-8 offers no completion.
            return nil
        }
        let own = note.tags.firstIndex { $0.range?.lowerBound == place.range.lowerBound }
        if case .hashTag = place.form, own == nil { return nil }
        range = place.range
        text = StreamSafeText.received(String(decoding: bytes[place.range.lowerBound..<offset], as: UTF8.self))
        form = place.form
        suffix = place.suffix
        let body = note.text.bytes[min(note.bodyStart, probe.count)...].prefix(Self.textLimit)
        words = "\(note.title ?? "")\n\(StreamSafeText.received(String(decoding: body, as: UTF8.self)))"
        var others = note.tags
        if let own { others.remove(at: own) }
        self.others = others.map(\.name) + (own == nil ? place.siblings : [])
    }
}

/// A position that allows a tag.
struct TypedPlace {
    var range: Range<Int>
    var form: NoteTag.Form
    var suffix = ""
    /// The other tags of the same list, in case the note can't be parsed.
    var siblings: [String] = []
}

extension TypedPlace {
    /// Finds a `#` before the cursor, with only tag characters in between.
    init?(hashTagIn bytes: [UInt8], at offset: Int) {
        var start = offset
        while start > 0, offset - start < 1_000, !bytes[start - 1].isWhiteSpace {
            start -= 1
            guard bytes[start] == UInt8(ascii: "#"), let end = HashTag.extent(at: start, in: bytes) else { continue }
            guard end >= offset else { return nil }
            self.init(range: start + 1..<end, form: .hashTag)
            return
        }
        return nil
    }

    /// Finds a word of `#+filetags:`, or a tag after a colon at the end of a heading.
    init?(orgTagIn bytes: [UInt8], at offset: Int) {
        let start = bytes[..<offset].lastIndex { $0 == 0x0A || $0 == 0x0D }.map { $0 + 1 } ?? 0
        let line = OrgLine(bytes, start..<bytes.line(at: start).end)
        guard let token = Self.orgToken(bytes, around: offset, in: line.range) else { return nil }
        let isClosed = bytes.byte(at: token.upperBound) == UInt8(ascii: ":")
        if let fileTags = line.fileTags {
            guard fileTags.lowerBound <= token.lowerBound else { return nil }
            let isBetweenColons = bytes[fileTags.lowerBound..<token.lowerBound].contains(UInt8(ascii: ":"))
            self.init(range: token, form: .orgTag, suffix: isBetweenColons && !isClosed ? ":" : "")
            return
        }
        guard line.heading != nil, bytes[token.lowerBound - 1] == UInt8(ascii: ":"),
            Self.isOrgTags(bytes, before: token.lowerBound, after: token.upperBound, line.range)
        else { return nil }
        self.init(range: token, form: .orgTag, suffix: isClosed ? "" : ":")
    }

    /// Returns the range of tag characters around an offset, unless it's at the start of the line.
    private static func orgToken(_ bytes: [UInt8], around offset: Int, in line: Range<Int>) -> Range<Int>? {
        let isBoundary = { (byte: UInt8) in byte == UInt8(ascii: ":") || byte.isWhiteSpace }
        guard let before = bytes[line.lowerBound..<offset].lastIndex(where: isBoundary) else { return nil }
        let end = bytes[offset..<line.upperBound].firstIndex(where: isBoundary) ?? line.upperBound
        let token = before + 1..<end
        return token.isEmpty || OrgTag.isTag(bytes[token]) ? token : nil
    }

    /// Returns whether a word is part of a heading's tags: after white space and colons, at the end of the line.
    private static func isOrgTags(_ bytes: [UInt8], before start: Int, after end: Int, _ line: Range<Int>) -> Bool {
        let word = bytes[line.lowerBound..<start].lastIndex(where: \.isSpaceOrTab)
        guard let word, bytes[word + 1] == UInt8(ascii: ":") else { return false }
        let rest = bytes[word + 1..<start] + bytes[end..<line.upperBound]
        return rest.split { $0 == UInt8(ascii: ":") || $0.isSpaceOrTab }.allSatisfy { OrgTag.isTag($0) }
            && !bytes[end..<line.upperBound].drop { !$0.isSpaceOrTab }.contains { !$0.isSpaceOrTab }
    }
}
