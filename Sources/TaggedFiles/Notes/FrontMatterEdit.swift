internal import TextMeasurement
internal import Yams

/// Byte edits of the lists of tags in front matter.
///
/// Edits don't parse YAML; the caller parses the result again to verify it.
///
/// ```swift
/// let edit = FrontMatterEdit(try NoteText(file: bytes))
/// let added = try edit.bytes(adding: ["sea"])
/// let removed = try edit.bytes(removing: ["draft"])
/// ```
struct FrontMatterEdit {
    /// A range of the text and the bytes that replace it.
    typealias Edit = (range: Range<Int>, bytes: [UInt8])

    let bytes: [UInt8]
    let start: Int
    let frontMatter: FrontMatter?
    let lists: [TagList]
    var edits: [Edit] = []

    init(_ text: NoteText) {
        bytes = text.bytes
        start = text.start
        frontMatter = FrontMatter(text)
        lists = frontMatter.map { TagList.lists(of: $0, in: text.bytes) } ?? []
    }

    /// Returns the error for a list in a form that can't be edited.
    func uneditable(_ list: TagList) -> NoteError {
        NoteError(line: list.line, text: "can't edit \(list.key.quoted) in this form; edit it by hand")
    }

    /// Returns the offset of the list that contains a tag, or nil if it isn't known.
    func listStart(of tag: NoteTag) -> Int? {
        lists.filter { list in tag.range.map { list.start < $0.lowerBound } ?? (list.line <= tag.line) }.map(\.start)
            .max()
    }

    /// The bytes after all edits.
    var edited: [UInt8] { Self.bytes(bytes, with: edits) }

    /// Returns bytes after edits, in any order; of two edits that overlap, the first counts.
    static func bytes(_ bytes: [UInt8], with edits: [Edit]) -> [UInt8] {
        var (result, offset): ([UInt8], Int) = ([], 0)
        for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound })
        where edit.range.lowerBound >= offset {
            result += bytes[offset..<edit.range.lowerBound]
            result += edit.bytes
            offset = edit.range.upperBound
        }
        return result + bytes[offset...]
    }

    mutating func delete(_ range: Range<Int>) { edits.append((range, [])) }

    mutating func insert(_ text: [UInt8], at offset: Int) { edits.append((offset..<offset, text)) }

    /// Returns the offset of the dash before a block item, or nil if other text precedes the item.
    func dash(in range: Range<Int>) -> Int? {
        var offset = range.lowerBound
        while offset < range.upperBound, bytes[offset] == UInt8(ascii: " ") { offset += 1 }
        guard offset < range.upperBound, bytes[offset] == UInt8(ascii: "-"),
            bytes[(offset + 1)..<range.upperBound].allSatisfy(\.isSpaceOrTab)
        else { return nil }
        return offset
    }

    func line(around range: Range<Int>) -> (start: Int, end: Int, next: Int) {
        var start = range.lowerBound
        while start > 0, bytes[start - 1] != 0x0A, bytes[start - 1] != 0x0D { start -= 1 }
        let (end, next) = bytes.line(at: range.upperBound)
        return (start, end, next)
    }

    func afterSpaces(_ offset: Int) -> Int {
        var offset = offset
        while bytes.byte(at: offset).isSpaceOrTab { offset += 1 }
        return offset
    }
}

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

/// Creating front matter, or a list of tags in front matter that has none.
extension FrontMatterEdit {
    /// Creates front matter with tags at the beginning of the text.
    ///
    /// - Throws: `NoteError` if the text starts with another kind of front matter or with unclosed front matter.
    mutating func create(_ names: [String]) throws(NoteError) {
        if let error = foreignFrontMatterError { throw error }
        let end = lineEnd
        let lines = ["---", "tags:"].flatMap { Array($0.utf8) + end }
        let rule = Array("---".utf8) + end
        insert(lines + block(names, "  - ", .none, end) + rule, at: start)
    }

