import TerminalFrontEnd

/// The completion of a line of bash, which splits words at other characters than tagflow.
struct LineCompletion {
    private let line: String
    private let session: Session

    init(_ line: String, of session: Session) {
        self.line = line
        self.session = session
    }

    /// The candidates as bash inserts them: the part after the last break of the typed word, with backslashes.
    var candidates: [ShellCompletion.Candidate] {
        get throws {
            let words = ShellWords(typing: line).words.dropFirst()
            guard let word = words.last else { return [] }
            let found = try ShellCompletion(Array(words)).candidates(session)
            // In quotes, bash takes the whole word as it is.
            let typed = line.split(separator: " ").last ?? ""
            if typed.first == "\"" || typed.first == "'" { return found }
            let end = word.lastIndex { Self.breaks.contains($0) }
            let start = end.map { word.distance(from: word.startIndex, to: $0) + 1 } ?? 0
            return found.compactMap { candidate in
                guard start == 0 || candidate.text.hasPrefix(word.prefix(start)) else { return nil }
                return ShellCompletion.Candidate(Self.escaped(String(candidate.text.dropFirst(start))))
            }
        }
    }

    /// The characters of bash's COMP_WORDBREAKS that a word may contain.
    private static let breaks: Set<Character> = [":", "=", "@"]

    private static func escaped(_ text: String) -> String {
        text.map { character in
            let isPlain =
                !character.isASCII || character.isLetter || character.isNumber || "-_./:@%+,=".contains(character)
            return isPlain ? "\(character)" : "\\\(character)"
        }
        .joined()
    }
}
