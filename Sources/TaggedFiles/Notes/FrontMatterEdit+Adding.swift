internal import Yams

/// Adding tags to lists.
extension FrontMatterEdit {
    /// The bytes with more tags: in the list that is there, else in one that is made.
    func bytes(adding names: [String]) throws(NoteError) -> [UInt8] {
        var copy = self
        guard let frontMatter else {
            if let problem = otherFrontMatter { throw problem }
            let end = lineEnd
            let lines = ["---", "tags:"].flatMap { Array($0.utf8) + end }
            let rule = Array("---".utf8) + end
            copy.insert(lines + block(names, "  - ", .none, end) + rule, at: start)
            return copy.edited
        }
        guard let list = lists.first else {
            try copy.makeList(names, in: frontMatter)
            return copy.edited
        }
        switch list.form {
        case .missing(let colon): try copy.fill(list, behind: colon, names)
        case .null(let range): copy.edits.append((range, Self.brackets(names)))
        case .words(let whole, let quote): copy.addWords(names, whole, quote, list)
        case .flow(let bracket): copy.addItems(names, list, bracket)
        case .block: try copy.addLines(names, list)
        case .unknown: throw problem(list)
        }
        return copy.edited
    }

    /// Why front matter cannot be made in front of the text: it begins with another kind, or with one that has no end.
    private var otherFrontMatter: NoteError? {
        let first = bytes.line(at: start)
        let second = bytes.line(at: min(first.next, bytes.count))
        let line = bytes[start..<first.end]
        if FrontMatterLines.isRule(line, ["+++"]) {
            return NoteError(line: 1, text: "the front matter is TOML; write the tags into it")
        }
        if line.first == UInt8(ascii: "{"),
            line.dropFirst().allSatisfy(\.isSpaceOrTab)
                || line.starts(with: "{\"".utf8)
        {
            return NoteError(line: 1, text: "the front matter is JSON; write the tags into it")
        }
        let key = bytes[min(first.next, bytes.count)..<second.end]
            .prefix { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "_") }
        if FrontMatterLines.isRule(line, ["---"]), !key.isEmpty,
            bytes.byte(at: key.endIndex) == UInt8(ascii: ":")
        {
            return NoteError(line: 1, text: "the front matter has no end; write '---' below it")
        }
        return nil
    }

    private mutating func makeList(
        _ names: [String],
        in frontMatter: FrontMatter
    ) throws(NoteError) {
        let content = frontMatter.content
        var indent = ""
        if let mark = frontMatter.mapping?.mark {
            let places = ScalarPlaces(bytes, content)
            guard let place = places.offset(of: mark), bytes.byte(at: place) != UInt8(ascii: "{")
            else {
                throw NoteError(
                    line: 2,
                    text: "the front matter is in braces; write 'tags: []' into it first"
                )
            }
            indent = try self.indent(before: place)
        }
        let end = lineEnd
        let key = Array("\(indent)tags:".utf8) + end
        let lines = key + block(names, indent + "  - ", .none, end)
        insert(lines, at: content.upperBound)
    }

    /// The spaces in front of a key, if nothing else stands there.
    private func indent(before key: Int) throws(NoteError) -> String {
        let start = line(around: key..<key).start
        guard bytes[start..<key].allSatisfy({ $0 == 0x20 }) else {
            throw NoteError(
                line: 2,
                text:
                    "the front matter's keys do not begin their lines; write 'tags: []' into it first"
            )
        }
        return String(repeating: " ", count: key - start)
    }

    /// The line end of the line `---` above the front matter, with which new lines end.
    ///
    /// YAML takes a lone carriage return within a line for a line end too, but no other line has to have it. Without front
    /// matter, the first line feed decides.
    private var lineEnd: [UInt8] {
        let first = bytes.line(at: start)
        if frontMatter != nil, first.end < first.next {
            return Array(bytes[first.end..<first.next])
        }
        guard let feed = bytes[start...].firstIndex(of: 0x0A) else {
            return first.end == first.next ? [0x0A] : Array(bytes[first.end..<first.next])
        }
        return feed > start && bytes[feed - 1] == 0x0D ? [0x0D, 0x0A] : [0x0A]
    }

    private func block(
        _ names: [String],
        _ prefix: String,
        _ quote: NoteTag.Quote,
        _ end: [UInt8]
    ) -> [UInt8] {
        names.flatMap { Array(prefix.utf8) + Self.item($0, quote, isInFlow: false) + end }
    }

    /// A tag as an item with its quotes.
    private static func item(
        _ name: String,
        _ quote: NoteTag.Quote,
        isInFlow: Bool
    ) -> [UInt8] {
        let sign = quote == .none ? [] : [UInt8(ascii: quote == .single ? "'" : "\"")]
        return sign + NoteTag.Form.scalar(name, quote, isInFlow: isInFlow) + sign
    }

    private static func items(
        _ names: [String],
        _ quote: NoteTag.Quote,
        separator: [UInt8]
    ) -> [UInt8] {
        Array(names.map { item($0, quote, isInFlow: true) }.joined(separator: separator))
    }

    private static func brackets(_ names: [String]) -> [UInt8] {
        Array("[".utf8) + items(names, .none, separator: Array(", ".utf8)) + Array("]".utf8)
    }

    /// Writes a list behind a key without one: items in lines of their own, or in brackets where other lists are.
    private mutating func fill(
        _ list: TagList,
        behind colon: Int,
        _ names: [String]
    ) throws(NoteError) {
        let end = afterSpaces(colon)
        let line = bytes.line(at: colon)
        let isBlank = end == line.end || bytes.byte(at: end) == UInt8(ascii: "#")
        guard !list.isInFlow, isBlank else {
            return insert(Array(" ".utf8) + Self.brackets(names), at: colon)
        }
        let indent = try indent(before: list.start)
        insert(block(names, indent + "  - ", .none, lineEnd), at: line.next)
    }

    private mutating func addWords(
        _ names: [String],
        _ whole: Range<Int>,
        _ quote: NoteTag.Quote,
        _ list: TagList
    ) {
        let tags = (frontMatter?.tags ?? [])
            .filter { $0.range.map { whole.contains($0.lowerBound) } ?? false }
        let content = quote == .none ? whole : whole.lowerBound + 1..<whole.upperBound - 1
        let hasComma = bytes[content].contains(UInt8(ascii: ","))
        let isBetweenCommas = hasComma || tags.count < 2
        let words = names.map { name in
            NoteTag(
                name: name,
                line: list.line,
                range: nil,
                form: .word(
                    quote: quote,
                    isInFlow: list.isInFlow,
                    isBetweenCommas: isBetweenCommas
                )
            )
            .written(name)
        }
        // A single word may have a space in it only where another one makes a comma necessary.
        let written = words.compactMap(\.self)
        let canStand = !(list.isInFlow && quote == .none && isBetweenCommas)
        guard written.count == names.count, canStand, let last = tags.last?.range else {
            edits.append((whole, Self.brackets(tags.map(\.name) + names)))
            return
        }
        let separator = Array((isBetweenCommas ? ", " : " ").utf8)
        insert(written.flatMap { separator + $0 }, at: last.upperBound)
    }

    private mutating func addItems(_ names: [String], _ list: TagList, _ bracket: Int) {
        guard let last = list.items.last else {
            let text = Self.items(names, list.quote, separator: Array(", ".utf8))
            let isFollowed = bytes.byte(at: afterSpaces(bracket + 1)) != UInt8(ascii: "]")
            return insert(text + Array((isFollowed ? ", " : "").utf8), at: bracket + 1)
        }
        let separator = separator(of: list)
        let text = Self.items(names, list.quote, separator: separator)
        insert(separator + text, at: last.upperBound)
    }

    /// What stands between the last two items, if that is a comma and white space alone.
    private func separator(of list: TagList) -> [UInt8] {
        let items = list.items.suffix(2)
        if items.count == 2, let first = items.first, let last = items.last {
            let between = Array(bytes[first.upperBound..<last.lowerBound])
            let isPlain = between.dropFirst()
                .allSatisfy { $0.isSpaceOrTab || $0 == 0x0A || $0 == 0x0D }
            if between.first == UInt8(ascii: ","), isPlain { return between }
        }
        return Array(", ".utf8)
    }

    private mutating func addLines(_ names: [String], _ list: TagList) throws(NoteError) {
        guard let last = list.items.last else { throw problem(list) }
        let line = line(around: last)
        guard dash(in: line.start..<last.lowerBound) != nil else { throw problem(list) }
        let end = afterSpaces(last.upperBound)
        guard end == line.end || bytes.byte(at: end) == UInt8(ascii: "#") else {
            throw problem(list)
        }
        let prefix = String(decoding: bytes[line.start..<last.lowerBound], as: UTF8.self)
        insert(block(names, prefix, list.quote, lineEnd), at: line.next)
    }
}
