/// The lines of a paragraph or heading in Markdown.
struct MarkdownText: Hashable {
    /// The range of each line, without indentation and quote markers.
    var lines: [Range<Int>]
    var isHeading = false
}

/// A parser for the block structure of Markdown (CommonMark 0.31) that finds text with possible tags.
///
/// Lines are processed one by one, as in commonmark.js: each line continues the open containers (quotes and list
/// items), then may open new blocks, and the rest is text. Code, HTML and math between lines of `$$` aren't text.
///
/// - Complexity: Linear in the length of the text. Containers nested deeper than 100 levels are treated as text.
///
/// ```swift
/// let bytes = Array("# Trip\n\n> #sea\n".utf8)
/// MarkdownBlocks(bytes, from: 0).texts.count  // 2
/// ```
struct MarkdownBlocks {
    /// A block that contains other blocks.
    enum Container {
        case quote
        /// A list item, with the indentation of its content in columns.
        case item(width: Int, isEmpty: Bool)
    }

    /// A block that contains lines.
    enum Leaf {
        case none
        case paragraph
        case fence(byte: UInt8, length: Int)
        case html(HTMLBlock)
        case code
        case math
    }

    let bytes: [UInt8]
    /// The paragraphs and headings, in order.
    private(set) var texts: [MarkdownText] = []
    /// The labels of the link definitions, as keys.
    private(set) var definitions: Set<String> = []
    var containers: [Container] = []
    var leaf = Leaf.none
    private var paragraph: [Range<Int>] = []
    /// The index of the first paragraph line after the last lazy continuation line.
    private var firstMarkedLine = 0
    /// The table in the paragraph: the index of its header line and its number of columns.
    private(set) var table: (start: Int, columns: Int)?
    /// The offset of the next line.
    private var nextLine = 0
    /// For each depth of containers, the offset up to which a search has found no end of math.
    private var mathSearched: [Int: Int] = [:]
    /// The number of containers that the current line continues.
    var matched = 0
    /// Whether the current line continues all open containers.
    var continuesAll = true
    /// Parses the blocks of a text from an offset.
    init(_ bytes: [UInt8], from start: Int) {
        self.bytes = bytes
        var offset = start
        while offset < bytes.count {
            let line = bytes.line(at: offset)
            nextLine = line.next
            take(LineCursor(bytes, offset..<line.end))
            offset = line.next
        }
        closeLeaf()
    }

    private mutating func take(_ line: LineCursor) {
        var line = line
        matchContainers(&line)
        if continuesAll, continueLeaf(&line) { return }
        if begin(&line) { return }
        let text = line.nextSign..<line.end
        if !continuesAll, !line.isBlank, case .paragraph = leaf, table == nil {
            // A lazy continuation line continues the paragraph without the markers of its containers.
            paragraph.append(text)
            firstMarkedLine = paragraph.count
            return
        }
        closeUnmatched()
        guard !line.isBlank else { return }
        if case .paragraph = leaf {} else { open(.paragraph) }
        addToParagraph(text)
    }

    private mutating func addToParagraph(_ line: Range<Int>) {
        paragraph.append(line)
        let header = paragraph.count - 2
        guard table == nil, header >= firstMarkedLine else { return }
        table = MarkdownTable.columnCount(bytes, header: paragraph[header], below: line).map { (header, $0) }
    }

    private mutating func matchContainers(_ line: inout LineCursor) {
        matched = 0
        while matched < containers.count, goesOn(containers[matched], &line) { matched += 1 }
        continuesAll = matched == containers.count
    }

    private func goesOn(_ container: Container, _ line: inout LineCursor) -> Bool {
        switch container {
        case .quote:
            guard !line.isIndented, line.sign == UInt8(ascii: ">") else { return false }
            line.skipSpace()
            line.advance(columns: 1)
            if line.isAtSpace { line.advance(columns: 1) }
        case .item(_, let isEmpty) where line.isBlank:
            guard !isEmpty else { return false }
            line.skipSpace()
        case .item(let width, _):
            guard line.indent >= width else { return false }
            line.advance(columns: width)
        }
        return true
    }

