/// A tag that is being typed in a note: what is typed of it, where, and how it is written there.
///
/// Its note need not be whole: front matter that is no YAML yet still says where its tags stand.
package struct TypedTag: Sendable {
    /// What stands there, in front of the cursor and behind it, without `#` and quotes.
    package let range: Range<Int>
    /// What is typed: the part in front of the cursor.
    package let text: String
    /// How a tag is written there.
    package let form: NoteTag.Form
    /// What a tag still needs behind it.
    package let suffix: String
    /// The note's other tags.
    package let others: [String]
    /// The note's title and, behind it, its text; of that the first ``textLimit`` bytes.
    package let words: String

    /// How much of a note's text counts: what is more takes longer to look through than it tells.
    package static let textLimit = 16_384

    /// Finds the tag at a place of a note; `nil` where no tag can be typed.
    ///
    /// - Parameters:
    ///   - bytes: The text, in UTF-8.
    ///   - offset: The place of the cursor.
    ///   - language: What the note is written in.
    /// - Complexity: linear in the bytes.
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
        // With a letter in its place, a reader says whether it is a tag, and what others there are.
        let probe =
            Array(bytes[..<place.range.lowerBound]) + [UInt8(ascii: "x")]
            + bytes[place.range.upperBound...]
        guard let note = try? Note(file: probe, language) else { return nil }
        let own = note.tags.firstIndex { $0.range?.lowerBound == place.range.lowerBound }
        if case .hashTag = place.form, own == nil { return nil }
        range = place.range
        text = String(decoding: bytes[place.range.lowerBound..<offset], as: UTF8.self)
        form = place.form
        suffix = place.suffix
        let body = note.text.bytes[min(note.bodyStart, probe.count)...].prefix(Self.textLimit)
        words = "\(note.title ?? "")\n\(String(decoding: body, as: UTF8.self))"
        var others = note.tags
        if let own { others.remove(at: own) }
        self.others = others.map(\.name) + (own == nil ? place.siblings : [])
    }
}

/// Where a tag may be typed.
struct TypedPlace {
    var range: Range<Int>
    var form: NoteTag.Form
    var suffix = ""
    /// The tags beside it, in case that a reader cannot tell.
    var siblings: [String] = []
}

extension TypedPlace {
    /// A `#` in front of the cursor, with what may be a tag up to there.
    init?(hashTagIn bytes: [UInt8], at offset: Int) {
        var start = offset
        while start > 0, offset - start < 1_000, !bytes[start - 1].isWhiteSpace {
            start -= 1
            guard bytes[start] == UInt8(ascii: "#"), let end = HashTag.extent(at: start, in: bytes)
            else { continue }
            guard end >= offset else { return nil }
            self.init(range: start + 1..<end, form: .hashTag)
            return
        }
        return nil
    }

    /// A word of `#+filetags:` or behind a colon at the end of a heading.
    init?(orgTagIn bytes: [UInt8], at offset: Int) {
        let start = bytes[..<offset].lastIndex { $0 == 0x0A || $0 == 0x0D }.map { $0 + 1 } ?? 0
        let line = OrgLine(bytes, start..<bytes.line(at: start).end)
        guard let token = Self.orgToken(bytes, around: offset, in: line.range) else { return nil }
        let isClosed = bytes.byte(at: token.upperBound) == UInt8(ascii: ":")
        if let fileTags = line.fileTags {
            guard fileTags.lowerBound <= token.lowerBound else { return nil }
            let isBetweenColons = bytes[fileTags.lowerBound..<token.lowerBound]
                .contains(UInt8(ascii: ":"))
            self.init(
                range: token,
                form: .orgTag,
                suffix: isBetweenColons && !isClosed ? ":" : ""
            )
            return
        }
        guard line.heading != nil, bytes[token.lowerBound - 1] == UInt8(ascii: ":"),
            Self.isOrgTags(bytes, before: token.lowerBound, after: token.upperBound, line.range)
        else { return nil }
        self.init(range: token, form: .orgTag, suffix: isClosed ? "" : ":")
    }

    /// The characters of a tag around an offset, not at the beginning of the line.
    private static func orgToken(
        _ bytes: [UInt8],
        around offset: Int,
        in line: Range<Int>
    ) -> Range<Int>? {
        let isBoundary = { (byte: UInt8) in byte == UInt8(ascii: ":") || byte.isWhiteSpace }
        guard let before = bytes[line.lowerBound..<offset].lastIndex(where: isBoundary) else {
            return nil
        }
        let end = bytes[offset..<line.upperBound].firstIndex(where: isBoundary) ?? line.upperBound
        let token = before + 1..<end
        return token.isEmpty || OrgTag.isTag(bytes[token]) ? token : nil
    }

    /// Whether what surrounds a word are tags between colons, behind white space, and nothing follows.
    private static func isOrgTags(
        _ bytes: [UInt8],
        before start: Int,
        after end: Int,
        _ line: Range<Int>
    ) -> Bool {
        let word = bytes[line.lowerBound..<start].lastIndex(where: \.isSpaceOrTab)
        guard let word, bytes[word + 1] == UInt8(ascii: ":") else { return false }
        let rest = bytes[word + 1..<start] + bytes[end..<line.upperBound]
        return rest.split { $0 == UInt8(ascii: ":") || $0.isSpaceOrTab }
            .allSatisfy { OrgTag.isTag($0) }
            && !bytes[end..<line.upperBound].drop { !$0.isSpaceOrTab }
                .contains { !$0.isSpaceOrTab }
    }
}
