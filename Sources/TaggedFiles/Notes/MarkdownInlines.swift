/// A Markdown text in one piece, whose lines end with U+000A, and where its bytes stand in the note.
struct InlineText {
    let bytes: [UInt8]
    /// For each line, where it begins here and in the note.
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

    /// Where some ranges, in rising order and each within a line, stand in the note.
    func sources(of ranges: [Range<Int>]) -> [Range<Int>] {
        var line = 0
        return ranges.map { range in
            while line + 1 < lines.count, lines[line + 1].start <= range.lowerBound { line += 1 }
            let distance = lines[line].source - lines[line].start
            return range.lowerBound + distance..<range.upperBound + distance
        }
    }
}

/// Finds the `#tags` of a Markdown text: outside code, HTML, math, wiki links, addresses, and the targets and titles of links.
///
/// What begins first wins, and a tag is one thing, as code is: emphasis does not end it. Brackets are matched as CommonMark says,
/// since only the second part of what is a link is no text.
///
/// - Complexity: linear in the bytes.
struct MarkdownInlines {
    /// A bracket that may begin a link.
    private struct Bracket {
        var place: Int
        var isImage: Bool
        var isActive = true
    }

    private let text: [UInt8]
    private let definitions: Set<String>
    private var place = 0
    /// The tags without their `#`.
    private(set) var tags: [Range<Int>] = []
    private var brackets: [Bracket] = []
    /// The brackets below this one are all inactive but for images.
    private var inactive = 0
    /// For each length of a run of backticks, where the last one stands; `nil` as long as nobody asked.
    private var lastTicks: [Int: Int]?
    /// What is known not to stand further on.
    private var missing: Set<String> = []
    /// Up to where it is known whether an address goes on.
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

    /// Whether `://` stands between the last white space or `<` and here.
    private mutating func isInAddress() -> Bool {
        var start = place
        while start > address.checked, text[start - 1] != UInt8(ascii: "<"),
            !HashTag.isSpace(before: start, in: text)
        {
            start -= 1
        }
        let goesOn = start == address.checked && address.isOpen
        // What was looked at before may hold the beginning of the three signs.
        let from = start == address.checked ? max(0, start - 2) : start
        let hasSigns = text[from..<place].contains("://")
        address = (place, goesOn || hasSigns)
        return address.isOpen
    }

    // MARK: What is no text

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

    /// For each length of a run of backticks, where the last one stands.
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
            InlineHTML.addressEnd(at: place, in: text)
            ?? InlineHTML.tagEnd(at: place, in: text) ?? endOfMarkup() ?? place + 1
    }

    /// The end of a comment, an instruction, a declaration or character data.
    private mutating func endOfMarkup() -> Int? {
        let start = text[place...].prefix(9)
        if start.starts(with: "<!-->".utf8) { return place + 5 }
        if start.starts(with: "<!--->".utf8) { return place + 6 }
        if start.starts(with: "<!--".utf8) { return end(of: "-->", from: place + 4) }
        if start.starts(with: "<?".utf8) { return end(of: "?>", from: place + 2) }
        if start.starts(with: "<![CDATA[".utf8) { return end(of: "]]>", from: place + 9) }
        if start.starts(with: "<!".utf8), text.byte(at: place + 2).isLetter {
            return end(of: ">", from: place + 2)
        }
        return nil
    }

    /// Behind the next of some signs of ASCII; what is not there is looked for once.
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
            // Something stands between the signs.
            place = end(of: "$$", from: start + 1) ?? start
            return
        }
        let start = place
        place += 1
        guard !text.byte(at: place).isWhiteSpace else { return }
        var end = place
        while end < text.count, text[end] != UInt8(ascii: "$") {
            end += text[end] == UInt8(ascii: "\\") ? 2 : 1
        }
        guard end < text.count, end > start + 1, !text[end - 1].isWhiteSpace,
            !text.byte(at: end + 1).isDigit
        else { return }
        place = end + 1
    }

    /// Skips `[[a page]]`; whether one stands here.
    private mutating func skipWikiLink() -> Bool {
        guard text.byte(at: place + 1) == UInt8(ascii: "[") else { return false }
        var end = place + 2
        while end < text.count, !"[]\n".utf8.contains(text[end]) { end += 1 }
        guard end > place + 2, text.byte(at: end) == UInt8(ascii: "]"),
            text.byte(at: end + 1) == UInt8(ascii: "]")
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
        // A link holds no other links.
        for index in inactive..<brackets.count where !brackets[index].isImage {
            brackets[index].isActive = false
        }
        inactive = brackets.count
    }

    /// The end of the target of a link whose text ends here; `nil` if it is none.
    private func targetEnd(of bracket: Bracket) -> Int? {
        if let end = inlineTargetEnd() { return end }
        guard !definitions.isEmpty else { return nil }
        if text.byte(at: place) == UInt8(ascii: "["),
            let end = LinkParts.labelEnd(at: place, in: text), end > place + 2
        {
            return definitions.contains(LinkParts.key(text[place + 1..<end - 1])) ? end : nil
        }
        guard LinkParts.labelEnd(at: bracket.place, in: text) == place,
            definitions.contains(LinkParts.key(text[bracket.place + 1..<place - 1]))
        else { return nil }
        let isCollapsed = text[place...].starts(with: "[]".utf8)
        return isCollapsed ? place + 2 : place
    }

    /// The end of a target in parentheses.
    private func inlineTargetEnd() -> Int? {
        guard text.byte(at: place) == UInt8(ascii: "(") else { return nil }
        let start = LinkParts.skipSpace(place + 1, text)
        guard let target = LinkParts.targetEnd(at: start, in: text, isBare: false) else {
            return nil
        }
        var end = LinkParts.skipSpace(target, text)
        if end > target, let title = LinkParts.titleEnd(at: end, in: text) {
            end = LinkParts.skipSpace(title, text)
        }
        return text.byte(at: end) == UInt8(ascii: ")") ? end + 1 : nil
    }
}