    /// Adds the line to the open block; returns false if the line may start another block.
    private mutating func continueLeaf(_ line: inout LineCursor) -> Bool {
        switch leaf {
        case .none: return false
        case .paragraph:
            continuesAll = !line.isBlank
            return false
        case .fence(let byte, let length):
            let run = line.run(of: byte, from: line.nextSign)
            let ends = !line.isIndented && run >= length && line.isBlank(from: line.nextSign + run)
            if ends { leaf = .none }
            return true
        case .math:
            if endsMath(line) { leaf = .none }
            return true
        case .html(let block):
            guard !(line.isBlank && block.endsAtBlankLine) else { break }
            if block.ends(in: bytes[line.offset..<line.end]) { leaf = .none }
            return true
        case .code: if line.isIndented || line.isBlank { return true }
        }
        continuesAll = false
        return false
    }

    /// Closes the blocks that the current line doesn't continue.
    mutating func closeUnmatched() {
        guard !continuesAll else { return }
        closeLeaf()
        containers.removeLast(containers.count - matched)
        continuesAll = true
    }

    /// Opens a block of lines.
    mutating func open(_ new: Leaf) {
        closeUnmatched()
        closeLeaf()
        noteContent()
        leaf = new
    }

    /// Opens a quote or a list item.
    mutating func open(_ container: Container) {
        closeUnmatched()
        closeLeaf()
        noteContent()
        containers.append(container)
        matched = containers.count
    }

    /// Adds a heading that consists of one line.
    mutating func addHeading(_ line: Range<Int>) {
        open(.none)
        texts.append(MarkdownText(lines: [line], isHeading: true))
    }

    /// Records that the innermost list item isn't empty.
    private mutating func noteContent() {
        guard case .item(let width, true)? = containers.last else { return }
        containers[containers.count - 1] = .item(width: width, isEmpty: false)
    }

    private mutating func closeLeaf() {
        if case .paragraph = leaf { _ = endParagraph(isHeading: false) }
        leaf = .none
    }

    /// Adds the open paragraph to the texts without its link definitions; returns whether any text is left.
    mutating func endParagraph(isHeading: Bool) -> Bool {
        defer {
            paragraph.removeAll(keepingCapacity: true)
            (firstMarkedLine, table) = (0, nil)
        }
        let cells = addTable()
        if let first = paragraph.first, bytes.byte(at: first.lowerBound) == UInt8(ascii: "[") {
            var definition = LinkDefinitions(bytes, paragraph)
            definitions.formUnion(definition.take())
            paragraph.removeFirst(min(definition.lineCount, paragraph.count))
        }
        guard !paragraph.isEmpty else { return false }
        let place = texts.count - cells
        texts.insert(MarkdownText(lines: paragraph, isHeading: isHeading), at: place)
        return true
    }

    /// Moves the table of the paragraph to the texts, and returns the number of cells added.
    private mutating func addTable() -> Int {
        guard let table else { return 0 }
        let rows = paragraph[table.start...].enumerated().filter { $0.offset != 1 }.map(\.element)
        paragraph.removeSubrange(table.start...)
        let cells = rows.flatMap { MarkdownTable.cells(bytes, $0).prefix(table.columns) }
        texts += cells.map { MarkdownText(lines: [$0]) }
        return cells.count
    }

    // MARK: Math

    /// Returns whether a line ends a block of math.
    func endsMath(_ line: LineCursor) -> Bool {
        var end = line.end
        while end > line.nextSign, bytes[end - 1].isWhiteSpace { end -= 1 }
        return end - line.nextSign >= 2 && bytes[end - 1] == UInt8(ascii: "$") && bytes[end - 2] == UInt8(ascii: "$")
    }

    /// Returns whether a later line in the same containers ends the math that the current line starts.
    mutating func hasMathEnd() -> Bool {
        var offset = nextLine
        guard offset >= mathSearched[matched, default: 0] else { return false }
        while offset < bytes.count {
            let line = bytes.line(at: offset)
            var cursor = LineCursor(bytes, offset..<line.end)
            guard containers[..<matched].allSatisfy({ goesOn($0, &cursor) }) else { break }
            if endsMath(cursor) { return true }
            offset = line.next
        }
        mathSearched[matched] = offset
        return false
    }
}

/// Block starts: the conditions that open a block in a line.
extension MarkdownBlocks {
    /// The maximum nesting depth of containers.
    private static let nestingLimit = 100

