internal import Foundation
internal import JSON
internal import TagService

/// The fields of several routes.
enum Fields {
    static let id = Field.path(number: "id")
    static let set = Field.path("set")
    static let tag = Field.path("tag")

    /// The tags of a set.
    static let tags = Field.body(required: "tags", .texts)
    static let implied = Field.body(
        "implied", .flag, default: false, "Also select the tags that these tags imply, and add them to the set.")

    /// The valid page sizes of lists.
    static let limits = 1...1_000

    /// A query for items.
    static let itemQuery = Field.query(
        "q", .text,
        "The query: #tag, words, beginnings*, \"a phrase\", https://…, site:, since:, before:, on:, untagged, tags:>5, dead, moved, set:, sort:, combined with and, or, not, - and parentheses."
    )
    static let onlySet = Field.query("set", .set, "Only items of this set.")
    static let daily = Field.query(
        "daily", .flag, default: true,
        "With 'false', items of daily sets are left out unless 'set' or the query names a set.")

    /// The client's local day, which decides about the board of a daily set.
    static let date = Field.query("date", .day, "The client's local date, such as 2026-01-31; default: the server's.")

    /// The maximum number of results.
    static func limit(in range: ClosedRange<Int> = limits, default usual: Int) -> Field<Int> {
        .query("limit", .number(in: range), default: usual, "The maximum number of results.")
    }

    /// The position of a page; `nil` for the first.
    static func after<Place: Decodable & Sendable>(_ type: Place.Type) -> Field<Place?> {
        .query("after", .place(of: type), default: nil, afterSummary)
    }

    private static let afterSummary = "The position of the next page, from the response's link."

    /// The position of a page in a list that isn't stored.
    static let afterOffset = Field.query("after", .listPlace, default: ListPlace(offset: 0), afterSummary)
}

/// The items of a bulk change: those that match a query, or those in a list.
enum ItemChoiceFields {
    static let query = Field.body("q", .text, "A query for up to 10,000 items.")
    static let ids = Field.body("ids", .identifiers, "Up to 10,000 items, instead of 'q'.")
    static let all: [any RequestField] = [query, ids]

    /// The maximum number of items that one request changes.
    static let limit = 10_000

    /// Returns the items that a request names.
    static func items(of call: Call) throws -> ItemChoice {
        if let text = try call[query] {
            guard !call.has(ids) else { throw Problem.conflict(ids, query) }
            return .matching(ItemQuery(text))
        }
        guard let ids = try call[ids] else {
            throw Problem.field("", "the body needs 'q', a query, or 'ids', a list of numbers")
        }
        return .ids(ids)
    }
}

extension FieldType where Value == Int64 {
    /// A day, as the number of days since 1970.
    static var day: Self { Self(.string, "a date such as 2026-01-31") { $0.string.flatMap(TagService.day(in:)) } }
}

/// A place in a list that isn't stored.
struct ListPlace: Codable, Sendable {
    /// The number of elements before the page.
    var offset: Int
}

extension FieldType where Value == ListPlace {
    /// A place in a list that isn't stored; an empty text is the start.
    static var listPlace: Self {
        let place = FieldType<ListPlace?>.place(of: ListPlace.self)
        return Self(place.schema, place.expectation) { input in
            guard let found = try place.parse(input).map({ $0 ?? ListPlace(offset: 0) }), found.offset >= 0 else {
                return nil
            }
            return found
        }
    }
}

extension ServiceResponse {
    /// Adds a link to the next page of a list that isn't stored, unless this page is the last.
    ///
    /// - Parameters:
    ///   - offset: the number of elements before this page.
    ///   - shown: the number of elements on this page.
    ///   - count: the number of all elements.
    ///   - call: the request.
    mutating func link(toNextOffset offset: Int, adding shown: Int, of count: Int, _ call: Call) {
        guard shown > 0, offset < count - shown else { return }
        link(toNext: Cursor.text(ListPlace(offset: offset + shown)), of: call)
    }
}

/// Positions in lists, as opaque text for clients.
enum Cursor {
    static func text(_ place: some Encodable) -> String {
        Data(JSONBytes.encoded(place)).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
            .replacing("=", with: "")
    }

    /// Returns the position that a text means; `nil` if it's invalid.
    static func place<Place: Decodable>(_ text: String, of type: Place.Type) -> Place? {
        let plain = text.replacing("-", with: "+").replacing("_", with: "/")
        let padding = String(repeating: "=", count: (4 - plain.utf8.count % 4) % 4)
        // Any invalid position gets the same message, from the field.
        return Data(base64Encoded: plain + padding).flatMap { try? JSONDecoder().decode(type, from: $0) }
    }
}
