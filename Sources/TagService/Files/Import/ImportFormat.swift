internal import TagCore

/// The format of a file that is imported.
public enum ImportFormat: String, CaseIterable, Hashable, Sendable {
    /// One JSON object per line.
    case ndjson
    /// One JSON object, or a list of them.
    case json
    /// A header that names columns (`title,tags`, `tag`, `title,tags,created`, …), followed by rows.
    case csv
    /// A heading with the name of a set, followed by a task list of its tags.
    case markdown
    /// One tag per line.
    case text

    /// Infers the format from a file name extension; `nil` if unknown.
    public init?(fileName: String) {
        switch fileName.split(separator: ".").last?.lowercased() {
        case "ndjson", "jsonl": self = .ndjson
        case "json": self = .json
        case "csv": self = .csv
        case "md", "markdown": self = .markdown
        case "txt", "text": self = .text
        default: return nil
        }
    }
}

extension ImportFormat {
    /// Infers the format of input without a file name, such as a pipe, from its first bytes.
    ///
    /// If the format isn't certain, it is JSON if the first character suggests so, and text otherwise.
    ///
    /// ```swift
    /// let format = ImportFormat(sniffing: Array(#"{"tag": "reading"}"#.utf8))
    /// print(format)  // ndjson
    /// ```
    ///
    /// - Complexity: O(1); only the first 4,096 bytes are examined.
    public init(sniffing bytes: [UInt8]) {
        let first = FileStart(bytes).first
        self = Self(recognizing: bytes) ?? (first == "{" ? .ndjson : first == "[" ? .json : .text)
    }

    /// Recognizes a format by its first bytes, or returns `nil` if the file may contain one tag per line.
    ///
    /// Recognized are Markdown task lists with or without headings, JSON objects and lists, and CSV headers with at least two columns
    /// including `tags` or `tag`.
    ///
    /// - Complexity: O(1); only the first 4,096 bytes are examined.
    public init?(recognizing bytes: [UInt8]) {
        let start = FileStart(bytes)
        if start.isTaskList {
            self = .markdown
        } else if start.beginsObject {
            self = start.isObjectOfManyLines ? .json : .ndjson
        } else if start.beginsList {
            self = .json
        } else if start.hasCSVHeader {
            self = .csv
        } else {
            return nil
        }
    }
}

/// The beginning of a file as lines of text, for recognizing its format.
struct FileStart {
    /// The number of bytes examined.
    static let size = 4_096

    /// The lines that aren't blank or the mark of an export, except an incomplete last line unless it is the only line.
    let lines: [Substring]
    private let text: Substring
    /// Whether the text ends with a blank line.
    private let endsWithBlankLine: Bool

    init(_ bytes: [UInt8]) {
        let whole = StreamSafeText.received(String(decoding: bytes.prefix(Self.size), as: UTF8.self))
        text = whole.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        let all = text.split(whereSeparator: \.isNewline)
            .filter { !$0.allSatisfy(\.isWhitespace) && $0 != ExportMark.comment }
        let isCut = bytes.count > Self.size && all.count > 1
        lines = isCut ? all.dropLast() : all
        endsWithBlankLine = text.hasSuffix("\n\n") || text.hasSuffix("\r\n\r\n")
    }

    /// The first character that isn't white space.
    var first: Character? { text.first }

    /// Whether the text is a task list: it starts with a task, contains only headings and tasks, or is a single heading, as in the
    /// export of an empty set.
    var isTaskList: Bool {
        guard let first = lines.first else { return false }
        if Self.isItem(first) { return true }
        guard Self.isHeading(first) else { return false }
        guard lines.count > 1 else { return endsWithBlankLine }
        return lines.contains(where: Self.isItem) && lines.allSatisfy { Self.isHeading($0) || Self.isItem($0) }
    }

    private static func isHeading(_ line: Substring) -> Bool {
        line.first == "#" && line.drop { $0 == "#" }.first == " "
    }

    private static func isItem(_ line: Substring) -> Bool {
        let item = line.drop(while: \.isWhitespace)
        return ["- [ ] ", "- [x] ", "- [X] "].contains { item.hasPrefix($0) }
    }

    /// Whether it starts with a JSON object: a brace followed by a name or the closing brace.
    var beginsObject: Bool { first == "{" && ["\"", "}"].contains(second) }

    /// Whether it starts with a JSON list that is empty or contains objects.
    var beginsList: Bool { first == "[" && ["{", "]"].contains(second) }

    /// The second character that isn't white space.
    private var second: Character? { text.dropFirst().first { !$0.isWhitespace } }

    /// Whether the object at the start continues on the second line.
    var isObjectOfManyLines: Bool {
        guard lines.count > 1, let first = lines.first else { return false }
        return first.last { !$0.isWhitespace } != "}" && lines[1].first != "{"
    }

    /// Whether the first line names at least two columns, one of which is `tags` or `tag`.
    var hasCSVHeader: Bool {
        guard let first = lines.first else { return false }
        let names = first.split(separator: ",", omittingEmptySubsequences: false).map { Self.unquoted($0).lowercased() }
        return names.count > 1 && (names.contains("tags") || names.contains("tag"))
            && names.allSatisfy { name in
                // Prose such as "tags, tagging" has a space after the comma.
                name.allSatisfy { $0.isLetter || $0.isNumber || "_- ".contains($0) } && name.first != " "
            }
    }

    private static func unquoted(_ field: Substring) -> Substring {
        guard field.count > 1, field.first == "\"", field.last == "\"" else { return field }
        return field.dropFirst().dropLast()
    }
}
