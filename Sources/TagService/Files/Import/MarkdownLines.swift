internal import TagCore

/// A parser for Markdown task lists as written by exports: a heading with the name of a set, and a
/// task for each tag of the set.
struct MarkdownLines {
    /// The set of the last heading; `nil` before the first heading.
    private var set: String?

    /// Returns the record of a line, or `nil` if it is blank or the mark of an export.
    mutating func record(_ line: ArraySlice<UInt8>) -> Result<ImportRecord, ImportRecordError>? {
        guard let text = String(validating: line, as: UTF8.self).map(StreamSafeText.received) else {
            return .failure(ImportRecordError("it is not UTF-8"))
        }
        // Scalars, because one character can be as long as the line.
        let trimmed = text.unicodeScalars.drop(while: \.properties.isWhitespace)
        if trimmed.isEmpty || trimmed.elementsEqual(ExportMark.comment.unicodeScalars) { return nil }
        if trimmed.first == "#" {
            let name = Self.unescaped(trimmed.drop { $0 == "#" })
            set = name
            return .success(.set(ImportedSet(name: name)))
        }
        for (mark, isSelected) in [("- [ ] ", false), ("- [x] ", true), ("- [X] ", true)]
        where trimmed.starts(with: mark.unicodeScalars) {
            let name = Self.unescaped(trimmed.dropFirst(mark.count))
            let sets = set.map { [$0] }
            return .success(.tag(ImportedTag(name: name, sets: sets, isSelected: isSelected)))
        }
        return .failure(ImportRecordError("it is neither a heading nor a task such as '- [x] TAG'"))
    }

    /// Returns a text without the backslashes that escape Markdown syntax.
    private static func unescaped(_ text: Substring.UnicodeScalarView) -> String {
        var result = ""
        var isEscaped = false
        for scalar in text {
            if scalar == "\\", !isEscaped {
                isEscaped = true
                continue
            }
            if isEscaped, !isPunctuation(scalar) { result.unicodeScalars.append("\\") }
            result.unicodeScalars.append(scalar)
            isEscaped = false
        }
        if isEscaped { result.unicodeScalars.append("\\") }
        return result
    }

    private static func isPunctuation(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII && !scalar.properties.isAlphabetic && !("0"..."9").contains(scalar)
    }
}
