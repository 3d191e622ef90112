/// The text of a paragraph or heading as contiguous bytes, with a mapping to offsets in the note.
struct InlineText {
    let bytes: [UInt8]
    /// The offset of each line in `bytes` and in the note.
    private let lines: [(start: Int, source: Int)]

    init(_ source: [UInt8], _ ranges: [Range<Int>]) {
        var bytes: [UInt8] = []
        var lines: [(start: Int, source: Int)] = []
        for range in ranges {
            lines.append((bytes.count, range.lowerBound))
            bytes += source[range]
            bytes.append(0x0A)
        }
        self.bytes = bytes
        self.lines = lines
    }

    /// Converts ascending ranges, each within a line, to ranges in the note.
    func sources(of ranges: [Range<Int>]) -> [Range<Int>] {
        var line = 0
        return ranges.map { range in
            while line + 1 < lines.count, lines[line + 1].start <= range.lowerBound { line += 1 }
            let distance = lines[line].source - lines[line].start
            return range.lowerBound + distance..<range.upperBound + distance
        }
    }
}

/// A scanner for the `#tags` of Markdown text.
///
/// It skips code, HTML, math, wiki links, URLs, and the destinations and titles of links. The construct that starts
/// first wins, and a tag is a single token like a code span, so emphasis doesn't end it. Brackets are matched according
/// to CommonMark, since only the part after the text of a link is skipped.
///
/// - Complexity: Linear in the length of the text.
struct MarkdownInlines {
    /// An opening bracket that may start a link.
    private struct Bracket {
        var place: Int
        var isImage: Bool
        var isActive = true
    }

    private let text: [UInt8]
    private let definitions: Set<String>
    private var place = 0
    /// The ranges of the tags, without `#`.
    private(set) var tags: [Range<Int>] = []
    private var brackets: [Bracket] = []
    /// The number of brackets known to be inactive, except those of images.
    private var inactive = 0
    /// The offset of the last run of backticks of each length; nil until it's needed.
    private var lastTicks: [Int: Int]?
    /// The delimiters known to be absent from the rest of the text.
    private var missing: Set<String> = []
    /// The state of the search for URLs: the offset searched up to, and whether a URL is open there.
    private var address = (checked: 0, isOpen: false)

    init(_ text: [UInt8], definitions: Set<String>) {
        self.text = text
        self.definitions = definitions
        while place < text.count { step() }
    }

    private mutating func step() {
        switch text[place] {
        case UInt8(ascii: "\\"): place += text.byte(at: place + 1).isPunctuation ? 2 : 1
        case UInt8(ascii: "`"): skipCode()
        case UInt8(ascii: "<"): skipHTML()
        case UInt8(ascii: "$"): skipMath()
        case UInt8(ascii: "#"): takeTag()
        case UInt8(ascii: "!") where text.byte(at: place + 1) == UInt8(ascii: "["):
            place += 1
            if !skipWikiLink() { push(isImage: true) }
        case UInt8(ascii: "["): if !skipWikiLink() { push(isImage: false) }
        case UInt8(ascii: "]"): endBracket()
        default: place += 1
        }
    }

    private mutating func takeTag() {
        guard !isInAddress(), let end = HashTag.end(at: place, in: text) else {
            place += 1
            return
        }
        tags.append(place + 1..<end)
        place = end
    }

    /// Returns whether `://` precedes the position, with no white space or `<` in between.
    private mutating func isInAddress() -> Bool {
        var start = place
        while start > address.checked, text[start - 1] != UInt8(ascii: "<"), !HashTag.isSpace(before: start, in: text) {
            start -= 1
        }
        let goesOn = start == address.checked && address.isOpen
        // `://` may start in the part that was already searched.
        let from = start == address.checked ? max(0, start - 2) : start
        let hasSigns = text[from..<place].contains("://")
        address = (place, goesOn || hasSigns)
        return address.isOpen
    }

    // MARK: Skipping

