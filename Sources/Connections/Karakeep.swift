internal import Foundation
internal import JSON
internal import PageFetching
internal import TagService

/// Karakeep: the interface of its OpenAPI document (`/api/v1`), since version 0.30.
///
/// Its lists have no filter by time, so each pull reads all bookmarks, and the text of those that changed.
struct Karakeep: RemoteProgram {
    private let base: String
    private let fields: [String]

    let kind = ConnectionKind.karakeep
    let alwaysListsAll = true
    let readsTextSeparately = true
    /// The number of bookmarks on a page, the most that Karakeep sends.
    private static let pageSize = 100
    private static let unreserved = CharacterSet(
        charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._")

    init(base: String, token: String) {
        self.base = base
        fields = ["Authorization: Bearer \(token)", "Accept: application/json", "Content-Type: application/json"]
    }

    private func url(_ path: String) -> String { "\(base)/api/v1/\(path)" }

    func lists(since time: Int64?) -> [RemotePlace] {
        [RemotePlace(path: "bookmarks?sortOrder=asc&includeContent=\(time == nil)&limit=\(Self.pageSize)")]
    }

    var tagList: RemotePlace { RemotePlace(path: "tags?sort=name&limit=\(Self.pageSize)") }

    func request(_ place: RemotePlace) -> APIRequest {
        let cursor = place.start.addingPercentEncoding(withAllowedCharacters: Self.unreserved) ?? ""
        return APIRequest(.get, url(place.path) + (cursor.isEmpty ? "" : "&cursor=\(cursor)"), fields: fields)
    }

    func request(item id: String) -> APIRequest {
        APIRequest(.get, url("bookmarks/\(id)?includeContent=true"), fields: fields)
    }

    func items(
        _ page: JSONValue, at place: RemotePlace, _ tags: RemoteTags
    ) throws(ShapeError) -> RemotePage<RemoteItem> {
        try Self.page(page, "bookmarks", at: place) { value throws(ShapeError) in try item(value, tags) }
    }

    func tags(_ page: JSONValue, at place: RemotePlace) throws(ShapeError) -> RemotePage<RemoteTag> {
        try Self.page(page, "tags", at: place) { value throws(ShapeError) in
            RemoteTag(
                id: try value.member("id", \.string), name: try value.member("name", \.string),
                uses: value["numBookmarks"]?.integer)
        }
    }

    private static func page<Element>(
        _ page: JSONValue, _ name: String, at place: RemotePlace, _ read: (JSONValue) throws(ShapeError) -> Element
    ) throws(ShapeError) -> RemotePage<Element> {
        var elements: [Element] = []
        for value in try page.member(name, \.list) { elements.append(try read(value)) }
        let next = page["nextCursor"]?.nonEmpty.map { RemotePlace(path: place.path, start: $0) }
        return RemotePage(elements: elements, next: next)
    }

    func item(_ value: JSONValue, _ tags: RemoteTags) throws(ShapeError) -> RemoteItem {
        let id = try value.member("id", \.string)
        let content = value["content"] ?? .null
        var item = RemoteItem(id: id)
        let url = content["url"]?.nonEmpty ?? content["sourceUrl"]?.nonEmpty
        item.location = url ?? "\(base)/dashboard/preview/\(id)"
        let text = content["text"]?.nonEmpty
        item.title =
            value["title"]?.nonEmpty ?? content["title"]?.nonEmpty ?? content["fileName"]?.nonEmpty ?? text.map {
                String($0.prefix { !$0.isNewline })
            } ?? url ?? id
        item.note = value["note"]?.nonEmpty ?? ""
        let parts = [
            content["description"]?.nonEmpty, text, content["content"]?.nonEmpty, value["summary"]?.nonEmpty,
            content["htmlContent"]?.nonEmpty.map { VisibleText.of(html: $0) },
        ]
        item.text = parts.compactMap(\.self).joined(separator: "\n")
        item.savedAt = RemoteItem.time(value["createdAt"]?.string)
        item.changedAt = RemoteItem.time(value["modifiedAt"]?.string) ?? item.savedAt
        for tag in try value.member("tags", \.list) {
            let name = try tag.member("name", \.string)
            item.tags.append(name)
            if tag["attachedBy"]?.string == "ai" { item.tagsByAI.insert(name) }
        }
        return item
    }

    func name(of tag: String) -> String? { tag }

    func requests(_ change: RemoteChange, _ tags: RemoteTags) -> [APIRequest] {
        func request(_ method: APIRequest.Method, _ names: [String]) -> [APIRequest] {
            let tags = JSONValue.list(names.map { .object(["tagName": .string($0)]) })
            guard !names.isEmpty else { return [] }
            return [
                APIRequest(
                    method, url("bookmarks/\(change.id)/tags"), fields: fields,
                    body: JSONValue.object(["tags": tags]).bytes)
            ]
        }
        return request(.post, change.added) + request(.delete, change.removed)
    }

    func request(deleting tag: RemoteTag) -> APIRequest { APIRequest(.delete, url("tags/\(tag.id)"), fields: fields) }
}
