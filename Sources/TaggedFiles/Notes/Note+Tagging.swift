internal import TagService
internal import Yams

/// The result of changing the tags in a note's front matter.
package struct NoteTagging: Sendable {
    /// The new bytes of the file; equal to the old bytes if nothing changes.
    package let file: [UInt8]
    /// The tags to remove that are in the text, which isn't edited.
    package let left: [NoteTag]
}

extension Note {
    /// Returns the note with tags removed from and added to its front matter, which is created if necessary.
    ///
    /// The list keeps its form and its comments, except that a list of words becomes a flow list if it can't hold a new
    /// tag. The result is parsed again to verify that it has the requested tags and that all other values are
    /// unchanged.
    ///
    /// - Parameters:
    ///   - removed: The names of the tags to remove, as written in the note.
    ///   - added: The names of the tags to add; the note must not have them yet.
    /// - Returns: The new bytes, and the tags to remove that are in the text.
    /// - Throws: `NoteError` with the line that can't be edited.
    /// - Complexity: Linear in the size of the note and the number of names.
    package func tagging(removing removed: Set<String>, adding added: [String]) throws(NoteError) -> NoteTagging {
        if let parseError { throw NoteError(line: parseError.line, text: "\(parseError.text); fix it first") }
        let left = tags.filter { $0.form == .hashTag && removed.contains($0.name) }
        var bytes = text.bytes
        if tags.contains(where: { $0.form != .hashTag && removed.contains($0.name) }) {
            bytes = try FrontMatterEdit(text).bytes(removing: removed)
        }
        if !added.isEmpty { bytes = try FrontMatterEdit(try NoteText(file: text.file(of: bytes))).bytes(adding: added) }
        let file = text.file(of: bytes)
        if bytes != text.bytes { try requireSame(file, removing: removed, adding: added) }
        return NoteTagging(file: file, left: left)
    }

    /// The text without front matter.
    var body: String {
        let start = FrontMatter(text)?.end ?? text.start
        let end = min(text.bytes.count, start + SuggestionQuery.maximumText)
        return String(decoding: text.bytes[start..<end], as: UTF8.self)
    }

    /// Verifies that the new bytes have the requested tags in front matter and are otherwise unchanged.
    private func requireSame(_ file: [UInt8], removing removed: Set<String>, adding added: [String]) throws(NoteError) {
        let again = try Note(file: file)
        let isInText = { (tag: NoteTag) in tag.form == .hashTag }
        let expected = tags.filter { !isInText($0) && !removed.contains($0.name) }.map(\.name) + added
        let found = again.tags.filter { !isInText($0) }.map(\.name)
        guard again.parseError == nil, found.sorted() == expected.sorted(),
            again.tags.filter(isInText).map(\.name) == tags.filter(isInText).map(\.name), hasSameValues(as: again)
        else {
            let missing = added.first { !found.contains($0) }
            throw NoteError(
                line: 1,
                text: missing.map { "can't write '\($0)' in front matter; choose another tag" }
                    ?? "can't edit the front matter without changing other values; edit it by hand")
        }
    }

    /// Returns whether another version of the note has the same title, date and other values except tags.
    func hasSameValues(as other: Note) -> Bool {
        (title, date) == (other.title, other.date)
            && Self.otherValues(FrontMatter(text)) == Self.otherValues(FrontMatter(other.text))
    }

    /// Returns the keys and values of front matter other than tags.
    private static func otherValues(_ frontMatter: FrontMatter?) -> [[Node]] {
        guard let mapping = frontMatter?.mapping else { return [] }
        return mapping.filter { FrontMatter.tagKeys.contains($0.key.scalar?.string ?? "") == false }
            .map { [$0.key, $0.value] }
    }
}
