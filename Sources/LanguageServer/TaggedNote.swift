internal import JSON
internal import TagCore
internal import TaggedFiles

/// A note of the workspace with its occurrences of certain tags.
struct TaggedNote: Sendable {
    let uri: String
    /// The version of an open document, or nil for a file on disk.
    let version: Int?
    let text: EditedText
    let note: Note
    let tags: [NoteTag]
    /// The length of the byte order mark, which isn't part of the text that editors see.
    private let markLength: Int

    /// Finds the tags with the given keys, or returns nil if the note has none of them.
    init?(_ uri: String, version: Int?, _ text: EditedText?, _ note: Note, _ keys: Set<String>) {
        tags = note.tags.filter { keys.contains(TagKey($0.name).text) }
        guard !tags.isEmpty else { return nil }
        self.uri = uri
        self.version = version
        markLength = text == nil && note.text.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        self.text = text ?? EditedText(Array(note.text.bytes[markLength...]))
        self.note = note
    }

    /// Returns the LSP range of each tag, or nil for a tag whose YAML source differs from its name.
    func ranges(in encoding: PositionEncoding) -> [JSONValue?] {
        var positions = AscendingPositions(text, encoding)
        return tags.map { tag in
            tag.range.map { range in
                let visible = max(0, range.lowerBound - markLength)..<max(0, range.upperBound - markLength)
                return positions.value(of: visible)
            }
        }
    }

    /// Returns the edits that replace the tags with another name.
    ///
    /// - Throws: `UnwritableTagError` with the first tag that can't be replaced.
    func edits(to name: String, in encoding: PositionEncoding) throws(UnwritableTagError) -> [JSONValue] {
        let names = tags.reduce(into: [:]) { $0[$1.name] = name }
        // Editors get edits of the tags' bytes, so duplicates stay.
        if let left = note.replacing(names, removingDuplicates: false).left.first {
            throw UnwritableTagError(self, left)
        }
        var edits: [JSONValue] = []
        for (tag, range) in zip(tags, ranges(in: encoding)) {
            guard let range, let bytes = tag.written(name) else { throw UnwritableTagError(self, tag) }
            edits.append(["range": range, "newText": .string(String(decoding: bytes, as: UTF8.self))])
        }
        return edits
    }
}

/// The error for a tag that can't be replaced with another name.
struct UnwritableTagError: Error {
    let uri: String
    let tag: NoteTag

    init(_ note: TaggedNote, _ tag: NoteTag) {
        uri = note.uri
        self.tag = tag
    }
}