    /// Opens the blocks that a line starts; returns whether the whole line was consumed.
    mutating func begin(_ line: inout LineCursor) -> Bool {
        var thematicBreak: ThematicBreak?
        while !line.isIndented, !line.isBlank {
            switch line.sign {
            case UInt8(ascii: ">") where containers.count < Self.nestingLimit:
                line.skipSpace()
                line.advance(columns: 1)
                if line.isAtSpace { line.advance(columns: 1) }
                open(.quote)
                continue
            case UInt8(ascii: "#"): if beginHeading(line) { return true }
            case UInt8(ascii: "`"), UInt8(ascii: "~"): if beginFence(line) { return true }
            case UInt8(ascii: "$"): if beginMath(line) { return true }
            case UInt8(ascii: "<"): if beginHTML(line) { return true }
            case UInt8(ascii: "="): return underline(line)
            case UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "+"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                if underline(line) { return true }
                // Each list item on the line would read the rest of it again.
                let ending = thematicBreak ?? ThematicBreak(endOf: line)
                thematicBreak = ending
                if ending.begins(at: line.nextSign) {
                    open(.none)
                    return true
                }
                if containers.count < Self.nestingLimit, beginItem(&line) { continue }
            default: break
            }
            return false
        }
        return beginCode(line)
    }

    /// Whether the line continues an open paragraph without a table, inside the same containers.
    private var isInParagraph: Bool {
        guard continuesAll, case .paragraph = leaf else { return false }
        return table == nil
    }

    private mutating func beginCode(_ line: LineCursor) -> Bool {
        guard line.isIndented, !line.isBlank else { return false }
        if case .paragraph = leaf, table == nil { return false }
        open(.code)
        return true
    }

    private mutating func beginHeading(_ line: LineCursor) -> Bool {
        let level = line.run(of: UInt8(ascii: "#"), from: line.nextSign)
        let start = line.nextSign + level
        guard level <= 6, start == line.end || line.byte(start).isSpaceOrTab else { return false }
        addHeading(headingText(start..<line.end))
        return true
    }

    /// Returns the text of a heading without trailing `#` and white space.
    private func headingText(_ line: Range<Int>) -> Range<Int> {
        var (start, end) = (line.lowerBound, line.upperBound)
        while start < end, bytes[start].isSpaceOrTab { start += 1 }
        while end > start, bytes[end - 1].isSpaceOrTab { end -= 1 }
        var marks = end
        while marks > start, bytes[marks - 1] == UInt8(ascii: "#") { marks -= 1 }
        guard marks < end, marks == start || bytes[marks - 1].isSpaceOrTab else { return start..<end }
        while marks > start, bytes[marks - 1].isSpaceOrTab { marks -= 1 }
        return start..<marks
    }

    private mutating func beginFence(_ line: LineCursor) -> Bool {
        let length = line.run(of: line.sign, from: line.nextSign)
        let info = bytes[line.nextSign + length..<line.end]
        let mayHaveInfo = line.sign != UInt8(ascii: "`") || !info.contains(line.sign)
        guard length >= 3, mayHaveInfo else { return false }
        open(.fence(byte: line.sign, length: length))
        return true
    }

    private mutating func beginMath(_ line: LineCursor) -> Bool {
        guard line.run(of: line.sign, from: line.nextSign) >= 2 else { return false }
        // In a paragraph, `$$` is inline text.
        if case .paragraph = leaf { return false }
        var end = line.end
        while end > line.nextSign, bytes[end - 1].isWhiteSpace { end -= 1 }
        // The opening `$$` can't also be the closing one.
        let isWhole = end - line.nextSign >= 4 && endsMath(line)
        // `$$` later in the line makes it inline math.
        guard isWhole || !bytes[(line.nextSign + 2)..<line.end].contains("$$") && hasMathEnd() else { return false }
        open(isWhole ? .none : .math)
        return true
    }

    private mutating func beginHTML(_ line: LineCursor) -> Bool {
        let text = bytes[line.nextSign..<line.end]
        guard let block = HTMLBlock(text) else { return false }
        // A tag alone on its line can't interrupt a paragraph.
        if case .paragraph = leaf, block == .anyTag { return false }
        open(.html(block))
        if block.ends(in: text) { leaf = .none }
        return true
    }

    /// Turns the open paragraph into a heading if the line underlines it.
    private mutating func underline(_ line: LineCursor) -> Bool {
        guard isInParagraph, [UInt8(ascii: "="), UInt8(ascii: "-")].contains(line.sign),
            line.isBlank(from: line.nextSign + line.run(of: line.sign, from: line.nextSign))
        else { return false }
        guard endParagraph(isHeading: true) else {
            // The paragraph had only link definitions.
            leaf = .none
            return false
        }
        leaf = .none
        return true
    }

