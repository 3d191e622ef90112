/// Lines of a Markdown text that are read together: a paragraph or a heading.
struct MarkdownText: Hashable {
    /// The bytes of each line, without what indents or quotes it.
    var lines: [Range<Int>]
    var isHeading = false
}

/// The block structure of a Markdown text, by CommonMark 0.31: which bytes are text that inline rules apply to.
///
/// A line at a time is taken, as in commonmark.js: first by the containers that are open (quotes and items), then by what may
/// begin in it, and what is left is text. Math between lines of `$$` is no text; neither is code nor HTML.
///
/// - Complexity: linear in the bytes; containers nest up to a hundred deep, deeper ones are text.
struct MarkdownBlocks {
    /// What holds other blocks.
    enum Container {
        case quote
        /// The columns by which what belongs to the item is indented.
        case item(width: Int, isEmpty: Bool)
    }

    /// What holds lines.
    enum Leaf {
        case none
        case paragraph
        case fence(byte: UInt8, length: Int)
        case html(HTMLBlock)
        case code
        case math
    }

    let bytes: [UInt8]
    /// The texts, in their order.
    private(set) var texts: [MarkdownText] = []
    /// The labels of link definitions, as keys.
    private(set) var definitions: Set<String> = []
    var containers: [Container] = []
    var leaf = Leaf.none
    private var paragraph: [Range<Int>] = []
    /// The first line of the paragraph behind the last one that does not bear the marks of its containers.
    private var firstOwnLine = 0
    /// The table in the paragraph: the place of its header, and how many columns it has.
    private(set) var table: (start: Int, columns: Int)?
    /// Where the line behind the present one begins.
    private var nextLine = 0
    /// For each depth of containers, up to where no math ends.
    private var mathSearched: [Int: Int] = [:]
    /// How many containers go on in the present line.
    var matched = 0
    /// Whether all that was open goes on in the present line.
    var allGoOn = true
    /// Reads the blocks of a text from an offset on.
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
        if allGoOn, takeAsPartOfLeaf(&line) { return }
        if begin(&line) { return }
        let text = line.nextSign..<line.end
        if !allGoOn, !line.isBlank, case .paragraph = leaf, table == nil {
            // A paragraph goes on though its quote or item does not.
            paragraph.append(text)
            firstOwnLine = paragraph.count
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
        guard table == nil, header >= firstOwnLine else { return }
        table = MarkdownTable.columnCount(bytes, header: paragraph[header], below: line)
            .map { (header, $0) }
    }

    private mutating func matchContainers(_ line: inout LineCursor) {
        matched = 0
        while matched < containers.count, goesOn(containers[matched], &line) { matched += 1 }
        allGoOn = matched == containers.count
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

    /// Takes a line as one of the block that is open; whether it is one, and nothing else can begin in it.
    private mutating func takeAsPartOfLeaf(_ line: inout LineCursor) -> Bool {
        switch leaf {
        case .none: return false
        case .paragraph:
            allGoOn = !line.isBlank
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
        case .code:
            if line.isIndented || line.isBlank { return true }
        }
        allGoOn = false
        return false
    }

    /// Ends what is open and does not go on in the present line.
    mutating func closeUnmatched() {
        guard !allGoOn else { return }
        closeLeaf()
        containers.removeLast(containers.count - matched)
        allGoOn = true
    }

    /// Begins a block of lines.
    mutating func open(_ new: Leaf) {
        closeUnmatched()
        closeLeaf()
        noteContent()
        leaf = new
    }

    /// Begins a quote or an item.
    mutating func open(_ container: Container) {
        closeUnmatched()
        closeLeaf()
        noteContent()
        containers.append(container)
        matched = containers.count
    }

    /// Adds a heading of one line.
    mutating func addHeading(_ line: Range<Int>) {
        open(.none)
        texts.append(MarkdownText(lines: [line], isHeading: true))
    }

    /// Remembers that the innermost item is not empty.
    private mutating func noteContent() {
        guard case .item(let width, true)? = containers.last else { return }
        containers[containers.count - 1] = .item(width: width, isEmpty: false)
    }

    private mutating func closeLeaf() {
        if case .paragraph = leaf { _ = endParagraph(isHeading: false) }
        leaf = .none
    }

    /// Makes a text of the open paragraph, without the link definitions in front of it; whether there is any.
    mutating func endParagraph(isHeading: Bool) -> Bool {
        defer {
            paragraph.removeAll(keepingCapacity: true)
            (firstOwnLine, table) = (0, nil)
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

    /// Takes the table off the paragraph; how many cells it adds to the texts.
    private mutating func addTable() -> Int {
        guard let table else { return 0 }
        let rows = paragraph[table.start...].enumerated().filter { $0.offset != 1 }.map(\.element)
        paragraph.removeSubrange(table.start...)
        let cells = rows.flatMap { MarkdownTable.cells(bytes, $0).prefix(table.columns) }
        texts += cells.map { MarkdownText(lines: [$0]) }
        return cells.count
    }

    // MARK: Math

    /// Whether a line ends a block of math.
    func endsMath(_ line: LineCursor) -> Bool {
        var end = line.end
        while end > line.nextSign, bytes[end - 1].isWhiteSpace { end -= 1 }
        return end - line.nextSign >= 2 && bytes[end - 1] == UInt8(ascii: "$")
            && bytes[end - 2] == UInt8(ascii: "$")
    }

    /// Whether math that the present line begins ends in a later line of the same containers.
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