    /// Adds a list of tags at the end of front matter without one.
    ///
    /// - Throws: `NoteError` if the front matter is written in braces, or if its keys don't start their lines.
    mutating func createList(_ names: [String], in frontMatter: FrontMatter) throws(NoteError) {
        let content = frontMatter.content
        var indent = ""
        if let mark = frontMatter.mapping?.mark {
            let places = ScalarPlaces(bytes, content)
            guard let place = places.offset(of: mark), bytes.byte(at: place) != UInt8(ascii: "{") else {
                throw NoteError(line: 2, text: "the front matter is in braces; add 'tags: []' to it first")
            }
            indent = try self.indent(before: place)
        }
        let end = lineEnd
        let key = Array("\(indent)tags:".utf8) + end
        let lines = key + block(names, indent + "  - ", .none, end)
        insert(lines, at: content.upperBound)
    }

    /// The reason why the text can't get front matter: it starts with TOML, JSON or unclosed YAML.
    private var foreignFrontMatterError: NoteError? {
        let first = bytes.line(at: start)
        let second = bytes.line(at: min(first.next, bytes.count))
        let line = bytes[start..<first.end]
        if FrontMatterLines.isRule(line, ["+++"]) {
            return NoteError(line: 1, text: "the front matter is TOML; add the tags by hand")
        }
        if line.first == UInt8(ascii: "{"), line.dropFirst().allSatisfy(\.isSpaceOrTab) || line.starts(with: "{\"".utf8)
        {
            return NoteError(line: 1, text: "the front matter is JSON; add the tags by hand")
        }
        let key = bytes[min(first.next, bytes.count)..<second.end]
            .prefix { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "_") }
        if FrontMatterLines.isRule(line, ["---"]), !key.isEmpty, bytes.byte(at: key.endIndex) == UInt8(ascii: ":") {
            return NoteError(line: 1, text: "the front matter isn't closed; add '---' below it")
        }
        return nil
    }
}

/// Removing tags from front matter.
extension FrontMatterEdit {
    /// Returns the note without the tags of the given names.
    ///
    /// - Throws: `NoteError` if a tag is written in a form that can't be edited.
    func bytes(removing names: Set<String>) throws(NoteError) -> [UInt8] {
        var copy = self
        try copy.remove((frontMatter?.tags ?? []).filter { names.contains($0.name) })
        return copy.edited
    }

    /// Adds the edits that remove some tags of the front matter.
    ///
    /// - Throws: `NoteError` if a tag is written in a form that can't be edited.
    mutating func remove(_ tags: [NoteTag]) throws(NoteError) {
        for tag in tags where tag.range == nil {
            throw NoteError(line: tag.line, text: "can't remove \(tag.name.quoted) in this form; remove it by hand")
        }
        for list in lists {
            switch list.form {
            case .words(let whole, let quote): removeWords(of: whole, quote, tags.compactMap(\.range))
            case .flow, .block:
                let removed = Self.beginnings(of: tags.compactMap(\.range), in: list.items)
                guard removed.contains(true) else { continue }
                if case .block = list.form {
                    for (item, isRemoved) in zip(list.items, removed) where isRemoved { try removeLine(of: item, list) }
                } else {
                    try removeItems(of: list, removed)
                }
            case .missing, .null, .unknown: continue
            }
        }
    }

    /// Returns for each range, in ascending order, whether a tag begins in it.
    private static func beginnings(of tags: [Range<Int>], in ranges: [Range<Int>]) -> [Bool] {
        var starts = tags.map(\.lowerBound).sorted()[...]
        return ranges.map { range in
            starts = starts.drop { $0 < range.lowerBound }
            return starts.first.map(range.contains) ?? false
        }
    }