    private mutating func skipCode() {
        let length = run(of: UInt8(ascii: "`"), at: place)
        let start = place + length
        let last = lastTicks ?? ticks()
        lastTicks = last
        place = start
        guard let end = last[length], end >= start else { return }
        var next = start
        while next < text.count {
            guard text[next] == UInt8(ascii: "`") else {
                next += 1
                continue
            }
            let found = run(of: UInt8(ascii: "`"), at: next)
            next += found
            if found == length {
                place = next
                return
            }
        }
    }

    /// Returns the offset of the last run of backticks of each length.
    private func ticks() -> [Int: Int] {
        var last: [Int: Int] = [:]
        var place = 0
        while place < text.count {
            let length = run(of: UInt8(ascii: "`"), at: place)
            if length > 0 { last[length] = place }
            place += max(1, length)
        }
        return last
    }

    private func run(of byte: UInt8, at start: Int) -> Int {
        var end = start
        while end < text.count, text[end] == byte { end += 1 }
        return end - start
    }

    private mutating func skipHTML() {
        place =
            InlineHTML.addressEnd(at: place, in: text) ?? InlineHTML.tagEnd(at: place, in: text) ?? endOfMarkup()
            ?? place + 1
    }

    /// Returns the end of a comment, processing instruction, declaration or CDATA section.
    private mutating func endOfMarkup() -> Int? {
        let start = text[place...].prefix(9)
        if start.starts(with: "<!-->".utf8) { return place + 5 }
        if start.starts(with: "<!--->".utf8) { return place + 6 }
        if start.starts(with: "<!--".utf8) { return end(of: "-->", from: place + 4) }
        if start.starts(with: "<?".utf8) { return end(of: "?>", from: place + 2) }
        if start.starts(with: "<![CDATA[".utf8) { return end(of: "]]>", from: place + 9) }
        if start.starts(with: "<!".utf8), text.byte(at: place + 2).isLetter { return end(of: ">", from: place + 2) }
        return nil
    }

    /// Returns the offset after the next delimiter; a delimiter that isn't found is never searched for again.
    private mutating func end(of signs: String, from start: Int) -> Int? {
        guard !missing.contains(signs) else { return nil }
        let wanted = Array(signs.utf8)
        var place = start
        while place + wanted.count <= text.count {
            if text[place] == wanted[0], text[place..<place + wanted.count].elementsEqual(wanted) {
                return place + wanted.count
            }
            place += 1
        }
        missing.insert(signs)
        return nil
    }

    private mutating func skipMath() {
        if text.byte(at: place + 1) == UInt8(ascii: "$") {
            let start = place + 2
            // The math isn't empty.
            place = end(of: "$$", from: start + 1) ?? start
            return
        }
        let start = place
        place += 1
        guard !text.byte(at: place).isWhiteSpace else { return }
        var end = place
        while end < text.count, text[end] != UInt8(ascii: "$") { end += text[end] == UInt8(ascii: "\\") ? 2 : 1 }
        guard end < text.count, end > start + 1, !text[end - 1].isWhiteSpace, !text.byte(at: end + 1).isDigit else {
            return
        }
        place = end + 1
    }

    /// Skips a wiki link such as `[[a page]]`; returns whether there is one.
    private mutating func skipWikiLink() -> Bool {
        guard text.byte(at: place + 1) == UInt8(ascii: "[") else { return false }
        var end = place + 2
        while end < text.count, !"[]\n".utf8.contains(text[end]) { end += 1 }
        guard end > place + 2, text.byte(at: end) == UInt8(ascii: "]"), text.byte(at: end + 1) == UInt8(ascii: "]")
        else { return false }
        place = end + 2
        return true
    }

    // MARK: Links

    private mutating func push(isImage: Bool) {
        brackets.append(Bracket(place: place, isImage: isImage))
        place += 1
    }

    private mutating func endBracket() {
        place += 1
        guard let bracket = brackets.popLast() else { return }
        inactive = min(inactive, brackets.count)
        guard bracket.isActive, let end = targetEnd(of: bracket) else { return }
        place = end
        guard !bracket.isImage else { return }
        // Links can't contain other links.
        for index in inactive..<brackets.count where !brackets[index].isImage { brackets[index].isActive = false }
        inactive = brackets.count
    }

