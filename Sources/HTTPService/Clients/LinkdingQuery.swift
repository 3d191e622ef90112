internal import TagService

/// A query of one of linkding's clients in tagflow's query language, which also has linkding's terms and operators.
///
/// ```swift
/// let text = LinkdingQuery.text("swift !untagged", StateTags())  // "swift untagged"
/// let order = LinkdingQuery.order("title_asc")  // .title(isDescending: false)
/// ```
enum LinkdingQuery {
    /// Returns the order that a value of `sort` means; newest first for an unknown value.
    static func order(_ sort: String?) -> ItemQuery.Order {
        switch sort {
        case "added_asc": .saved(isDescending: false)
        case "modified_asc": .modified(isDescending: false)
        case "modified_desc": .modified(isDescending: true)
        case "title_asc": .title(isDescending: false)
        case "title_desc": .title(isDescending: true)
        default: .saved(isDescending: true)
        }
    }

    /// Returns a query in which linkding's keywords `!unread` and `!untagged` are translated.
    static func text(_ query: String, _ tags: StateTags) -> String {
        let unread = "tag:\"\(tags.unread.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
        let words = [("!untagged", "untagged"), ("!unread", unread)]
        return words.reduce(query) { replacing($1.0, with: $1.1, in: $0) }
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
