/// A command with placeholders for the highlighted tag and the query, in the notation of fzf.
///
/// Each value is in single quotes, so that `sh` reads it as one word without expanding anything.
///
/// | placeholder | value |
/// | --- | --- |
/// | `{}` | the highlighted line |
/// | `{+}` | the chosen lines, or the highlighted line |
/// | `{q}` | the query |
/// | `{n}` | the number of the line, starting at 0 |
/// | `{2}`, `{2..}` | fields of the line |
///
/// After a backslash, a placeholder is text.
public struct CommandTemplate: Hashable, Sendable {
    /// The values of the placeholders.
    struct Values: Sendable {
        /// The highlighted line and its number, or nil.
        var line: (number: Int, text: String)?
        /// The chosen lines and their numbers.
        var chosen: [(number: Int, text: String)] = []
        var query = ""
        var delimiter = FieldDelimiter.whiteSpace
    }

    private enum Part: Hashable, Sendable {
        case text(String)
        case line(isOfChosen: Bool)
        case number(isOfChosen: Bool)
        case fields([FieldRange], isOfChosen: Bool)
        case query
    }

    private let parts: [Part]

    /// Parses a command; an unknown placeholder is text.
    public init(_ command: String) {
        var parts: [Part] = []
        var text = ""
        var rest = command[...]
        while let open = rest.firstIndex(of: "{") {
            text += rest[..<open]
            rest = rest[open...]
            guard let close = rest.firstIndex(of: "}"),
                let part = Self.placeholder(rest[rest.index(after: open)..<close])
            else {
                text += "{"
                rest = rest.dropFirst()
                continue
            }
            if text.last == "\\" {
                text.removeLast()
                text += rest[...close]
            } else {
                parts += [.text(text), part]
                text = ""
            }
            rest = rest[rest.index(after: close)...]
        }
        self.parts = parts + [.text(text + rest)]
    }

    private static func placeholder(_ text: Substring) -> Part? {
        if text == "q" { return .query }
        let isOfChosen = text.first == "+"
        let name = isOfChosen ? text.dropFirst() : text
        if name.isEmpty { return .line(isOfChosen: isOfChosen) }
        if name == "n" { return .number(isOfChosen: isOfChosen) }
        do { return .fields(try FieldRange.list(name), isOfChosen: isOfChosen) } catch { return nil }
    }

    /// Whether the command depends on the query.
    var usesQuery: Bool { parts.contains(.query) }

    /// Whether the command depends on the highlighted line.
    var usesLine: Bool {
        parts.contains { part in
            switch part {
            case .text, .query: false
            case .line, .number, .fields: true
            }
        }
    }

    /// Whether the command depends on the chosen lines.
    var usesChosen: Bool {
        parts.contains { part in
            switch part {
            case .text, .query: false
            case .line(let isOfChosen), .number(let isOfChosen), .fields(_, let isOfChosen): isOfChosen
            }
        }
    }

    /// Returns the command for `sh`.
    ///
    /// - Complexity: Linear in the result.
    func command(_ values: Values) -> String {
        func quoted(_ isOfChosen: Bool, _ text: ((number: Int, text: String)) -> String) -> String {
            let lines = isOfChosen && !values.chosen.isEmpty ? values.chosen : values.line.map { [$0] } ?? []
            return lines.isEmpty ? "''" : lines.map { Self.quoted(text($0)) }.joined(separator: " ")
        }
        return
            parts.map { part in
                switch part {
                case .text(let text): text
                case .query: Self.quoted(values.query)
                case .line(let isOfChosen): quoted(isOfChosen, \.text)
                case .number(let isOfChosen): quoted(isOfChosen) { String($0.number) }
                case .fields(let ranges, let isOfChosen):
                    quoted(isOfChosen) { line in
                        let fields = values.delimiter.fields(of: line.text)
                        let text = ranges.flatMap { $0.fields(in: fields) }.joined()
                        return String(values.delimiter.withoutDelimiter(text[...]))
                    }
                }
            }
            .joined()
    }

    /// Returns a text as one word of `sh`; a null byte, which no word can have, is left out.
    private static func quoted(_ text: String) -> String {
        "'" + text.replacing("\0", with: "").replacing("'", with: #"'\''"#) + "'"
    }
}
