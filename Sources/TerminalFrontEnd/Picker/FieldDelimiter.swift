/// The text between the fields of a line.
public enum FieldDelimiter: Hashable, Sendable {
    /// White space; a field includes the white space after it, and leading white space is dropped.
    case whiteSpace
    /// A text.
    case text(String)
    /// One of these characters, or several in a row.
    case characters(Set<Character>, repeats: Bool)

    /// Parses a delimiter: a text that may contain `\t`, or characters in brackets such as `[:,]` or `[:,]+`.
    ///
    /// - Throws: `PickerOptionError.delimiter` for an empty text and for other regular expressions.
    public init(_ text: String) throws(PickerOptionError) {
        let plain = text.replacing("\\t", with: "\t")
        guard !text.isEmpty else { throw .delimiter(text) }
        if text.count == 1 || !plain.contains(where: { "\\^$.|?*+()[]{}".contains($0) }) {
            self = .text(plain)
            return
        }
        let inner = plain.hasSuffix("+") ? plain.dropLast() : plain[...]
        let listed = inner.dropFirst().dropLast()
        guard inner.first == "[", inner.last == "]", !listed.isEmpty, listed.first != "^",
            !listed.contains(where: { "\\[]-".contains($0) })
        else {
            if let escaped = Self.escaped(plain) {
                self = .text(escaped)
                return
            }
            throw .delimiter(text)
        }
        self = .characters(Set(listed), repeats: plain.hasSuffix("+"))
    }

    /// Returns the text of a regular expression that only has escaped operators, such as `\|`.
    private static func escaped(_ pattern: String) -> String? {
        var text = ""
        var isEscaped = false
        for character in pattern {
            if isEscaped {
                guard !character.isLetter, !character.isNumber else { return nil }
                text.append(character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else {
                guard !"^$.|?*+()[]{}".contains(character) else { return nil }
                text.append(character)
            }
        }
        return isEscaped ? nil : text
    }

    /// Returns the fields of a line, each with the delimiter after it.
    ///
    /// - Complexity: Linear in the line.
    public func fields(of line: String) -> [Substring] {
        switch self {
        case .whiteSpace: return Self.words(of: line[...].drop(while: \.isWhitespace))
        case .text(let delimiter): return Self.fields(of: line[...]) { $0.firstRange(of: delimiter) }
        case .characters(let characters, let repeats):
            return Self.fields(of: line[...]) { rest in
                guard let start = rest.firstIndex(where: characters.contains) else { return nil }
                let next = rest.index(after: start)
                let end = repeats ? rest[next...].firstIndex { !characters.contains($0) } : next
                return start..<(end ?? rest.endIndex)
            }
        }
    }

    /// Returns a field without the delimiter after it.
    public func withoutDelimiter(_ field: Substring) -> Substring {
        switch self {
        case .whiteSpace:
            let end = field.lastIndex { !$0.isWhitespace }.map { field.index(after: $0) }
            return field[..<(end ?? field.startIndex)]
        case .text(let delimiter): return field.hasSuffix(delimiter) ? field.dropLast(delimiter.count) : field
        case .characters(let characters, let repeats):
            guard repeats else { return field.last.map(characters.contains) == true ? field.dropLast() : field }
            let end = field.lastIndex { !characters.contains($0) }.map { field.index(after: $0) }
            return field[..<(end ?? field.startIndex)]
        }
    }

    private static func fields(of line: Substring, _ next: (Substring) -> Range<Substring.Index>?) -> [Substring] {
        var (fields, rest) = ([Substring](), line)
        while let delimiter = next(rest) {
            fields.append(rest[..<delimiter.upperBound])
            rest = rest[delimiter.upperBound...]
        }
        return fields + [rest]
    }

    private static func words(of line: Substring) -> [Substring] {
        var (fields, rest) = ([Substring](), line)
        while !rest.isEmpty {
            let space = rest.firstIndex(where: \.isWhitespace) ?? rest.endIndex
            let end = rest[space...].firstIndex { !$0.isWhitespace } ?? rest.endIndex
            fields.append(rest[..<end])
            rest = rest[end...]
        }
        return fields
    }
}
