/// Other names in the place of a note's tags.
package struct NoteEdit: Sendable {
    /// The bytes of the file with the new names.
    package let file: [UInt8]
    /// The tags that should have been changed and cannot be.
    package let left: [NoteTag]
}

extension Note {
    /// The note with other names for some of its tags; only the bytes of those tags differ.
    ///
    /// What comes out is read again, and must say what was asked for: a name that YAML takes for something else is not written.
    ///
    /// - Parameter names: For each name that is to be replaced, the new one.
    /// - Returns: The new bytes, which are the old ones where nothing is to be done, and the tags that are left.
    /// - Complexity: linear in the bytes.
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
        // A text that cannot be read any more is as wrong as one that says something else.
        guard let again = try? Note(file: file, language), again.tags.map(\.name) == expected,
            again.problem == problem
        else {
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
