internal import JSON
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
    /// Milliseconds since 1970; `nil` if nothing changed since the item was saved.
    var modifiedAt: Int64?

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
        return item
    }

    /// Returns the item as a line of the import format.
    func ndjson() throws -> String {
        var record = JSONRecord()
        record.title = title
        record.tags = tags
        record.at = savedAt.map(Timestamp.text)
        record.set = set
        record.location = location
        record.note = note.isEmpty ? nil : note
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
