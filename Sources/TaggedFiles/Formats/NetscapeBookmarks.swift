internal import HTMLParsing
import TagCore
import TagService

/// A reader for the Netscape bookmark file format, which every browser exports: links in nested lists.
///
/// ```
/// <DT><A HREF="https://example.org/" ADD_DATE="1700000000" TAGS="web,example">Title</A>
/// <DD>A note
///
/// location  https://example.org/
/// title     Title
/// note      A note
/// tags      web, example
/// time      2023-11-14T22:13:20Z
/// ```
struct NetscapeReader: ItemReader {
    /// Whether the folders of a link become its tags.
    let hasFolders: Bool
    /// The maximum size of a file in bytes; only tests lower it.
    var limit = 256 << 20

    /// Enough for files with thousands of lists that aren't closed; ordinary files need fewer than ten.
    private static let stepsPerByte = 500
    private static let tooManySteps =
        "too many elements that aren't closed, end tags without a start or attributes; export the bookmarks again"

    func read(_ text: TextPieces, _ add: (ImportEntry, _ consumed: Int) throws -> Void) throws {
        var bytes: [UInt8] = []
        while true {
            let piece = try text.next()
            if piece.isEmpty { break }
            try text.reportBadLines(add)
            bytes += piece
            guard bytes.count <= limit else {
                let problem = "the file is larger than \(limit >> 20) MB; split it"
                return try add(ImportEntry(.line(1), .invalid(problem)), text.consumed)
            }
        }
        try text.reportBadLines(add)
        try withoutActuallyEscaping(add) { add in
            let hasCommas = try TagSeparators.areCommas(in: bytes, stepsPerByte: Self.stepsPerByte)
            let links = NetscapeBookmarks(hasFolders: hasFolders, hasCommas: hasCommas, add)
            do {
                let end = try HTMLWalk.walk(bytes, links, stepsPerByte: Self.stepsPerByte)
                try links.finish(at: end)
            } catch let error as HTMLWalk.StepsError {
                try add(ImportEntry(.line(error.line), .invalid(Self.tooManySteps)), text.consumed)
            }
        }
    }
}

/// Finds out whether commas separate the tags of a bookmark file; otherwise spaces do.
private final class TagSeparators: HTMLVisitor {
    private struct Found: Error {}

    /// Texts in the headers of programs that write commas: tagflow, browsers, Raindrop and Pinboard.
    private static let headers = [ExportMark.comment, "DO NOT EDIT!", "Raindrop.io", "Pinboard"]

    /// Returns whether the program named in the header writes commas, or any list of tags has one.
    static func areCommas(in bytes: [UInt8], stepsPerByte: Int) throws -> Bool {
        let start = String(decoding: bytes.prefix(4_096), as: UTF8.self)
        let end = start.firstMatch(of: /(?i)<(dl|dt|a)[\s>]/)?.range.lowerBound ?? start.endIndex
        if headers.contains(where: start[..<end].contains) { return true }
        // linkding has no name in its header, but its links have this attribute.
        let link = start.firstMatch(of: /(?i)<a\s/).map { start[$0.range.upperBound...].prefix { $0 != ">" } } ?? ""
        if link.contains(/(?i)(^|\s)toread=/) { return true }
        do {
            try HTMLWalk.walk(bytes, TagSeparators(), stepsPerByte: stepsPerByte)
            return false
        } catch is Found { return true } catch is HTMLWalk.StepsError {
            // The second reading reports it.
            return false
        }
    }

    func begin(_ name: String, _ attributes: [String: String], at place: HTMLWalk.Place) throws {
        if name == "a", attributes["tags"]?.utf8.contains(UInt8(ascii: ",")) == true { throw Found() }
    }

    func end(_ name: String, at place: HTMLWalk.Place) {}

    func text(_ text: String) {}
}

/// A visitor that collects the bookmarks of a Netscape bookmark file, optionally with their folders as tags.
///
/// Other programs write unclosed tags and nested links, so a link ends at the start of the next link.
final class NetscapeBookmarks: HTMLVisitor {
    private struct Link {
        var line: Int
        var attributes: [String: String]
        var title = ""
        var note = ""
    }

    private struct Folder {
        var name: String
        /// The attribute of a folder built into the browser.
        var kind: String?
    }

    /// The part of a link that text belongs to.
    private enum Part { case title, note, none }

    private let hasFolders: Bool
    /// Whether commas separate tags; otherwise spaces do.
    private let hasCommas: Bool
    private let add: (ImportEntry, Int) throws -> Void
    /// The open folders; nil for a list without a name.
    private var folders: [Folder?] = []
    private var link: Link?
    private var part = Part.none
    /// The heading being read, or the heading of the next list.
    private var heading: String?
    private var isInHeading = false
    /// The attribute of the heading if it is that of a folder built into the browser.
    private var browserFolder: String?

