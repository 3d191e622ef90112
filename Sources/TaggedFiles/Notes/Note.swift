internal import Foundation
package import TagService

/// A note, as far as it is about tags.
///
/// A file in Markdown is read in these stages, each linear in its bytes:
///
/// 1. `NoteText` decodes it; all ranges are those of its UTF-8.
/// 2. `FrontMatter` reads title, date and tags of the YAML in front of the text.
/// 3. `MarkdownBlocks` finds paragraphs and headings, and `MarkdownInlines` the `#tags` in those, which `HashTag` defines.
///
/// Every tag keeps its line, its bytes and how it is written, so that what changes it need not read again.
package struct Note: Sendable {
    /// What it is written in.
    package let language: NoteLanguage
    /// The text, which can be written back.
    package let text: NoteText
    /// The title in the front matter, else the first heading.
    package private(set) var title: String?
    /// The date in the front matter, as written.
    package private(set) var date: String?
    /// The tags, in the order in which they stand there, each as often as it does.
    package private(set) var tags: [NoteTag] = []
    /// Where the text behind the front matter begins.
    private(set) var bodyStart = 0
    /// What could not be read.
    package private(set) var problem: NoteError?

    /// The maximum length of a tag in bytes of UTF-8.
    private static let nameLimit = TagService.longestName

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - file: Its bytes.
    ///   - language: What it is written in.
    /// - Throws: The line that is no text.
    package init(
        file: [UInt8],
        _ language: NoteLanguage = .markdown
    ) throws(NoteError) {
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
        problem = frontMatter?.problem
        let start = frontMatter?.end ?? text.start
        bodyStart = start
        // Most of a text has no '#', and then it has no tags.
        guard title == nil || text.bytes[start...].contains(UInt8(ascii: "#")) else { return }
        read(MarkdownBlocks(text.bytes, from: start))
    }

    private mutating func read(_ blocks: MarkdownBlocks) {
        var ranges: [Range<Int>] = []
        for part in blocks.texts {
            if part.isHeading, title == nil { title = heading(part) }
            guard part.lines.contains(where: { text.bytes[$0].contains(UInt8(ascii: "#")) })
            else { continue }
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
                name: String(decoding: text.bytes[range], as: UTF8.self),
                line: lines.number(at: range.lowerBound),
                range: range,
                form: .hashTag
            )
        }
    }

    /// Removes tags that are too long to be names, before anything hashes or compares them.
    private mutating func refuseLongTags() {
        guard let long = tags.first(where: { $0.name.utf8.count > Self.nameLimit }) else { return }
        let count = long.name.utf8.count
        problem =
            problem
            ?? NoteError(
                line: long.line,
                text: "a tag has \(count) bytes; a name has at most \(Self.nameLimit)"
            )
        tags.removeAll { $0.name.utf8.count > Self.nameLimit }
    }

    private func heading(_ heading: MarkdownText) -> String? {
        let lines = heading.lines.map { String(decoding: text.bytes[$0], as: UTF8.self) }
        let title = lines.joined(separator: " ").split(whereSeparator: \.isWhitespace)
            .joined(separator: " ")
        return title.isEmpty ? nil : title
    }

    /// The tags' names, each once.
    package var names: [String] {
        var known: Set<String> = []
        return tags.map(\.name).filter { known.insert($0).inserted }
    }

    /// The note as a thing.
    ///
    /// - Parameters:
    ///   - path: Its path from the folder of the notes, which is its location; the file's name is its title where it has no title.
    ///   - zone: The zone of a date that names none.
    /// - Returns: The thing, with each tag once.
    package func item(at path: String, zone: LocalZone = .system) -> TaggedItem {
        TaggedItem(
            location: path,
            title: title ?? Self.name(ofFile: path),
            tags: names,
            time: date.flatMap { zone.date(written: $0) }
        )
    }

    private static func name(ofFile path: String) -> String {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name }
        return String(name[..<dot])
    }
}
