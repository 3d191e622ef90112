/// Block starts: the conditions that open a block in a line.
extension MarkdownBlocks {
    /// The maximum nesting depth of containers.
    private static let nestingLimit = 100

    /// Opens the blocks that a line starts; returns whether the whole line was consumed.
    mutating func begin(_ line: inout LineCursor) -> Bool {
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
                if isBreak(line) {
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

    /// Returns whether a line is a thematic break: three or more `*`, `-` or `_`.
    private func isBreak(_ line: LineCursor) -> Bool {
        let sign = line.sign
        guard [UInt8(ascii: "*"), UInt8(ascii: "-"), UInt8(ascii: "_")].contains(sign) else { return false }
        let rest = bytes[line.nextSign..<line.end]
        return rest.allSatisfy { $0 == sign || $0.isSpaceOrTab } && rest.count { $0 == sign } >= 3
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
