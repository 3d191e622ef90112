/// The result of replacing tags in a note.
package struct NoteEdit: Sendable {
    /// The bytes of the file with the new names.
    package let file: [UInt8]
    /// The tags that couldn't be replaced.
    package let left: [NoteTag]
}

extension Note {
    /// Returns the note with some of its tags replaced; only the bytes of those tags change.
    ///
    /// The result is parsed again to verify it, so a name that YAML would interpret differently isn't written.
    ///
    /// - Parameter names: The new names by old name.
    /// - Returns: The new bytes and the tags that couldn't be replaced.
    /// - Complexity: Linear in the size of the note.
    package func replacing(_ names: [String: String]) -> NoteEdit {
        let edits = tags.filter { names[$0.name] != nil }
            .map { tag in
                Edit(tag: tag, bytes: names[tag.name].flatMap(tag.written))
            }
        let file = text.file(of: bytes(with: edits))
        let expected = tags.map { tag in
            let isWritten = tag.range != nil && names[tag.name].flatMap(tag.written) != nil
            return isWritten ? names[tag.name] ?? tag.name : tag.name
        }
        let isCorrect: Bool
        do {
            let edited = try Note(file: file, language)
            isCorrect = edited.tags.map(\.name) == expected && edited.parseError == parseError
        } catch {
            isCorrect = false
        }
        guard isCorrect else {
            return NoteEdit(file: text.file(of: text.bytes), left: edits.map(\.tag))
        }
        return NoteEdit(
            file: file,
            left: edits.filter { $0.bytes == nil || $0.tag.range == nil }.map(\.tag)
        )
    }

    private struct Edit {
        var tag: NoteTag
        var bytes: [UInt8]?
    }

    private func bytes(with edits: [Edit]) -> [UInt8] {
        var result: [UInt8] = []
        var offset = 0
        for edit in edits {
            guard let range = edit.tag.range, let bytes = edit.bytes, range.lowerBound >= offset
            else { continue }
            result += text.bytes[offset..<range.lowerBound]
            result += bytes
            offset = range.upperBound
        }
        return result + text.bytes[offset...]
    }
}
