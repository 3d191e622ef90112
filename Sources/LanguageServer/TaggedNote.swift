internal import JSON
internal import JSONRPC
internal import TagCore
internal import TaggedFiles

/// A note of the workspace, with those of its tags that somebody asks for.
struct TaggedNote: Sendable {
    let address: String
    /// The version of an open document.
    let version: Int?
    let text: EditedText
    let note: Note
    let tags: [NoteTag]
    /// The bytes in front of the text that editors do not see: a mark of its encoding.
    private let hidden: Int

    /// A note's tags of some keys; `nil` where it has none of them.
    init?(_ address: String, version: Int?, _ text: EditedText?, _ note: Note, _ keys: Set<String>)
    {
        tags = note.tags.filter { keys.contains(TagKey($0.name).text) }
        guard !tags.isEmpty else { return nil }
        self.address = address
        self.version = version
        hidden = text == nil && note.text.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        self.text = text ?? EditedText(Array(note.text.bytes[hidden...]))
        self.note = note
    }

    /// Where its tags stand, as clients write it; `nil` where YAML says a name that does not stand there as it is.
    func ranges(in encoding: PositionEncoding) -> [JSONValue?] {
        var positions = RisingPositions(text, encoding)
        return tags.map { tag in
            tag.range.map { range in
                let seen = max(0, range.lowerBound - hidden)..<max(0, range.upperBound - hidden)
                return positions.value(of: seen)
            }
        }
    }

    /// Edits that write another name for the tags.
    ///
    /// - Throws: The first tag that cannot be written so.
    func edits(to name: String, in encoding: PositionEncoding) throws(UnwritableTag) -> [JSONValue]
    {
        let names = tags.reduce(into: [:]) { $0[$1.name] = name }
        if let left = note.replacing(names).left.first { throw UnwritableTag(self, left) }
        var edits: [JSONValue] = []
        for (tag, range) in zip(tags, ranges(in: encoding)) {
            guard let range, let bytes = tag.written(name) else {
                throw UnwritableTag(self, tag)
            }
            edits.append([
                "range": range,
                "newText": .string(String(decoding: bytes, as: UTF8.self)),
            ])
        }
        return edits
    }
}

/// A tag in whose place another name cannot be written.
struct UnwritableTag: Error {
    let address: String
    let tag: NoteTag

    init(_ note: TaggedNote, _ tag: NoteTag) {
        address = note.address
        self.tag = tag
    }
}
