/// The first bytes of a file, as text in lines.
struct FileStart {
    /// How many bytes count.
    static let size = 4_096

    /// The lines that are not blank, without a line that is cut off unless it is the only one.
    let lines: [Substring]
    private let text: Substring
    /// Whether a blank line stands at the end.
    private let endsWithBlankLine: Bool

    init(_ bytes: [UInt8]) {
        let whole = String(decoding: bytes.prefix(Self.size), as: UTF8.self)
        text = whole.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        let all = text.split(whereSeparator: \.isNewline).filter { !$0.allSatisfy(\.isWhitespace) }
        let isCut = bytes.count > Self.size && all.count > 1
        lines = isCut ? all.dropLast() : all
        endsWithBlankLine = text.hasSuffix("\n\n") || text.hasSuffix("\r\n\r\n")
    }

    /// The first character that is no white space.
    var first: Character? { text.first }

    /// Whether it begins with an item of a task list, or has headings and such items alone, or one heading alone as the export
    /// of an empty set has.
    var isTaskList: Bool {
        guard let first = lines.first else { return false }
        if Self.isItem(first) { return true }
        guard Self.isHeading(first) else { return false }
        guard lines.count > 1 else { return endsWithBlankLine }
        return lines.contains(where: Self.isItem)
            && lines.allSatisfy { Self.isHeading($0) || Self.isItem($0) }
    }

    private static func isHeading(_ line: Substring) -> Bool {
        line.first == "#" && line.drop { $0 == "#" }.first == " "
    }

    private static func isItem(_ line: Substring) -> Bool {
        let item = line.drop(while: \.isWhitespace)
        return ["- [ ] ", "- [x] ", "- [X] "].contains { item.hasPrefix($0) }
    }

    /// Whether it begins with an object of JSON: a brace, and a name or the other brace.
    var beginsObject: Bool {
        first == "{" && ["\"", "}"].contains(second)
    }

    /// Whether it begins with a list of objects or an empty list.
    var beginsList: Bool {
        first == "[" && ["{", "]"].contains(second)
    }

    /// The second character that is no white space.
    private var second: Character? {
        text.dropFirst().first { !$0.isWhitespace }
    }

    /// Whether the object that it begins with goes on below its first line.
    var isObjectOfManyLines: Bool {
        guard lines.count > 1, let first = lines.first else { return false }
        return first.last { !$0.isWhitespace } != "}" && lines[1].first != "{"
    }

    /// Whether the first line names columns, two or more, and one of them is `tags` or `tag`.
    var hasCSVHeader: Bool {
        guard let first = lines.first else { return false }
        let names = first.split(separator: ",", omittingEmptySubsequences: false)
            .map { Self.unquoted($0).lowercased() }
        return names.count > 1 && (names.contains("tags") || names.contains("tag"))
            && names.allSatisfy { name in
                // A name has no space in front of it, as "tags, tagging" has.
                name.allSatisfy { $0.isLetter || $0.isNumber || "_- ".contains($0) }
                    && name.first != " "
            }
    }

    private static func unquoted(_ field: Substring) -> Substring {
        guard field.count > 1, field.first == "\"", field.last == "\"" else { return field }
        return field.dropFirst().dropLast()
    }
}