    /// Removes words from a scalar, each with the separator after it; the last word with the separator before it.
    private mutating func removeWords(of whole: Range<Int>, _ quote: NoteTag.Quote, _ ranges: [Range<Int>]) {
        let removed = ranges.filter { whole.contains($0.lowerBound) }
        guard !removed.isEmpty else { return }
        let content = quote == .none ? whole : whole.lowerBound + 1..<whole.upperBound - 1
        let words = (frontMatter?.tags ?? []).compactMap(\.range).filter { whole.contains($0.lowerBound) }
            .map { wholeWord($0, in: content) }
        let isRemoved = Self.beginnings(of: removed, in: words)
        guard let lastKept = isRemoved.lastIndex(of: false) else {
            // Without words, an unquoted scalar disappears together with its space.
            delete(quote == .none ? withSpacesBefore(content) : content)
            return
        }
        for index in words.indices where isRemoved[index] && index < lastKept {
            delete(words[index].lowerBound..<words[index + 1].lowerBound)
        }
        if lastKept < words.count - 1, let last = words.last { delete(words[lastKept].upperBound..<last.upperBound) }
    }

    /// Returns a word including a leading `#`.
    private func wholeWord(_ word: Range<Int>, in content: Range<Int>) -> Range<Int> {
        var start = word.lowerBound
        while start > content.lowerBound, bytes[start - 1].isSpaceOrTab { start -= 1 }
        let hasHash = start > content.lowerBound && bytes[start - 1] == UInt8(ascii: "#")
        return (hasHash ? start - 1 : word.lowerBound)..<word.upperBound
    }

    private func withSpacesBefore(_ range: Range<Int>) -> Range<Int> {
        var start = range.lowerBound
        while start > 0, bytes[start - 1].isSpaceOrTab { start -= 1 }
        return start..<range.upperBound
    }

    /// Removes a block item with its line, but keeps a comment after it.
    private mutating func removeLine(of item: Range<Int>, _ list: TagList) throws(NoteError) {
        let line = line(around: item)
        guard let dash = dash(in: line.start..<item.lowerBound) else { throw uneditable(list) }
        let end = afterSpaces(item.upperBound)
        if end == line.end {
            delete(line.start..<line.next)
        } else if bytes.byte(at: end) == UInt8(ascii: "#"), end > item.upperBound {
            delete(dash..<end)
        } else {
            throw uneditable(list)
        }
    }

    /// Removes flow items with their commas and lines that become blank, but keeps comments.
    private mutating func removeItems(of list: TagList, _ removed: [Bool]) throws(NoteError) {
        for (item, isRemoved) in zip(list.items, removed) where isRemoved {
            let comma = try comma(after: item, list)
            removeItem(item, comma: comma)
        }
        guard removed.last == true, let last = list.items.last, try comma(after: last, list) == nil,
            let kept = removed.lastIndex(of: false)
        else { return }
        if let comma = try comma(after: list.items[kept], list) {
            let end = afterSpaces(comma + 1)
            // The rest of the line keeps its line end.
            let isAtEnd = bytes.line(at: comma).end == end
            delete(comma..<(isAtEnd ? comma + 1 : end))
        }
    }

    private mutating func removeItem(_ item: Range<Int>, comma: Int?) {
        var start = item.lowerBound
        while start > 0, bytes[start - 1].isSpaceOrTab { start -= 1 }
        let isFirst = start == 0 || bytes[start - 1] == 0x0A || bytes[start - 1] == 0x0D
        let isAdjacent = comma == afterSpaces(item.upperBound)
        let end = afterSpaces(comma.flatMap { isAdjacent ? $0 + 1 : nil } ?? item.upperBound)
        // Only the first item reads its line to the end.
        if isFirst, comma == nil || isAdjacent, case let line = bytes.line(at: end), line.end == end {
            delete(start..<line.next)
            return
        }
        delete(item.lowerBound..<(comma == nil ? item.upperBound : end))
        if let comma, !isAdjacent { delete(comma..<comma + 1) }
    }

    /// Returns the offset of the comma after an item, past white space and comments, or nil before the closing bracket.
    private func comma(after item: Range<Int>, _ list: TagList) throws(NoteError) -> Int? {
        var offset = item.upperBound
        while offset < bytes.count {
            switch bytes[offset] {
            case UInt8(ascii: ","): return offset
            case UInt8(ascii: "]"): return nil
            case 0x20, 0x09, 0x0A, 0x0D: offset += 1
            case UInt8(ascii: "#"): offset = bytes.line(at: offset).end
            default: throw uneditable(list)
            }
        }
        throw uneditable(list)
    }
}
