internal import JSON

/// A language of the page, whose texts are in `text_en.js`, `text_de.js`, ….
enum PageLanguage: String, CaseIterable {
    case en, de, fr, es, ja, zh

    /// Chooses the language that a browser prefers; English if the page has none of its languages.
    ///
    /// ```
    /// de-AT, fr;q=0.8     de
    /// nl, fr;q=0.8, en    en
    /// ```
    ///
    /// - Parameter field: the value of `Accept-Language` (RFC 9110, 12.5.4).
    init(acceptedBy field: String?) {
        let ranges = (field ?? "").split(separator: ",").prefix(32)
            .compactMap { range -> (language: Self, quality: Double)? in
                let parts = range.split(separator: ";").map { $0.filter { !$0.isWhitespace } }
                let name = (parts.first ?? "").prefix { $0 != "-" }.lowercased()
                let quality = parts.dropFirst().first { $0.hasPrefix("q=") }
                return Self(rawValue: name).map { ($0, quality.map { Double($0.dropFirst(2)) ?? 0 } ?? 1) }
            }
        // Of equal qualities, the first language wins.
        let best = ranges.filter { $0.quality > 0 }.max { $0.quality < $1.quality }
        self = best?.language ?? .en
    }

    /// Returns a text of the catalogue, without characters that are special in HTML; empty if there is no such key.
    func text(_ key: String) -> String {
        let source = PageSources.text("text_\(rawValue).js")
        guard let start = source.firstRange(of: "\n  \"\(key)\":")?.upperBound else { return "" }
        // A long text is on the line after its key.
        var value = source[start...].drop(while: \.isWhitespace).prefix { !$0.isNewline }
        if value.last == "," { value.removeLast() }
        let text = (try? JSONValue.parse(Array(value.utf8)))?.string ?? ""
        return text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
    }
}