    init(hasFolders: Bool, hasCommas: Bool, _ add: @escaping (ImportEntry, Int) throws -> Void) {
        self.hasFolders = hasFolders
        self.hasCommas = hasCommas
        self.add = add
    }

    func begin(_ name: String, _ attributes: [String: String], at place: HTMLWalk.Place) throws {
        switch name {
        case "a":
            try endLink(place)
            link = Link(line: place.line, attributes: attributes)
            part = .title
        case "h3":
            try endLink(place)
            (heading, isInHeading) = ("", true)
            browserFolder = Self.browserFolders.first { attributes[$0] != nil }
        case "dl":
            try endLink(place)
            folders.append(heading.map { Folder(name: StreamSafeText.received($0).trimmed, kind: browserFolder) })
            (heading, isInHeading, browserFolder) = (nil, false, nil)
        case "dt": try endLink(place)
        case "dd": part = link == nil ? .none : .note
        // A note may contain line breaks and other markup.
        case "br" where part == .note: link?.note += "\n"
        default: break
        }
    }

    func end(_ name: String, at place: HTMLWalk.Place) throws {
        switch name {
        case "a" where part == .title: part = .none
        case "h3": isInHeading = false
        case "dl":
            try endLink(place)
            _ = folders.popLast()
        default: break
        }
    }

    func text(_ text: String) {
        switch part {
        case .title: link?.title += text
        case .note: link?.note += text
        case .none: if isInHeading { heading?.append(text) }
        }
    }

    /// Adds the last link.
    func finish(at place: HTMLWalk.Place) throws { try endLink(place) }

    /// The maximum number of innermost folders that become tags, since a file may have any number of unclosed lists.
    private static let maxFolderDepth = 64
    private static let browserFolders = ["personal_toolbar_folder", "unfiled_bookmarks_folder"]

    private func endLink(_ place: HTMLWalk.Place) throws {
        guard let link else { return }
        self.link = nil
        part = .none
        try add(ImportEntry(.line(link.line), content(of: link)), place.consumed)
    }

    private func tags(in list: String) -> [String] {
        // Scalars, because one character can be as long as the list.
        let scalars = list.unicodeScalars
        let parts = hasCommas ? scalars.split(separator: ",") : scalars.split(whereSeparator: \.properties.isWhitespace)
        return parts.map { String($0).trimmed }.filter { !$0.isEmpty }
    }

    private func content(of link: Link) -> ImportEntry.Content {
        let listed = self.tags(in: link.attributes["tags"] ?? "")
        let tags = listed + folderTags
        guard let address = link.attributes["href"]?.trimmed, !address.isEmpty else {
            return tags.isEmpty ? .ignored : .invalid("the link has tags but no HREF")
        }
        // Character references arrive one by one, so their runs are bounded only here.
        let title = StreamSafeText.received(link.title).trimmed
        return .item(
            location: address,
            // A bookmark without a title is exported with its address.
            title: title == address ? "" : title, tags: tags.isEmpty ? nil : tags,
            note: Self.note(StreamSafeText.received(link.note)),
            time: link.attributes["add_date"].flatMap(NumberedTime.date),
            details: ImportEntry.Details(
                isSplitAtSpaces: !hasCommas && listed.count > 1,
                unreadTime: link.attributes["add_date"].flatMap(NumberedTime.unread), attributes: attributes(of: link),
                folders: path.map(\.name)))
    }

    /// Returns a description without white space around it, except an indent on its first line.
    private static func note(_ text: String) -> String? {
        // linkding's export puts its notes, which it distinguishes from the description, between two markers.
        let text = text.replacing("[linkding-notes]", with: "\n").replacing("[/linkding-notes]", with: "")
        guard !text.trimmed.isEmpty else { return nil }
        return text.first?.isNewline == true ? text.trimmed : text
    }

    private var folderTags: [String] {
        guard hasFolders else { return [] }
        return folders.suffix(Self.maxFolderDepth).compactMap { $0?.kind == nil ? $0?.name : nil }
            .filter { !$0.isEmpty }
    }

    /// The folders of a link, from the innermost folder built into the browser.
    private var path: [Folder] {
        let all = folders.suffix(Self.maxFolderDepth).compactMap(\.self).filter { !$0.name.isEmpty }
        return Array(all[(all.lastIndex { $0.kind != nil } ?? 0)...])
    }

    /// Returns the attributes that aren't fields of an item, and the kind of the outermost folder.
    private func attributes(of link: Link) -> [String: String] {
        var attributes = link.attributes.filter { !Self.fields.contains($0.key) }
        for name in Self.browserFolders { attributes[name] = nil }
        if let kind = path.first?.kind { attributes[kind] = "true" }
        return attributes
    }

    private static let fields: Set<String> = ["href", "add_date", "tags"]
}
