import Foundation

/// LaTeX source converted to plain text, with accents and symbols as Unicode characters.
///
/// ```swift
/// LaTeXText(#"G{\"o}del \& {Escher}"#).text  // "Gödel & Escher"
/// ```
struct LaTeXText {
    /// The plain text; runs of white space are single spaces.
    let text: String

    /// Converts LaTeX source.
    ///
    /// - Complexity: Linear in the length of the source.
    init(_ source: String) {
        var reader = Reader(rest: Substring(source).unicodeScalars)
        let words = reader.read().split(whereSeparator: \.isWhitespace)
        text = words.joined(separator: " ").precomposedStringWithCanonicalMapping
    }

    /// The combining marks that commands put on the next letter.
    private static let marks: [String: Unicode.Scalar] = [
        "`": "\u{300}", "'": "\u{301}", "^": "\u{302}", "~": "\u{303}", "=": "\u{304}", "u": "\u{306}", ".": "\u{307}",
        "\"": "\u{308}", "r": "\u{30A}", "H": "\u{30B}", "v": "\u{30C}", "c": "\u{327}", "k": "\u{328}",
    ]

    /// The letters and symbols that commands print.
    private static let letters: [String: String] = [
        "ss": "ß", "o": "ø", "O": "Ø", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "aa": "å", "AA": "Å", "l": "ł",
        "L": "Ł", "i": "i", "j": "j", "textendash": "–", "textemdash": "—", "ldots": "…", "dots": "…",
    ]

    private struct Reader {
        var rest: Substring.UnicodeScalarView

        mutating func read() -> String {
            var text = String.UnicodeScalarView()
            var mark: Unicode.Scalar?
            while let scalar = rest.popFirst() {
                switch scalar {
                case "{", "}", "$": continue
                case "~": text.append(" ")
                case "\\":
                    let command = command()
                    if let next = LaTeXText.marks[command] {
                        mark = next
                        continue
                    }
                    text.append(contentsOf: printed(command).unicodeScalars)
                case "-" where rest.first == "-":
                    rest.removeFirst()
                    let isLong = rest.first == "-"
                    if isLong { rest.removeFirst() }
                    text.append(isLong ? "—" : "–")
                default:
                    if mark != nil, scalar.properties.isWhitespace { continue }
                    text.append(scalar)
                }
                if let known = mark, !text.isEmpty { text.append(known) }
                mark = nil
            }
            return String(text)
        }

        /// Reads the name of a command after its backslash: several letters or one other character.
        private mutating func command() -> String {
            guard let first = rest.popFirst() else { return "" }
            guard first.properties.isAlphabetic else { return String(first) }
            var name = String(first)
            while let next = rest.first, next.isASCII, next.properties.isAlphabetic {
                name.unicodeScalars.append(next)
                rest.removeFirst()
            }
            while rest.first == " " { rest.removeFirst() }
            return name
        }

        private func printed(_ command: String) -> String {
            if let letter = LaTeXText.letters[command] { return letter }
            // \& prints itself; other commands, such as \emph, print their argument.
            return command.count == 1 && command.first?.isLetter == false ? command : ""
        }
    }
}
