/// Items in the bookmarks file of browsers.
extension ExportedItem {
    /// The item as a bookmark, with its note on the lines after it; `nil` without a location.
    var netscape: String? {
        guard let location else { return nil }
        var attributes = "HREF=\"\(Self.html(location))\""
        if let savedAt { attributes += " ADD_DATE=\"\(Self.seconds(savedAt))\"" }
        if let modifiedAt { attributes += " LAST_MODIFIED=\"\(Self.seconds(modifiedAt))\"" }
        if !tags.isEmpty { attributes += " TAGS=\"\(Self.html(tagList))\"" }
        let link = "    <DT><A \(attributes)>\(Self.html(shownTitle))</A>\n"
        return note.isEmpty ? link : link + "    <DD>\(Self.html(note))\n"
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
