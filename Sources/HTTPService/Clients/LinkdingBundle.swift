internal import JSON
internal import TagService

/// A bundle of linkding's API, which is stored as a view.
///
/// The query of the view has the parts of the bundle in a fixed form. Any other query is the bundle's `search`.
///
/// ```swift
/// let bundle = LinkdingBundle(NumberedView(id: 3, view: "to read", q: "swift (tag:a or tag:b) tag:c -tag:d"))
/// print(bundle.search, bundle.anyTags, bundle.allTags, bundle.excludedTags)  // swift ["a", "b"] ["c"] ["d"]
/// ```
struct LinkdingBundle: Equatable {
    var search = ""
    /// Tags of which an item must have one.
    var anyTags: [String] = []
    /// Tags that an item must have.
    var allTags: [String] = []
    /// Tags that an item must not have.
    var excludedTags: [String] = []

    /// Creates an empty bundle.
    init() {}

    /// Reads the query of a view.
    init(_ view: NumberedView) {
        self = Self.parts(of: view.q).flatMap { $0.query == view.q ? $0 : nil } ?? Self(search: view.q)
    }

    private init(search: String) { self.search = search }

    /// The query of the view.
    var query: String {
        let any = anyTags.map(Self.term).joined(separator: " or ")
        let tags = (any.isEmpty ? [] : ["(\(any))"]) + allTags.map(Self.term) + excludedTags.map { "-\(Self.term($0))" }
        // An 'or' would otherwise make the tags a part of its second alternative.
        let isWhole = tags.isEmpty || Self.words(search)?.contains { $0.lowercased() == "or" } == false
        return ((search.isEmpty ? [] : [isWhole ? search : "(\(search))"]) + tags).joined(separator: " ")
    }

    private static func parts(of query: String) -> Self? {
        guard var words = words(query), !words.contains(where: { $0.lowercased() == "or" }) else { return nil }
        var bundle = Self()
        while let word = words.last, word.hasPrefix("-"), let tag = tag(word.dropFirst()) {
            bundle.excludedTags.insert(tag, at: 0)
            words.removeLast()
        }
        while let word = words.last, let tag = tag(word) {
            bundle.allTags.insert(tag, at: 0)
            words.removeLast()
        }
        if let word = words.last, let tags = tags(inGroup: word) {
            bundle.anyTags = tags
            words.removeLast()
        }
        bundle.search = words.joined(separator: " ")
        guard words.count == 1, let inner = content(ofGroup: words[0]) else { return bundle }
        var other = bundle
        other.search = inner
        return other.query == query ? other : bundle
    }

    /// Splits a query at white space outside quotes and parentheses; `nil` if these don't match.
    private static func words(_ query: String) -> [Substring]? {
        var (depth, least, isQuoted, isEscaped) = (0, 0, false, false)
        let words = query.split { character in
            defer { isEscaped = isQuoted && character == "\\" && !isEscaped }
            switch character {
            case "\"" where !isEscaped: isQuoted.toggle()
            case "(" where !isQuoted: depth += 1
            case ")" where !isQuoted:
                depth -= 1
                least = min(least, depth)
            default: break
            }
            return character.isWhitespace && depth == 0 && !isQuoted
        }
        return depth == 0 && least == 0 && !isQuoted ? words : nil
    }

    /// Returns the tags of `(tag:a or tag:b)`; `nil` for any other text.
    private static func tags(inGroup word: Substring) -> [String]? {
        guard let words = content(ofGroup: word).flatMap(words) else { return nil }
        let tags = words.enumerated().compactMap { $0.isMultiple(of: 2) ? tag($1) : $1 == "or" ? "" : nil }
        guard tags.count == words.count, !tags.count.isMultiple(of: 2) else { return nil }
        return tags.filter { !$0.isEmpty }
    }

    /// Returns the text between parentheses; `nil` for any other text.
    private static func content(ofGroup word: Substring) -> String? {
        let content = String(word.dropFirst().dropLast())
        return word.hasPrefix("(") && word.hasSuffix(")") && words(content) != nil ? content : nil
    }

    // MARK: Terms

    private static func term(_ tag: String) -> String {
        let isPlain = tag.allSatisfy { !$0.isWhitespace && !"()|\"'\\".contains($0) }
        return "tag:" + (isPlain ? tag : "\"\(tag.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\"")
    }

    /// Returns the tag of a term; `nil` for any other text.
    private static func tag(_ word: Substring) -> String? {
        guard word.hasPrefix("tag:"), word.count > 4 else { return nil }
        let value = word.dropFirst(4)
        guard value.hasPrefix("\"") else { return String(value) }
        return String(value.dropFirst().dropLast()).replacing("\\\"", with: "\"").replacing("\\\\", with: "\\")
    }
}

extension LinkdingBundle {
    static let schema = JSONSchema.object([
        .init(name: "id", schema: .integer), .init(name: "name", schema: .string, summary: "The name of the view."),
        .init(name: "search", schema: .string, summary: "The query of the view, without the tags below."),
        .init(name: "any_tags", schema: .string), .init(name: "all_tags", schema: .string),
        .init(name: "excluded_tags", schema: .string),
        .init(name: "order", schema: .integer, summary: "The position of the view in alphabetical order."),
        .init(name: "date_created", schema: .time), .init(name: "date_modified", schema: .time),
    ])

    /// Returns a view as JSON.
    static func value(_ view: NumberedView, order: Int) -> JSONValue {
        let bundle = LinkdingBundle(view)
        func text(_ tags: [String]) -> JSONValue {
            .string(tags.map(TagService.Tags.hyphenated).joined(separator: " "))
        }
        return [
            "id": .integer(view.id), "name": .string(view.view), "search": .string(bundle.search),
            "any_tags": text(bundle.anyTags), "all_tags": text(bundle.allTags),
            "excluded_tags": text(bundle.excludedTags), "order": .integer(Int64(order)),
            "date_created": .string(LinkdingBookmark.unknownTime),
            "date_modified": .string(LinkdingBookmark.unknownTime),
        ]
    }
}
