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
