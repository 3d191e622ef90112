internal import JSON
internal import TagCore
internal import TagStore
internal import TextMeasurement

/// An item with the names of its set and tags.
struct ExportedItem {
    var id: Int64
    var set: String
    var title: String
    var location: String?
    var note: String
    var tags: [String]
    /// Milliseconds since 1970; `nil` if unknown.
    var savedAt: Int64?
    /// The local day of an item without a location in a daily set, such as `2026-01-31`; `nil` for other items.
    var day: String?
    /// Milliseconds since 1970; `nil` if nothing changed since the item was saved.
    var modifiedAt: Int64?
    /// What an imported file of bookmarks has of the item.
    var bookmark = ItemBookmark()
    /// The last check of the location.
    var checked: LinkDocument?

    /// The title, or else the location.
    var shownTitle: String { title.isEmpty ? location ?? "" : title }

    /// The item without control characters, which another program may have written to the database.
    var printable: ExportedItem {
        var item = self
        item.set = TerminalText.printable(set)
        item.title = ItemText.title(title)
        item.location = location.map(TerminalText.printable)
        item.note = ItemText.note(note)
        item.tags = tags.map(TerminalText.printable)
        item.bookmark.attributes = bookmark.attributes.mapValues(TerminalText.printable)
        item.bookmark.folders = bookmark.folders.map(TerminalText.printable)
        return item
    }

    /// Returns the item as a line of the import format.
    func ndjson() throws -> String {
        var record = JSONRecord()
        record.title = title
        record.tags = tags
        record.at = savedAt.map(Timestamp.text)
        record.set = set
        record.day = day
        record.location = location
        record.note = note.isEmpty ? nil : note
        record.attributes = bookmark.attributes.isEmpty ? nil : bookmark.attributes
        record.folders = bookmark.folders.isEmpty ? nil : bookmark.folders
        record.checked = checked
        let line = String(decoding: try JSONDocument.bytes(of: record), as: UTF8.self)
        // The encoder doesn't escape DEL, C1 controls and others.
        return PrintableText(json: line).text + "\n"
    }
}

extension String {
    /// Returns the text with scalars replaced; a scalar is kept if the function returns `nil`.
    ///
    /// Escaping compares scalars, because `<` and a combining mark are one character that isn't equal to `<`.
    func replacingScalars(_ replacement: (Unicode.Scalar) -> String?) -> String {
        guard unicodeScalars.contains(where: { replacement($0) != nil }) else { return self }
        return unicodeScalars.reduce(into: "") { text, scalar in
            if let other = replacement(scalar) { text += other } else { text.unicodeScalars.append(scalar) }
        }
    }
}

/// Items as rows of CSV.
extension ExportedItem {
    /// The item as a row.
    var csv: String {
        let cells = ["\(id)", set, title, location ?? "", note, barredTags, savedAt.map(Timestamp.text) ?? ""]
        return cells.map(Self.cell).joined(separator: ",") + "\r\n"
    }

    private var barredTags: String {
        // A fullwidth bar keeps the key of a tag.
        let names = tags.map { name in name.replacingScalars { $0 == "|" ? "｜" : nil } }
        // An import splits a cell without a bar at commas and semicolons.
        let isDivisible = names.first?.utf8.contains { ",;".utf8.contains($0) } ?? false
        return names.joined(separator: "|") + (names.count == 1 && isDivisible ? "|" : "")
    }

    private static func cell(_ text: String) -> String {
        let text = CSVRows.Cell.guarded(text)
        guard text.utf8.contains(where: { ",\"\r\n".utf8.contains($0) }) else { return text }
        return "\"" + text.replacingScalars { $0 == "\"" ? "\"\"" : nil } + "\""
    }
}

/// Items as lines of a Markdown list.
extension ExportedItem {
    /// The item as `- [Title](<location>) #tag — note`; the parts that it doesn't have are omitted.
    ///
    /// A location that could run code is text, as in `- Title (javascript:…)`.
    var markdown: String {
        let hashTags = tags.map { "#" + Self.escaped(Self.hashTag($0)) }
        let title = Self.escaped(shownTitle)
        let line = ([link(title)] + hashTags).filter { !$0.isEmpty }.joined(separator: " ")
        let text = Self.escaped(WhiteSpace.collapsed(note))
        return "- \(line)\(text.isEmpty ? "" : " — \(text)")\n"
    }

    private func link(_ title: String) -> String {
        guard let location else { return Self.lineStart(title) }
        guard !LinkScheme.allowsLink(to: location) else { return "[\(title)](<\(Self.destination(location))>)" }
        return Self.lineStart(title) + (self.title.isEmpty ? "" : " (\(Self.escaped(location)))")
    }

    /// Returns a tag without white space, which would end it.
    private static func hashTag(_ name: String) -> String {
        name.replacingScalars { $0.properties.isWhitespace ? "-" : nil }
    }

    /// Returns a text with a backslash before each character that Markdown interprets.
    private static func escaped(_ text: String) -> String {
        text.replacingScalars { "\\`*_[]<>&~|$#".unicodeScalars.contains($0) ? "\\\($0)" : nil }
    }

