internal import Yams

/// Adding tags to front matter.
extension FrontMatterEdit {
    /// Returns the note with more tags, in the existing list or in a new one.
    ///
    /// - Throws: `NoteError` if the front matter is written in a form that can't be edited.
    func bytes(adding names: [String]) throws(NoteError) -> [UInt8] {
        var copy = self
        guard let frontMatter else {
            try copy.create(names)
            return copy.edited
        }
        guard let list = lists.first else {
            try copy.createList(names, in: frontMatter)
            return copy.edited
        }
        switch list.form {
        case .missing(let colon): try copy.fill(list, behind: colon, names)
        case .null(let range): copy.edits.append((range, Self.brackets(names)))
        case .words(let whole, let quote): copy.addWords(names, whole, quote, list)
        case .flow(let bracket): copy.addItems(names, list, bracket)
        case .block: try copy.addLines(names, list)
        case .unknown: throw uneditable(list)
        }
        return copy.edited
    }

    /// Returns the indentation of a key.
    ///
    /// - Throws: `NoteError` if the key isn't the first text on its line.
    func indent(before key: Int) throws(NoteError) -> String {
        let start = line(around: key..<key).start
        guard bytes[start..<key].allSatisfy({ $0 == 0x20 }) else {
            throw NoteError(
                line: 2, text: "the front matter's keys aren't at the start of their lines; add 'tags: []' to it first")
        }
        return String(repeating: " ", count: key - start)
    }

    /// The line end for new lines: that of the opening `---`.
    ///
    /// YAML also accepts a lone carriage return as a line end, so other lines aren't examined.
    /// Without front matter, the line end is that of the first line that has a line feed.
    var lineEnd: [UInt8] {
        let first = bytes.line(at: start)
        if frontMatter != nil, first.end < first.next { return Array(bytes[first.end..<first.next]) }
        guard let feed = bytes[start...].firstIndex(of: 0x0A) else {
            return first.end == first.next ? [0x0A] : Array(bytes[first.end..<first.next])
        }
        return feed > start && bytes[feed - 1] == 0x0D ? [0x0D, 0x0A] : [0x0A]
    }

    /// Returns block list items, one per line.
    func block(_ names: [String], _ prefix: String, _ quote: NoteTag.Quote, _ end: [UInt8]) -> [UInt8] {
        names.flatMap { Array(prefix.utf8) + Self.item($0, quote, isInFlow: false) + end }
    }

    /// Returns a tag as a list item with its quotes.
    private static func item(_ name: String, _ quote: NoteTag.Quote, isInFlow: Bool) -> [UInt8] {
        let sign = quote == .none ? [] : [UInt8(ascii: quote == .single ? "'" : "\"")]
        return sign + NoteTag.Form.scalar(name, quote, isInFlow: isInFlow) + sign
    }

    private static func items(_ names: [String], _ quote: NoteTag.Quote, separator: [UInt8]) -> [UInt8] {
        Array(names.map { item($0, quote, isInFlow: true) }.joined(separator: separator))
    }

    private static func brackets(_ names: [String]) -> [UInt8] {
        Array("[".utf8) + items(names, .none, separator: Array(", ".utf8)) + Array("]".utf8)
    }

    /// Adds a list after a key without a value, as block items or, inside another flow list, in brackets.
    private mutating func fill(_ list: TagList, behind colon: Int, _ names: [String]) throws(NoteError) {
        let end = afterSpaces(colon)
        let line = bytes.line(at: colon)
        let isBlank = end == line.end || bytes.byte(at: end) == UInt8(ascii: "#")
        guard !list.isInFlow, isBlank else { return insert(Array(" ".utf8) + Self.brackets(names), at: colon) }
        let indent = try indent(before: list.start)
        insert(block(names, indent + "  - ", .none, lineEnd), at: line.next)
    }

    private mutating func addWords(_ names: [String], _ whole: Range<Int>, _ quote: NoteTag.Quote, _ list: TagList) {
        let tags = (frontMatter?.tags ?? []).filter { $0.range.map { whole.contains($0.lowerBound) } ?? false }
        let content = quote == .none ? whole : whole.lowerBound + 1..<whole.upperBound - 1
        let hasComma = bytes[content].contains(UInt8(ascii: ","))
        let isBetweenCommas = hasComma || tags.count < 2
        let words = names.map { name in
            NoteTag(
                name: name, line: list.line, range: nil,
                form: .word(quote: quote, isInFlow: list.isInFlow, isBetweenCommas: isBetweenCommas)
            )
            .written(name)
        }
        // A tag with a space fits only if commas separate the words.
        let written = words.compactMap(\.self)
        let fits = !(list.isInFlow && quote == .none && isBetweenCommas)
        guard written.count == names.count, fits, let last = tags.last?.range else {
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

    /// Returns the separator between the last two items if it's a comma with white space, otherwise `, `.
    private func separator(of list: TagList) -> [UInt8] {
        let items = list.items.suffix(2)
        if items.count == 2, let first = items.first, let last = items.last {
            let between = Array(bytes[first.upperBound..<last.lowerBound])
            let isPlain = between.dropFirst().allSatisfy { $0.isSpaceOrTab || $0 == 0x0A || $0 == 0x0D }
            if between.first == UInt8(ascii: ","), isPlain { return between }
        }
        return Array(", ".utf8)
    }

    private mutating func addLines(_ names: [String], _ list: TagList) throws(NoteError) {
        guard let last = list.items.last else { throw uneditable(list) }
        let line = line(around: last)
        guard dash(in: line.start..<last.lowerBound) != nil else { throw uneditable(list) }
        let end = afterSpaces(last.upperBound)
        guard end == line.end || bytes.byte(at: end) == UInt8(ascii: "#") else { throw uneditable(list) }
        let prefix = String(decoding: bytes[line.start..<last.lowerBound], as: UTF8.self)
        insert(block(names, prefix, list.quote, lineEnd), at: line.next)
    }
}
