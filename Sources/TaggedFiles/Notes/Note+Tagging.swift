internal import TagService
internal import Yams

/// A note with other tags in its front matter.
package struct NoteTagging: Sendable {
    /// The bytes of the file; those that it had where nothing is to be done.
    package let file: [UInt8]
    /// The tags that should go and stand in the text, which stays as it is.
    package let left: [NoteTag]
}

extension Note {
    /// The note with fewer and with other tags in its front matter, which is made where there is none.
    ///
    /// A list keeps the way in which it is written, and comments stay. Only where words between spaces cannot hold a new tag they become a
    /// list in brackets. What comes out is read again: it must have the tags that were asked for, and say the same of all else.
    ///
    /// - Parameters:
    ///   - removed: The names of the tags that go, as they are written in the note.
    ///   - added: The names of those that come; they are none of the note's.
    /// - Returns: The new bytes, and the tags in the text that were not taken out.
    /// - Throws: Why the front matter cannot be changed, and where.
    /// - Complexity: linear in the bytes and the names.
    package func tagging(
        removing removed: Set<String>,
        adding added: [String]
    ) throws(NoteError) -> NoteTagging {
        if let problem {
            throw NoteError(line: problem.line, text: "\(problem.text); mend it first")
        }
        let left = tags.filter { $0.form == .hashTag && removed.contains($0.name) }
        var bytes = text.bytes
        if tags.contains(where: { $0.form != .hashTag && removed.contains($0.name) }) {
            bytes = try FrontMatterEdit(text).bytes(removing: removed)
        }
        if !added.isEmpty {
            bytes = try FrontMatterEdit(try NoteText(file: text.file(of: bytes)))
                .bytes(adding: added)
        }
        let file = text.file(of: bytes)
        if bytes != text.bytes { try requireSame(file, removing: removed, adding: added) }
        return NoteTagging(file: file, left: left)
    }

    /// The text without front matter, as far as it tells what the note is about.
    var body: String {
        let start = FrontMatter(text)?.end ?? text.start
        let end = min(text.bytes.count, start + SuggestionQuery.maximumText)
        return String(decoding: text.bytes[start..<end], as: UTF8.self)
    }

    /// Holds new bytes against the note: the tags in front matter are those that were asked for, and nothing else differs.
    private func requireSame(
        _ file: [UInt8],
        removing removed: Set<String>,
        adding added: [String]
    ) throws(NoteError) {
        let again = try Note(file: file)
        let isInText = { (tag: NoteTag) in tag.form == .hashTag }
        let expected =
            tags.filter { !isInText($0) && !removed.contains($0.name) }.map(\.name) + added
        let found = again.tags.filter { !isInText($0) }.map(\.name)
        let (before, after) = (FrontMatter(text), FrontMatter(again.text))
        guard again.problem == nil, found.sorted() == expected.sorted(),
            again.tags.filter(isInText).map(\.name) == tags.filter(isInText).map(\.name),
            (again.title, again.date) == (title, date),
            Self.otherValues(before) == Self.otherValues(after)
        else {
            let missing = added.first { !found.contains($0) }
            throw NoteError(
                line: 1,
                text: missing.map {
                    "'\($0)' cannot be written in front matter; choose another tag"
                }
                    ?? "the front matter cannot be changed without another meaning; change it by hand"
            )
        }
    }

    /// What front matter says of all but tags.
    private static func otherValues(_ frontMatter: FrontMatter?) -> [[Node]] {
        guard let mapping = frontMatter?.mapping else { return [] }
        return mapping.filter { FrontMatter.tagKeys.contains($0.key.scalar?.string ?? "") == false }
            .map { [$0.key, $0.value] }
    }
}
