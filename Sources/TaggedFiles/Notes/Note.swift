internal import Foundation
internal import TagCore
package import TagService
internal import TextMeasurement
internal import Yams

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
                name: StreamSafeText.received(String(decoding: text.bytes[range], as: UTF8.self)),
                line: lines.number(at: range.lowerBound), range: range, form: .hashTag)
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
        let lines = heading.lines.map { StreamSafeText.received(String(decoding: text.bytes[$0], as: UTF8.self)) }
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
    /// A tag in front matter is removed if its list already has the new name. The result is parsed again to verify it,
    /// so a name that YAML would interpret differently isn't written.
    ///
    /// - Parameters:
    ///   - names: The new names by old name.
    ///   - removingDuplicates: Whether to remove tags from front matter; otherwise a list may get a name twice.
    /// - Returns: The new bytes and the tags that couldn't be replaced or removed.
    /// - Complexity: Linear in the size of the note, for each of at most a few passes.
    package func replacing(_ names: [String: String], removingDuplicates: Bool = true) -> NoteEdit {
        var edit = replacingOnce(names, removingDuplicates: removingDuplicates)
        var file = text.file(of: text.bytes)
        // Tags that couldn't be removed together may be removable once the other names are replaced.
        while !edit.left.isEmpty, edit.file != file {
            file = edit.file
            let note: Note
            do throws(NoteError) { note = try Note(file: file, language) } catch { break }
            edit = note.replacingOnce(names, removingDuplicates: removingDuplicates)
        }
        return edit
    }

    private func replacingOnce(_ names: [String: String], removingDuplicates: Bool) -> NoteEdit {
        let duplicates = removingDuplicates ? duplicates(after: names) : []
        if !duplicates.isEmpty, let edit = edit(names, duplicates, isRemoving: true) { return edit }
        return edit(names, duplicates, isRemoving: false)
            ?? NoteEdit(file: text.file(of: text.bytes), left: tags.filter { names[$0.name] != nil })
    }

    /// Returns the indices of the tags in front matter whose list will already have their new name.
    private func duplicates(after names: [String: String]) -> Set<Int> {
        let listed = tags.indices.filter { tags[$0].isInFrontMatter }
        guard listed.count > 1, listed.contains(where: { names[tags[$0].name] != nil }) else { return [] }
        let frontMatter = FrontMatterEdit(text)
        let lists = listed.map { frontMatter.listStart(of: tags[$0]) }
        var present: [Int?: Set<String>] = [:]
        for (index, list) in zip(listed, lists) where names[tags[index].name] == nil {
            present[list, default: []].insert(tags[index].name)
        }
        var duplicates: Set<Int> = []
        for (index, list) in zip(listed, lists) {
            let tag = tags[index]
            guard let name = names[tag.name] else { continue }
            if present[list]?.contains(name) == true {
                duplicates.insert(index)
            } else if tag.range != nil, tag.written(name) != nil {
                present[list, default: []].insert(name)
            }
        }
        return duplicates
    }

    /// Replaces tags, and removes duplicates or leaves them as they are.
    ///
    /// - Returns: The edited note, or nil if its tags or other values would differ from the expected ones.
    private func edit(_ names: [String: String], _ duplicates: Set<Int>, isRemoving: Bool) -> NoteEdit? {
        var edits: [FrontMatterEdit.Edit] = []
        var (removed, left, expected): ([NoteTag], [NoteTag], [String]) = ([], [], [])
        for (index, tag) in tags.enumerated() {
            guard let name = names[tag.name] else {
                expected.append(tag.name)
                continue
            }
            if duplicates.contains(index), isRemoving, tag.range != nil {
                removed.append(tag)
            } else if !duplicates.contains(index), let range = tag.range, let bytes = tag.written(name) {
                edits.append((range, bytes))
                expected.append(name)
            } else {
                left.append(tag)
                expected.append(tag.name)
            }
        }
        guard let bytes = bytes(with: edits, removing: removed) else { return nil }
        let file = text.file(of: bytes)
        guard isExpected(file, expected, comparesValues: !removed.isEmpty) else { return nil }
        return NoteEdit(file: file, left: left)
    }

    /// Returns the edited bytes, or nil if a tag can't be removed.
    private func bytes(with edits: [FrontMatterEdit.Edit], removing removed: [NoteTag]) -> [UInt8]? {
        guard !removed.isEmpty else { return FrontMatterEdit.bytes(text.bytes, with: edits) }
        var edit = FrontMatterEdit(text)
        do throws(NoteError) { try edit.remove(removed) } catch { return nil }
        edit.edits += edits
        return edit.edited
    }

    /// Returns whether an edited file has the expected tags, and the other values of front matter if they are compared.
    private func isExpected(_ file: [UInt8], _ names: [String], comparesValues: Bool) -> Bool {
        let edited: Note
        do throws(NoteError) { edited = try Note(file: file, language) } catch { return false }
        return edited.tags.map(\.name) == names && edited.parseError == parseError
            && (!comparesValues || hasSameValues(as: edited))
    }
}

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
                text: missing.map { "can't write \($0.quoted) in front matter; choose another tag" }
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