    /// Returns the end of the destination of the link whose text ends here, or nil if it isn't a link.
    private func targetEnd(of bracket: Bracket) -> Int? {
        if let end = inlineTargetEnd() { return end }
        guard !definitions.isEmpty else { return nil }
        if text.byte(at: place) == UInt8(ascii: "["), let end = LinkParts.labelEnd(at: place, in: text), end > place + 2
        {
            return definitions.contains(LinkParts.key(text[place + 1..<end - 1])) ? end : nil
        }
        guard LinkParts.labelEnd(at: bracket.place, in: text) == place,
            definitions.contains(LinkParts.key(text[bracket.place + 1..<place - 1]))
        else { return nil }
        let isCollapsed = text[place...].starts(with: "[]".utf8)
        return isCollapsed ? place + 2 : place
    }

    /// Returns the end of a destination in parentheses.
    private func inlineTargetEnd() -> Int? {
        guard text.byte(at: place) == UInt8(ascii: "(") else { return nil }
        let start = LinkParts.skipSpace(place + 1, text)
        guard let target = LinkParts.targetEnd(at: start, in: text, isBare: false) else { return nil }
        var end = LinkParts.skipSpace(target, text)
        if end > target, let title = LinkParts.titleEnd(at: end, in: text) { end = LinkParts.skipSpace(title, text) }
        return text.byte(at: end) == UInt8(ascii: ")") ? end + 1 : nil
    }
}

/// A position in a line of Markdown: an offset and a column, with tab stops at every four columns.
struct LineCursor {
    private let bytes: [UInt8]
    /// The end of the line, before its line end.
    let end: Int
    private(set) var offset: Int
    private(set) var column = 0
    /// The offset of the next byte that is neither a space nor a tab.
    private(set) var nextSign: Int
    private var nextColumn = 0

    init(_ bytes: [UInt8], _ line: Range<Int>) {
        self.bytes = bytes
        end = line.upperBound
        offset = line.lowerBound
        nextSign = offset
        findSign()
    }

    /// The number of columns of white space at the position.
    var indent: Int { nextColumn - column }
    /// Whether only white space is left.
    var isBlank: Bool { nextSign >= end }
    /// Whether the indentation makes the rest of the line code.
    var isIndented: Bool { indent >= 4 }
    /// Whether the byte at the position is a space or a tab.
    var isAtSpace: Bool { offset < end && bytes[offset].isSpaceOrTab }
    /// The next byte that isn't white space, or 0 at the end.
    var sign: UInt8 { byte(nextSign) }

    /// Returns a byte of the line, or 0 past its end.
    func byte(_ offset: Int) -> UInt8 { offset < end ? bytes[offset] : 0 }

    /// Returns whether only spaces and tabs follow an offset.
    func isBlank(from offset: Int) -> Bool {
        var offset = offset
        while offset < end, bytes[offset].isSpaceOrTab { offset += 1 }
        return offset >= end
    }

    /// Returns the length of the run of a byte at an offset.
    func run(of byte: UInt8, from offset: Int) -> Int {
        var runEnd = offset
        while runEnd < end, bytes[runEnd] == byte { runEnd += 1 }
        return runEnd - offset
    }

    /// Moves to the next byte that isn't white space.
    mutating func skipSpace() {
        offset = nextSign
        column = nextColumn
    }

    /// Moves by a number of columns, possibly into the middle of a tab.
    mutating func advance(columns: Int) {
        var rest = columns
        while rest > 0, offset < end {
            let width = bytes[offset] == 0x09 ? 4 - column % 4 : 1
            if width <= rest { offset += 1 }
            column += min(width, rest)
            rest -= min(width, rest)
        }
        // Within white space, the next sign stays the same.
        if offset > nextSign { findSign() }
    }

    private mutating func findSign() {
        nextSign = offset
        nextColumn = column
        while nextSign < end, bytes[nextSign].isSpaceOrTab {
            nextColumn += bytes[nextSign] == 0x09 ? 4 - nextColumn % 4 : 1
            nextSign += 1
        }
    }
}
