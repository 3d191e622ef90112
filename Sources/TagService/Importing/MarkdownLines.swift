/// Reads the task lists of Markdown that exports write: a heading with a set's name, and an item for each of its tags.
struct MarkdownLines {
    /// The set of the last heading; `nil` before one.
    private var set: String?

    /// What a line says; `nil` if it is blank.
    mutating func record(_ line: ArraySlice<UInt8>) -> Result<ImportRecord, ImportRecordError>? {
        guard let text = String(validating: line, as: UTF8.self) else {
            return .failure(ImportRecordError("it is not UTF-8"))
        }
        let trimmed = text.drop(while: \.isWhitespace)
        if trimmed.isEmpty { return nil }
        if trimmed.first == "#" {
            let name = Self.unescaped(trimmed.drop { $0 == "#" })
            set = name
            return .success(.set(ImportedSet(name: name)))
        }
        for (mark, isSelected) in [("- [ ] ", false), ("- [x] ", true), ("- [X] ", true)]
        where trimmed.hasPrefix(mark) {
            let name = Self.unescaped(trimmed.dropFirst(mark.count))
            let sets = set.map { [$0] }
            return .success(.tag(ImportedTag(name: name, sets: sets, isSelected: isSelected)))
        }
        return .failure(
            ImportRecordError("it is neither a heading nor an item such as '- [x] TAG' of a task list")
        )
    }

    /// The text without the backslashes before characters that Markdown gives a meaning.
    private static func unescaped(_ text: Substring) -> String {
        var result = ""
        var isEscaped = false
        for character in text {
            if character == "\\", !isEscaped {
                isEscaped = true
                continue
            }
            if isEscaped, !character.isASCII || character.isLetter || character.isNumber {
                result.append("\\")
            }
            result.append(character)
            isEscaped = false
        }
        if isEscaped { result.append("\\") }
        return result
    }
}
