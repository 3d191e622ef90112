internal import TagCore

/// A parser for Markdown task lists as written by exports: a heading with the name of a set, and a
/// task for each tag of the set.
struct MarkdownLines {
    /// The set of the last heading; `nil` before the first heading.
    private var set: String?

    /// Returns the record of a line, or `nil` if it is blank.
    mutating func record(_ line: ArraySlice<UInt8>) -> Result<ImportRecord, ImportRecordError>? {
        guard let text = String(validating: line, as: UTF8.self).map(StreamSafeText.received) else {
            return .failure(ImportRecordError("it is not UTF-8"))
        }
        let trimmed = text.drop(while: \.isWhitespace)
        if trimmed.isEmpty { return nil }
        if trimmed.first == "#" {
            let name = Self.unescaped(trimmed.drop { $0 == "#" })
            set = name
            return .success(.set(ImportedSet(name: name)))
        }
        for (mark, isSelected) in [("- [ ] ", false), ("- [x] ", true), ("- [X] ", true)] where trimmed.hasPrefix(mark)
        {
            let name = Self.unescaped(trimmed.dropFirst(mark.count))
            let sets = set.map { [$0] }
            return .success(.tag(ImportedTag(name: name, sets: sets, isSelected: isSelected)))
        }
        return .failure(ImportRecordError("it is neither a heading nor a task such as '- [x] TAG'"))
    }

    /// Returns a text without the backslashes that escape Markdown syntax.
    private static func unescaped(_ text: Substring) -> String {
        var result = ""
        var isEscaped = false
        for character in text {
            if character == "\\", !isEscaped {
                isEscaped = true
                continue
            }
            if isEscaped, !character.isASCII || character.isLetter || character.isNumber { result.append("\\") }
            result.append(character)
            isEscaped = false
        }
        if isEscaped { result.append("\\") }
        return result
    }
}