    private mutating func beginItem(_ line: inout LineCursor) -> Bool {
        guard let length = markerLength(line) else { return false }
        let before = line.indent
        line.skipSpace()
        line.advance(columns: length)
        let isEmpty = line.isBlank
        // More than four columns are one column and indented code.
        let space = isEmpty || line.indent > 4 ? 1 : line.indent
        if line.isAtSpace { line.advance(columns: space) }
        open(.item(width: before + length + space, isEmpty: true))
        return true
    }

    /// Returns the length of the list marker, or nil if there's none.
    private func markerLength(_ line: LineCursor) -> Int? {
        var length = 1
        var number = 0
        if line.sign.isDigit {
            while line.byte(line.nextSign + length).isDigit { length += 1 }
            guard length <= 9 else { return nil }
            number = bytes[line.nextSign..<line.nextSign + length].reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
            guard [UInt8(ascii: "."), UInt8(ascii: ")")].contains(line.byte(line.nextSign + length)) else { return nil }
            length += 1
        } else if line.sign == UInt8(ascii: "_") {
            return nil
        }
        let after = line.nextSign + length
        guard after >= line.end || line.byte(after).isSpaceOrTab else { return nil }
        // Only an item numbered 1 can interrupt a paragraph.
        let interrupts = (!line.sign.isDigit || number == 1) && !line.isBlank(from: after)
        return isInParagraph && !interrupts ? nil : length
    }
}

/// The signs at the end of a line that make it a thematic break: three or more `*`, `-` or `_`, with spaces in between.
private struct ThematicBreak {
    /// The first and the last offset at which the break may begin, or nil if the line ends differently.
    private var starts: ClosedRange<Int>?

    /// Finds the signs at the end of a line.
    ///
    /// - Complexity: Linear in the number of signs and spaces at the end.
    init(endOf line: LineCursor) {
        var (sign, count, offset) = (UInt8(0), 0, line.end)
        var (first, third) = (offset, offset)
        while offset > line.nextSign {
            offset -= 1
            let byte = line.byte(offset)
            if byte.isSpaceOrTab { continue }
            if sign == 0 { sign = byte }
            guard byte == sign, "*-_".utf8.contains(byte) else { break }
            count += 1
            first = offset
            if count == 3 { third = offset }
        }
        if count >= 3 { starts = first...third }
    }

    /// Returns whether a thematic break begins with the sign at an offset.
    func begins(at sign: Int) -> Bool { starts?.contains(sign) ?? false }
}

/// Tables as in GitHub Flavored Markdown: a header, a delimiter row such as `| --- | :-: |`, and rows.
enum MarkdownTable {
    /// Returns the number of columns of the table that two lines start, or nil if they don't start a table.
    static func columnCount(_ bytes: [UInt8], header: Range<Int>, below line: Range<Int>) -> Int? {
        guard bytes[header].contains(UInt8(ascii: "|")), let count = columnCount(bytes, line),
            cells(bytes, header).count == count
        else { return nil }
        return count
    }

    /// Returns the number of columns of a delimiter row, or nil for any other line.
    private static func columnCount(_ bytes: [UInt8], _ line: Range<Int>) -> Int? {
        guard bytes[line].allSatisfy({ "|-: \t".utf8.contains($0) }), bytes[line].contains(UInt8(ascii: "-")) else {
            return nil
        }
        let columns = cells(bytes, line)
        let isWhole = columns.allSatisfy { cell in
            var text = bytes[cell]
            if text.first == UInt8(ascii: ":") { text.removeFirst() }
            if text.last == UInt8(ascii: ":") { text.removeLast() }
            return !text.isEmpty && text.allSatisfy { $0 == UInt8(ascii: "-") }
        }
        return isWhole ? columns.count : nil
    }

    /// Returns the trimmed cells of a row, separated by unescaped bars.
    static func cells(_ bytes: [UInt8], _ line: Range<Int>) -> [Range<Int>] {
        var cells: [Range<Int>] = []
        var begin = line.lowerBound
        for place in line where bytes[place] == UInt8(ascii: "|") {
            guard place == line.lowerBound || bytes[place - 1] != UInt8(ascii: "\\") else { continue }
            cells.append(trimmed(bytes, begin..<place))
            begin = place + 1
        }
        cells.append(trimmed(bytes, begin..<line.upperBound))
        if cells.first?.isEmpty == true { cells.removeFirst() }
        if cells.last?.isEmpty == true { cells.removeLast() }
        return cells
    }

    private static func trimmed(_ bytes: [UInt8], _ range: Range<Int>) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, bytes[start].isWhiteSpace { start += 1 }
        while end > start, bytes[end - 1].isWhiteSpace { end -= 1 }
        return start..<end
    }
}
