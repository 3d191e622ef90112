internal import Foundation
internal import JSON
internal import TagService

/// The MCP resource `tagflow://vocabulary`: all tags with their uses, most used first, page by page.
///
/// ```swift
/// let page = try await Vocabulary(uri: "tagflow://vocabulary")?.read(from: service)
/// ```
struct Vocabulary {
    /// The position after which the page begins, or nil for the first page.
    private let position: TagPage.Place?

    private static let address = "tagflow://vocabulary"
    /// The maximum number of tags per page.
    private static let pageSize = 500

    /// Creates the page with a URI, or returns nil if no page has this URI.
    init?(uri: String) {
        guard uri != Self.address else {
            position = nil
            return
        }
        let start = Self.address + "?after="
        guard uri.hasPrefix(start), let position = TagPage.Place(cursor: String(uri.dropFirst(start.count))) else {
            return nil
        }
        self.position = position
    }

    /// The entry of the first page in `resources/list`.
    static let resource: JSONValue = [
        "uri": .string(address), "name": "vocabulary", "title": "All tags with their uses",
        "description":
            "All tags of this person, most used first, with their aliases, descriptions and colors, and the numbers of uses and tag sets. 500 tags per page; `next` is the URI of the next page.",
        "mimeType": "application/json",
    ]

    /// The entry of the further pages in `resources/templates/list`.
    static let template: JSONValue = [
        "uriTemplate": .string(address + "{?after}"), "name": "vocabulary-page", "title": "A page of all tags",
        "description": "A further page of the vocabulary. Each page returns the URI of the page after it as `next`.",
        "mimeType": "application/json",
    ]

    /// Returns the content of the page.
    func read(from service: TagService) async throws -> JSONValue {
        let page = try service.tags.page(.uses, after: position, limit: Self.pageSize)
        var content: [String: JSONValue] = ["tags": .list(page.tags.map(\.value))]
        if let next = page.next { content["next"] = .string("\(Self.address)?after=\(next.cursor)") }
        return .object(content)
    }
}

extension TagInfo {
    /// The tag as structured content.
    var value: JSONValue {
        var members: [String: JSONValue] = [
            "tag": .string(tag), "aliases": .list(aliases.map(JSONValue.string)), "uses": .integer(Int64(uses)),
            "sets": .integer(Int64(sets)),
        ]
        members["parent"] = parent.map(JSONValue.string)
        members["total"] = total.map { .integer(Int64($0)) }
        members["description"] = description.map(JSONValue.string)
        members["color"] = color.map { .string($0.rawValue) }
        return .object(members)
    }
}

extension TagPage.Place {
    /// The position as a string that can be part of a URI.
    var cursor: String {
        let name = key.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        return "\(rank)~\(name)"
    }

    /// Creates the position from a cursor, or nil if the cursor is invalid.
    init?(cursor: String) {
        guard let end = cursor.firstIndex(of: "~"), let rank = Double(cursor[..<end]), rank.isFinite,
            let key = String(cursor[cursor.index(after: end)...]).removingPercentEncoding
        else { return nil }
        self.init(rank: rank, key: key)
    }
}
