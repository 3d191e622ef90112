@testable import Terminal

extension InMemoryTerminal {
    mutating func performControl(_ byte: UInt8) {
        switch byte {
        case 0x07, 0x00: break
        case 0x08: moveCursor(row: cursor.row, column: cursor.column - 1)
        case 0x09: moveCursor(row: cursor.row, column: (cursor.column / 8 + 1) * 8)
        case 0x0A: lineFeed()
        case 0x0D: moveCursor(row: cursor.row, column: 0)
        default: unrecognized.append("control \(byte)")
        }
    }

    mutating func performEscape(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "c"): self = Self(size: size, cellWidth: cellWidth, reflows: reflows)
        case UInt8(ascii: "="), UInt8(ascii: ">"): break
        default: unrecognized.append("ESC \(Character(Unicode.Scalar(byte)))")
        }
    }

    mutating func perform(_ sequence: ControlSequence) {
        switch (sequence.marker, sequence.final) {
        case (nil, UInt8(ascii: "m")): style = style.applying(sequence)
        case (nil, UInt8(ascii: "J")): eraseScreen(sequence.parameter(0))
        case (nil, UInt8(ascii: "K")): eraseRow(sequence.parameter(0))
        case (nil, UInt8(ascii: "X")):
            let end = cursor.column + Self.count(sequence)
            erase(row: cursor.row, columns: cursor.column..<end)
        case (UInt8(ascii: "?"), UInt8(ascii: "h")), (UInt8(ascii: "?"), UInt8(ascii: "l")):
            for mode in sequence.numbers { setMode(mode, sequence.final == UInt8(ascii: "h")) }
        case (UInt8(ascii: ">"), UInt8(ascii: "u")): keyboardStackDepth += 1
        case (UInt8(ascii: "<"), UInt8(ascii: "u")): keyboardStackDepth = max(keyboardStackDepth - 1, 0)
        default: if !move(sequence), !answer(sequence) { unrecognized.append(Self.describe(sequence)) }
        }
    }

    private static func count(_ sequence: ControlSequence) -> Int { max(sequence.parameter(0, default: 1), 1) }

    private static func describe(_ sequence: ControlSequence) -> String {
        let marker = sequence.marker.map { String(Character(Unicode.Scalar($0))) } ?? ""
        let final = Character(Unicode.Scalar(sequence.final))
        return "CSI \(marker)\(sequence.numbers)\(final)"
    }

    /// Performs a cursor movement; returns false for another sequence.
    private mutating func move(_ sequence: ControlSequence) -> Bool {
        guard sequence.marker == nil else { return false }
        let count = Self.count(sequence)
        switch sequence.final {
        case UInt8(ascii: "A"): moveCursor(row: cursor.row - count, column: cursor.column)
        case UInt8(ascii: "B"): moveCursor(row: cursor.row + count, column: cursor.column)
        case UInt8(ascii: "C"): moveCursor(row: cursor.row, column: cursor.column + count)
        case UInt8(ascii: "D"): moveCursor(row: cursor.row, column: cursor.column - count)
        case UInt8(ascii: "G"): moveCursor(row: cursor.row, column: count - 1)
        case UInt8(ascii: "d"): moveCursor(row: count - 1, column: cursor.column)
        case UInt8(ascii: "H"), UInt8(ascii: "f"):
            moveCursor(row: count - 1, column: max(sequence.parameter(1, default: 1), 1) - 1)
        default: return false
        }
        return true
    }

    /// Responds to a query of the program; returns false for another sequence.
    private mutating func answer(_ sequence: ControlSequence) -> Bool {
        switch (sequence.marker, sequence.final) {
        case (nil, UInt8(ascii: "c")): answers += "\u{1B}[?62;22c".utf8
        case (UInt8(ascii: "?"), UInt8(ascii: "u")): answers += "\u{1B}[?0u".utf8
        case (UInt8(ascii: ">"), UInt8(ascii: "q")): answers += "\u{1B}P>|InMemoryTerminal 1\u{1B}\\".utf8
        case (nil, UInt8(ascii: "n")) where sequence.parameter(0) == 6:
            answers += "\u{1B}[\(cursor.row + 1);\(cursor.column + 1)R".utf8
        default: return false
        }
        return true
    }

    private mutating func eraseRow(_ kind: Int) {
        switch kind {
        case 0: erase(row: cursor.row, columns: cursor.column..<size.columns)
        case 1: erase(row: cursor.row, columns: 0..<cursor.column + 1)
        default: erase(row: cursor.row, columns: 0..<size.columns)
        }
    }

    private mutating func eraseScreen(_ kind: Int) {
        lastWritten = nil
        switch kind {
        case 0:
            eraseRow(0)
            for row in cursor.row + 1..<size.rows { rows[row] = blankRow() }
        case 1:
            eraseRow(1)
            for row in 0..<cursor.row { rows[row] = blankRow() }
        default: for row in 0..<size.rows { rows[row] = blankRow() }
        }
    }

    private mutating func setMode(_ mode: Int, _ isOn: Bool) {
        if isOn { privateModes.insert(mode) } else { privateModes.remove(mode) }
        switch mode {
        case 25: isCursorVisible = isOn
        case 1049: isOn ? enterAlternateScreen() : leaveAlternateScreen()
        case 7, 1000, 1002, 1003, 1004, 1006, 2004, 2026: break
        default: unrecognized.append("mode \(mode)")
        }
    }

    private mutating func enterAlternateScreen() {
        guard savedScreen == nil else { return }
        savedScreen = SavedScreen(rows: rows, cursor: cursor)
        rows = (0..<size.rows).map { _ in blankRow() }
    }

    private mutating func leaveAlternateScreen() {
        guard let saved = savedScreen else { return }
        savedScreen = nil
        rows = saved.rows.map { row in
            let missing = max(size.columns - row.cells.count, 0)
            let cells = row.cells.prefix(size.columns) + Array(repeating: .blank, count: missing)
            return Row(cells: Array(cells))
        }
        rows = Array(rows.prefix(size.rows))
        while rows.count < size.rows { rows.append(blankRow()) }
        moveCursor(row: saved.cursor.row, column: saved.cursor.column)
    }
}
