internal import Foundation
package import TagService

/// The title, date and tags of a note.
///
/// A Markdown file is parsed in these stages, each of which takes linear time:
///
/// 1. `NoteText` decodes the file; all ranges are offsets in UTF-8.
/// 2. `FrontMatter` reads the title, date and tags from the YAML at the beginning.
/// 3. `MarkdownBlocks` finds paragraphs and headings, and `MarkdownInlines` finds `#tags` in them with `HashTag`.
///
/// Every tag has its line, range and form, so that it can be edited without parsing the note again.
///
/// ```swift
/// let note = try Note(file: Array("# Trip\n\n#travel by #train".utf8))
/// note.names  // ["travel", "train"]
/// let edited = note.replacing(["train": "rail"]).file
/// ```
package struct Note: Sendable {
    /// The markup language.
    package let language: NoteLanguage
    /// The decoded text.
    package let text: NoteText
    /// The title from the front matter, or otherwise the first heading.
    package private(set) var title: String?
    /// The date from the front matter, as written.
    package private(set) var date: String?
    /// All occurrences of tags, in order.
    package private(set) var tags: [NoteTag] = []
    /// The offset of the text after the front matter.
    private(set) var bodyStart = 0
    /// The error if some of the note couldn't be parsed.
    package private(set) var parseError: NoteError?

    /// The maximum length of a tag in bytes of UTF-8.
    private static let nameLimit = TagService.longestName

    /// Parses a note.
    ///
    /// - Parameters:
    ///   - file: The bytes of the file.
    ///   - language: The markup language.
    /// - Throws: `NoteError` with the first line that can't be decoded.
    package init(file: [UInt8], _ language: NoteLanguage = .markdown) throws(NoteError) {
        self.language = language
        text = try NoteText(file: file)
        switch language {
        case .markdown: readMarkdown()
        case .mdx:
            readMarkdown()
            let code = MDXCode(text.bytes)
            tags.removeAll { tag in tag.range.map(code.contains) ?? false }
        case .org:
            let org = OrgText(text)
            (title, date, tags) = (org.title, org.date, org.tags)
        case .plainText: tags = hashTags(HashTag.all(in: text.bytes))
        }
        refuseLongTags()
    }

    private mutating func readMarkdown() {
        let frontMatter = FrontMatter(text)
        title = frontMatter?.title
        date = frontMatter?.date
        tags = frontMatter?.tags ?? []
        parseError = frontMatter?.parseError
        let start = frontMatter?.end ?? text.start
        bodyStart = start
        // Parse the rest only if it may have the title or `#tags`.
        guard title == nil || text.bytes[start...].contains(UInt8(ascii: "#")) else { return }
        read(MarkdownBlocks(text.bytes, from: start))
    }

    private mutating func read(_ blocks: MarkdownBlocks) {
        var ranges: [Range<Int>] = []
        for part in blocks.texts {
            if part.isHeading, title == nil { title = heading(part) }
            guard part.lines.contains(where: { text.bytes[$0].contains(UInt8(ascii: "#")) }) else { continue }
            let inline = InlineText(text.bytes, part.lines)
            let found = MarkdownInlines(inline.bytes, definitions: blocks.definitions).tags
            ranges += inline.sources(of: found)
        }
        tags += hashTags(ranges)
    }

    private func hashTags(_ ranges: [Range<Int>]) -> [NoteTag] {
        var lines = LineCount(text.bytes)
        return ranges.map { range in
            NoteTag(
                name: String(decoding: text.bytes[range], as: UTF8.self), line: lines.number(at: range.lowerBound),
                range: range, form: .hashTag)
        }
    }

    /// Removes tags that are too long, so that they aren't hashed or compared.
    private mutating func refuseLongTags() {
        guard let long = tags.first(where: { $0.name.utf8.count > Self.nameLimit }) else { return }
        let count = long.name.utf8.count
        parseError =
            parseError ?? NoteError(line: long.line, text: "tag too long: \(count) bytes, at most \(Self.nameLimit)")
        tags.removeAll { $0.name.utf8.count > Self.nameLimit }
    }

    private func heading(_ heading: MarkdownText) -> String? {
        let lines = heading.lines.map { String(decoding: text.bytes[$0], as: UTF8.self) }
        let title = lines.joined(separator: " ").split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return title.isEmpty ? nil : title
    }

    /// The distinct names of the tags, in order.
    package var names: [String] {
        var known: Set<String> = []
        return tags.map(\.name).filter { known.insert($0).inserted }
    }

    /// Returns the note as an item.
    ///
    /// Without a title, the item is named after its file, and an `index` file after its folder.
    ///
    /// - Parameters:
    ///   - path: The path relative to the folder of notes, which becomes the location.
    ///   - folder: The path of the folder of notes, if it's known.
    ///   - zone: The time zone of a date that doesn't specify one.
    /// - Returns: The item with its distinct tags.
    package func item(at path: String, in folder: String = "", zone: LocalZone = .system) -> TaggedItem {
        TaggedItem(
            location: path, title: title ?? Self.name(ofFile: path, in: folder), tags: names,
            time: date.flatMap { zone.date(written: $0) })
    }

    private static func name(ofFile path: String, in folder: String) -> String {
        let parts = "\(folder)/\(path)".split(separator: "/")
        guard var name = parts.last else { return path }
        if let dot = name.lastIndex(of: "."), dot > name.startIndex { name = name[..<dot] }
        if name.lowercased() == "index", let folder = parts.dropLast().last { name = folder }
        return String(name)
    }
}