    /// Returns an escaped text that doesn't begin another list or a heading at the start of a line.
    private static func lineStart(_ text: String) -> String {
        let rest = text.unicodeScalars.drop { ("0"..."9").contains($0) }
        guard let mark = rest.first else { return text }
        let isNumbered = rest.startIndex > text.startIndex && (mark == "." || mark == ")")
        let isMark = rest.startIndex == text.startIndex && "-+=".unicodeScalars.contains(mark)
        guard isNumbered || isMark else { return text }
        return "\(text[..<rest.startIndex])\\\(text[rest.startIndex...])"
    }

    /// Returns a link destination for angle brackets, readable by programs that search for addresses.
    private static func destination(_ location: String) -> String {
        // Without a semicolon, an ampersand can't begin an entity.
        let special = location.utf8.contains(UInt8(ascii: ";")) ? "\\<>&" : "\\<>"
        return location.replacingScalars { special.unicodeScalars.contains($0) ? "\\\($0)" : nil }
    }
}

/// Items in the bookmarks file of browsers.
extension ExportedItem {
    /// The item as a bookmark, with its note on the lines after it; `nil` without a location.
    var netscape: String? {
        guard let location else { return nil }
        var text = "HREF=\"\(Self.html(location))\""
        if let savedAt { text += " ADD_DATE=\"\(Self.seconds(savedAt))\"" }
        let modified = [modifiedAt.map(Self.seconds), bookmark.attributes["last_modified"].flatMap { Int64($0) }]
        if let time = modified.compactMap(\.self).max() { text += " LAST_MODIFIED=\"\(time)\"" }
        for (name, value) in bookmark.attributes.sorted(by: { $0.key < $1.key })
        where !Self.otherAttributes.contains(name) { text += " \(name.uppercased())=\"\(Self.html(value))\"" }
        if !tags.isEmpty { text += " TAGS=\"\(Self.html(tagList))\"" }
        let link = "    <DT><A \(text)>\(Self.html(shownTitle))</A>\n"
        return note.isEmpty ? link : link + "    <DD>\(Self.html(note))\n"
    }

    private static let otherAttributes = ["href", "add_date", "last_modified", "tags"] + ItemBookmark.folderKinds

    /// Returns the start of a folder: its heading, and the beginning of its list.
    static func netscapeFolder(_ name: String, kind: String?) -> String {
        let attribute = kind.map { " \($0.uppercased())=\"true\"" } ?? ""
        return "    <DT><H3\(attribute)>\(html(name))</H3>\n    <DL><p>\n"
    }

    private var tagList: String {
        let names = tags.map(Self.withoutCommas)
        // Readers split a list without a comma at spaces.
        let end = names.count == 1 && names[0].contains(where: \.isWhitespace) ? "," : ""
        return names.joined(separator: ",") + end
    }

    /// Returns a name with each comma replaced by a fullwidth comma, which keeps the key of a tag.
    static func withoutCommas(_ name: String) -> String { name.replacingScalars { $0 == "," ? "，" : nil } }

    /// Returns a time in seconds, rounded down.
    static func seconds(_ milliseconds: Int64) -> Int64 { Int64((Double(milliseconds) / 1_000).rounded(.down)) }

    private static func html(_ text: String) -> String {
        text.replacingScalars { scalar in
            switch scalar {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            case "\"": "&quot;"
            case "'": "&#39;"
            default: nil
            }
        }
    }
}

/// Items in Pinboard's JSON.
extension ExportedItem {
    /// Returns the item as an object with Pinboard's fields, or `nil` without a location.
    func pinboard() -> String? {
        guard let location else { return nil }
        let time = Timestamp.text(savedAt.map { Self.seconds($0) * 1_000 } ?? 0)
        let list = tags.map(Self.pinboardTag).joined(separator: " ")
        let content = [location, shownTitle, note, list, time].map(Self.json)
        // A reader recognizes the format by 'tags' and 'href', so they come before text of any length.
        let fields = [
            ("tags", content[3]), ("href", content[0]), ("description", content[1]), ("extended", content[2]),
            ("meta", Self.json(Self.digest(content.joined(separator: ",")))),
            ("hash", Self.json(Self.digest(location))), ("time", content[4]),
            ("shared", bookmark.attributes["private"] == "0" ? "\"yes\"" : "\"no\""),
            ("toread", bookmark.attributes["toread"] == "1" ? "\"yes\"" : "\"no\""),
        ]
        return "{\(ExportMark.jsonField),\(fields.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ","))}"
    }

    /// Returns a tag without white space and commas, which Pinboard's tags can't contain.
    private static func pinboardTag(_ name: String) -> String {
        withoutCommas(name).replacingScalars { $0.properties.isWhitespace ? "_" : nil }
    }

    private static func json(_ text: String) -> String { String(decoding: JSONValue.string(text).bytes, as: UTF8.self) }

    /// Returns 32 hexadecimal digits, as long as Pinboard's MD5 digests.
    private static func digest(_ text: String) -> String {
        SHA256.digest(of: text.utf8).prefix(16).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
