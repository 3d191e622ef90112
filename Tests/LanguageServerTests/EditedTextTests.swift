import JSON
import LanguageServer
import TestSupport
import Testing

@Suite struct EditedTextTests {
    /// A slow reference implementation that finds positions by counting characters.
    private struct Model {
        var scalars: [Unicode.Scalar] = []

        /// The lines, including their line ends.
        var lines: [[Unicode.Scalar]] {
            var lines: [[Unicode.Scalar]] = [[]]
            for (index, scalar) in scalars.enumerated() {
                lines[lines.count - 1].append(scalar)
                let isPair = scalar == "\r" && index + 1 < scalars.count && scalars[index + 1] == "\n"
                if scalar == "\n" || scalar == "\r" && !isPair { lines.append([]) }
            }
            return lines
        }

        func size(_ scalar: Unicode.Scalar, _ encoding: PositionEncoding) -> Int {
            encoding == .utf8 ? UTF8.width(scalar) : UTF16.width(scalar)
        }

        /// Returns the number of characters before a position.
        func index(_ position: TextPosition, _ encoding: PositionEncoding) -> Int {
            let lines = lines
            guard position.line >= 0 else { return 0 }
            guard position.line < lines.count else { return scalars.count }
            let before = lines[..<position.line].reduce(0) { $0 + $1.count }
            var (units, count) = (0, 0)
            for scalar in lines[position.line] where scalar != "\n" && scalar != "\r" {
                units += size(scalar, encoding)
                if units > position.character { break }
                count += 1
            }
            return before + count
        }

        mutating func replace(
            _ start: TextPosition, _ end: TextPosition, with text: String, in encoding: PositionEncoding
        ) {
            let first = index(start, encoding)
            scalars.replaceSubrange(first..<max(first, index(end, encoding)), with: Array(text.unicodeScalars))
        }

        var text: String {
            var text = String.UnicodeScalarView()
            text.append(contentsOf: scalars)
            return String(text)
        }
    }

    private static let pieces = [
        "", "a", "\n", "\r", "\r\n", "é", "😀", "中", "x\ny", "#tag ", "e\u{301}", "\n\n\n", "\r\r\n",
    ]

    @Test(arguments: PositionEncoding.allCases) func `random edits agree with the reference implementation`(
        encoding: PositionEncoding
    ) {
        var numbers = SeededNumbers(seed: 20)
        var (text, model) = (EditedText(""), Model())
        for round in 0..<10_000 {
            let positions = (0..<2)
                .map { _ in
                    TextPosition(
                        line: Int.random(in: -1...6, using: &numbers),
                        character: Int.random(in: -1...9, using: &numbers))
                }
            let piece = (0..<Int.random(in: 0...2, using: &numbers))
                .map { _ in Self.pieces[Int.random(in: 0..<Self.pieces.count, using: &numbers)] }.joined()
            text.replace(positions[0], positions[1], with: piece, in: encoding)
            model.replace(positions[0], positions[1], with: piece, in: encoding)
            let isEqual = String(decoding: text.bytes, as: UTF8.self).unicodeScalars.elementsEqual(model.scalars)
            // The line index must equal that of a new text with the same bytes.
            let isWhole = text == EditedText(model.text)
            guard isEqual, isWhole else {
                Issue.record("edit \(round): \(positions) \(piece.debugDescription)")
                return
            }
            if model.scalars.count > 60 { (text, model) = (EditedText(""), Model()) }
        }
    }

    @Test(arguments: PositionEncoding.allCases) func `offsets survive conversion to positions and back`(
        encoding: PositionEncoding
    ) {
        let text = EditedText("é😀a\r\n中\r\n\nx")
        var offset = 0
        for scalar in "é😀a".unicodeScalars {
            let position = text.position(of: offset, in: encoding)
            #expect(text.offset(of: position, in: encoding) == offset)
            offset += UTF8.width(scalar)
        }
        let end = text.position(of: .max, in: encoding)
        #expect(end == TextPosition(line: 3, character: 1))
        #expect(text.offset(of: TextPosition(line: 0, character: .max), in: encoding) == 7)
        #expect(text.offset(of: TextPosition(line: .max, character: 0), in: encoding) == 16)
        #expect(text.offset(of: TextPosition(line: .min, character: .min), in: encoding) == 0)
        // A position inside a character moves to its start.
        #expect(text.offset(of: TextPosition(line: 0, character: 2), in: .utf16) == 2)
        #expect(text.offset(of: TextPosition(line: 0, character: 3), in: .utf8) == 2)
    }
}
