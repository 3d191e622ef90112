internal import TagService

/// A query of one of linkding's clients in tagflow's query language, which also has linkding's terms and operators.
///
/// ```swift
/// let text = LinkdingQuery.text("swift !untagged", StateTags(), sort: nil)
/// // "sort:new swift untagged"
/// ```
enum LinkdingQuery {
    /// Returns a query with linkding's order, and with its keywords `!unread` and `!untagged` translated.
    static func text(_ query: String, _ tags: StateTags, sort: String?) -> String {
        let order =
            switch sort {
            case "added_asc": "old"
            case "title_asc", "title_desc": "title"
            default: "new"
            }
        let unread = "tag:\"\(tags.unread.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
        let words = [("!untagged", "untagged"), ("!unread", unread)]
        return "sort:\(order) " + words.reduce(query) { replacing($1.0, with: $1.1, in: $0) }
    }

    /// Replaces a word outside quotes.
    private static func replacing(_ word: String, with other: String, in text: String) -> String {
        guard text.contains(word) else { return text }
        var result = ""
        var rest = text[...]
        var isQuoted = false
        var isStart = true
        while let first = rest.first {
            let next = rest.dropFirst(word.count).first
            if !isQuoted, isStart, rest.hasPrefix(word), next.map(isSeparator) ?? true {
                result += other
                rest = rest.dropFirst(word.count)
                continue
            }
            if first == "\"" { isQuoted.toggle() }
            isStart = isSeparator(first)
            result.append(first)
            rest = rest.dropFirst()
        }
        return result
    }

    private static func isSeparator(_ character: Character) -> Bool {
        character.isWhitespace || "()|-".contains(character)
    }
}
