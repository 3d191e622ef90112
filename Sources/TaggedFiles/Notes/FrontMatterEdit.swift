/// Byte edits of the lists of tags in front matter.
///
/// Edits don't parse YAML; the caller parses the result again to verify it.
///
/// ```swift
/// let edit = FrontMatterEdit(try NoteText(file: bytes))
/// let added = try edit.bytes(adding: ["sea"])
/// let removed = try edit.bytes(removing: ["draft"])
/// ```
struct FrontMatterEdit {
    /// A range of the text and the bytes that replace it.
    typealias Edit = (range: Range<Int>, bytes: [UInt8])

    let bytes: [UInt8]
    let start: Int
    let frontMatter: FrontMatter?
    let lists: [TagList]
    var edits: [Edit] = []

    init(_ text: NoteText) {
        bytes = text.bytes
        start = text.start
        frontMatter = FrontMatter(text)
        lists = frontMatter.map { TagList.lists(of: $0, in: text.bytes) } ?? []
    }

    /// Returns the error for a list in a form that can't be edited.
    func uneditable(_ list: TagList) -> NoteError {
        NoteError(line: list.line, text: "can't edit '\(list.key)' in this form; edit it by hand")
    }

    /// Returns the offset of the list that contains a tag, or nil if it isn't known.
    func listStart(of tag: NoteTag) -> Int? {
        lists.filter { list in tag.range.map { list.start < $0.lowerBound } ?? (list.line <= tag.line) }.map(\.start)
            .max()
    }

    /// The bytes after all edits.
    var edited: [UInt8] { Self.bytes(bytes, with: edits) }

    /// Returns bytes after edits, in any order; of two edits that overlap, the first counts.
    static func bytes(_ bytes: [UInt8], with edits: [Edit]) -> [UInt8] {
        var (result, offset): ([UInt8], Int) = ([], 0)
        for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound })
        where edit.range.lowerBound >= offset {
            result += bytes[offset..<edit.range.lowerBound]
            result += edit.bytes
            offset = edit.range.upperBound
        }
        return result + bytes[offset...]
    }

    mutating func delete(_ range: Range<Int>) { edits.append((range, [])) }

    mutating func insert(_ text: [UInt8], at offset: Int) { edits.append((offset..<offset, text)) }

    /// Returns the offset of the dash before a block item, or nil if other text precedes the item.
    func dash(in range: Range<Int>) -> Int? {
        var offset = range.lowerBound
        while offset < range.upperBound, bytes[offset] == UInt8(ascii: " ") { offset += 1 }
        guard offset < range.upperBound, bytes[offset] == UInt8(ascii: "-"),
            bytes[(offset + 1)..<range.upperBound].allSatisfy(\.isSpaceOrTab)
        else { return nil }
        return offset
    }

    func line(around range: Range<Int>) -> (start: Int, end: Int, next: Int) {
        var start = range.lowerBound
        while start > 0, bytes[start - 1] != 0x0A, bytes[start - 1] != 0x0D { start -= 1 }
        let (end, next) = bytes.line(at: range.upperBound)
        return (start, end, next)
    }

    func afterSpaces(_ offset: Int) -> Int {
        var offset = offset
        while bytes.byte(at: offset).isSpaceOrTab { offset += 1 }
        return offset
    }
}
