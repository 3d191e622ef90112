internal import Foundation
internal import JSON
internal import JSONRPC
internal import TagService

/// The vocabulary as a resource: all tags with their uses, the most used first, in pages.
struct Vocabulary {
    /// What the page comes after; `nil` for the first one.
    private let place: TagPage.Place?

    private static let address = "tagflow://vocabulary"
    /// The tags of a page.
    private static let pageSize = 500

    /// The page at an address; `nil` where there is none.
    init?(uri: String) {
        guard uri != Self.address else {
            place = nil
            return
        }
        let start = Self.address + "?after="
        guard uri.hasPrefix(start),
            let place = TagPage.Place(cursor: String(uri.dropFirst(start.count)))
        else { return nil }
        self.place = place
    }

    /// The resource as it is listed.
    static let resource: JSONValue = [
        "uri": .string(address), "name": "vocabulary", "title": "All tags with their uses",
        "description":
            "The tags that this person has, the most used first, with aliases, uses and sets; 500 a page, and 'next' is the next one's address.",
        "mimeType": "application/json",
    ]

    /// The pages of the resource as they are listed.
    static let template: JSONValue = [
        "uriTemplate": .string(address + "{?after}"), "name": "vocabulary-page",
        "title": "A page of all tags",
        "description": "The page behind a place; the page before it says its address as 'next'.",
        "mimeType": "application/json",
    ]

    /// Reads the page.
    func read(from service: TagService) async throws -> JSONValue {
        let page = try service.tagPage(.uses, after: place, limit: Self.pageSize)
        var content: [String: JSONValue] = ["tags": .list(page.tags.map(\.value))]
        if let next = page.next {
            content["next"] = .string("\(Self.address)?after=\(next.cursor)")
        }
        return .object(content)
    }
}

extension TagInfo {
    /// The tag as JSON.
    var value: JSONValue {
        [
            "tag": .string(tag), "aliases": .list(aliases.map(JSONValue.string)),
            "uses": .integer(Int64(uses)), "sets": .integer(Int64(sets)),
        ]
    }
}

extension TagPage.Place {
    /// The place as a text of letters, digits and signs that an address may have.
    var cursor: String {
        let name = key.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        return "\(rank)~\(name)"
    }

    /// The place of a text; `nil` where that is none.
    init?(cursor: String) {
        guard let end = cursor.firstIndex(of: "~"), let rank = Double(cursor[..<end]),
            rank.isFinite,
            let key = String(cursor[cursor.index(after: end)...]).removingPercentEncoding
        else { return nil }
        self.init(rank: rank, key: key)
    }
}
