internal import JSON
internal import PageFetching
internal import TagService

/// An item, suggestions for it, and the contents of its page.
struct LookupDocument: Encodable {
    var item: ItemDocument?
    var suggestions: [Suggestion]
    var page: FetchedPage?

    private enum Key: CodingKey { case item, suggestions, location, title, description, text }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        // An absent item is null.
        try container.encode(item, forKey: .item)
        try container.encode(suggestions, forKey: .suggestions)
        guard let page else { return }
        try container.encode(page.location, forKey: .location)
        try container.encodeIfPresent(page.title, forKey: .title)
        try container.encodeIfPresent(page.description, forKey: .description)
        try container.encode(page.text, forKey: .text)
    }

    static let schema = JSONSchema.object([
        .init(name: "item", schema: .optional(.named("Item"))), .init(name: "suggestions", schema: .list(.anything)),
        .init(
            name: "location", schema: .string, isRequired: false,
            summary: "With 'fetch': the location of the page after redirects."),
        .init(name: "title", schema: .string, isRequired: false, summary: "With 'fetch': the title of the page."),
        .init(
            name: "description", schema: .string, isRequired: false,
            summary: "With 'fetch': the page's own description."),
        .init(
            name: "text", schema: .string, isRequired: false,
            summary: "With 'fetch': the first 1,000 words of the page."),
    ])
}
