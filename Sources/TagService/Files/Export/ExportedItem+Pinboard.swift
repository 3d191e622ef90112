internal import JSON

/// Items in Pinboard's JSON.
extension ExportedItem {
    /// Returns the item as an object with Pinboard's fields, or `nil` without a location.
    ///
    /// - Throws: `SHA256.Unavailable`.
    func pinboard() throws(SHA256.Unavailable) -> String? {
        guard let location else { return nil }
        let time = Timestamp.text(savedAt.map { Self.seconds($0) * 1_000 } ?? 0)
        let list = tags.map(Self.pinboardTag).joined(separator: " ")
        let content = [location, shownTitle, note, list, time].map(Self.json)
        // A reader recognizes the format by 'tags' and 'href', so they come before text of any length.
        let fields = [
            ("tags", content[3]), ("href", content[0]), ("description", content[1]), ("extended", content[2]),
            ("meta", Self.json(try Self.digest(content.joined(separator: ",")))),
            ("hash", Self.json(try Self.digest(location))), ("time", content[4]), ("shared", "\"no\""),
            ("toread", "\"no\""),
        ]
        return "{" + fields.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}"
    }

    /// Returns a tag without white space and commas, which Pinboard's tags can't contain.
    private static func pinboardTag(_ name: String) -> String {
        withoutCommas(name).replacingScalars { $0.properties.isWhitespace ? "_" : nil }
    }

    private static func json(_ text: String) -> String { String(decoding: JSONValue.string(text).bytes, as: UTF8.self) }

    /// Returns 32 hexadecimal digits, as long as Pinboard's MD5 digests.
    private static func digest(_ text: String) throws(SHA256.Unavailable) -> String {
        try SHA256.digest(of: text.utf8).prefix(16).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
