package import JSON
internal import TagCore

/// The result of a query as JSON.
package struct SuggestionDocument {
    package var id: BatchQuery.ID?
    /// The file in the query; `nil` without a file.
    package var file: String?
    package var query: String
    /// The key of the typed text, which equal spellings share; empty without typed text.
    private var key: String
    /// The tag whose name, key or alias equals the typed text, or `nil`.
    private var tag: String?
    /// The given names that are tags.
    package var given: [String]
    package var suggestions: [Suggestion]
    /// The given names that aren't tags and so don't affect the suggestions, or `nil`.
    package var unknown: [String]?
    /// Names in the item that could become new tags, or `nil`.
    package var newNames: [String]?
    /// Tags with spellings like the typed text; `nil` unless the query asks for them.
    package var similar: [TypedSimilarTag]?

    /// Creates the result of a query.
    package init(_ suggestionQuery: SuggestionQuery, _ found: SuggestedTags) {
        query = suggestionQuery.text
        key = TagKey(query).text
        tag = found.named
        let unknown = Set(found.unknown)
        given = unknown.isEmpty ? suggestionQuery.given : suggestionQuery.given.filter { !unknown.contains($0) }
        self.unknown = unknown.isEmpty ? nil : found.unknown
        suggestions = found.suggestions
        newNames = found.newNames.isEmpty ? nil : found.newNames
    }

    /// The result as a line of JSON with its end.
    package var line: [UInt8] { value.bytes + [UInt8(ascii: "\n")] }

    /// The result as JSON.
    package var value: JSONValue {
        var members: [String: JSONValue] = [
            "query": .string(query), "given": .texts(given), "suggestions": .list(suggestions.map(\.value)),
        ]
        members["id"] = id?.value
        members["key"] = key.isEmpty ? nil : .string(key)
        members["tag"] = tag.map(JSONValue.string)
        members["file"] = file.map(JSONValue.string)
        members["unknown"] = unknown.map(JSONValue.texts)
        members["newNames"] = newNames.map(JSONValue.texts)
        members["similar"] = similar.map { .list($0.map(\.value)) }
        return .object(members)
    }
}

/// A tag with a spelling like a typed text.
package struct TypedSimilarTag {
    let pair: SimilarTag
    /// The uses of the tag.
    let uses: Int?

    fileprivate var value: JSONValue {
        var members: [String: JSONValue] = [
            "tag": .string(pair.tag), "other": .string(pair.other), "likeness": .string(pair.likeness.rawValue),
        ]
        members["otherUses"] = uses.map { .integer(Int64($0)) }
        return .object(members)
    }
}

extension TagService.Tags {
    /// Returns tags with spellings like a typed text; none if the text is a tag or isn't a valid name.
    package func similar(toTyped text: String) throws -> [TypedSimilarTag] {
        guard CheckedName.isTag(text) else { return [] }
        let pairs = try similar(to: [text])
        let uses = store.isLimited ? [:] : try self.uses(of: pairs.map(\.other))
        return pairs.map { TypedSimilarTag(pair: $0, uses: uses[$0.other]) }
    }
}

extension JSONValue {
    fileprivate static func texts(_ texts: [String]) -> JSONValue { .list(texts.map(JSONValue.string)) }
}

extension Suggestion {
    fileprivate var value: JSONValue {
        var members: [String: JSONValue] = [
            "tag": .string(tag), "key": .string(TagKey(tag).text), "score": JSONValue(score),
            "because": .texts(because), "match": .list(match.map { .list($0.map { .integer(Int64($0)) }) }),
        ]
        members["new"] = new.map(JSONValue.boolean)
        members["uses"] = uses.map { .integer(Int64($0)) }
        members["probability"] = probability.map { JSONValue($0) }
        members["explanation"] = explanation?.value
        return .object(members)
    }
}

extension SuggestionExplanation {
    fileprivate var value: JSONValue { ["popularity": JSONValue(popularity), "terms": .list(terms.map(\.value))] }
}

extension SuggestionTerm {
    fileprivate var value: JSONValue {
        var members: [String: JSONValue] = [
            "given": .string(given), "linear": JSONValue(linear), "local": JSONValue(local),
            "neighbors": JSONValue(neighbors),
        ]
        members["rule"] = rule.map { JSONValue($0) }
        members["item"] = item.map { JSONValue($0) }
        return .object(members)
    }
}
