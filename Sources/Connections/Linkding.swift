internal import JSON
internal import PageFetching
internal import TagService

/// linkding: the interface that its documentation describes (`/api/`), since version 1.40.
///
/// Names of tags can't contain spaces and commas there, and case doesn't distinguish them.
struct Linkding: RemoteProgram {
    private let base: String
    private let fields: [String]

    let kind = ConnectionKind.linkding
    /// Its database is usually SQLite, which makes linkding fail if several changes wait too long for each other.
    let changesAtOnce = 1
    /// The number of elements of a page.
    private static let pageSize = 500
    /// The longest name of a tag in characters.
    private static let nameLimit = 64

    init(base: String, token: String) {
        self.base = base
        fields = ["Authorization: Token \(token)", "Accept: application/json", "Content-Type: application/json"]
    }

    private func url(_ path: String) -> String { "\(base)/api/\(path)" }

    func lists(since time: Int64?) -> [RemotePlace] {
        // New bookmarks are at the end, so that they don't move others to another page.
        let query = "?sort=added_asc" + (time.map { "&modified_since=\(RemoteItem.text($0))" } ?? "")
        return ["bookmarks/", "bookmarks/archived/"].map { RemotePlace(path: $0 + query) }
    }

    var tagList: RemotePlace { RemotePlace(path: "tags/") }

    var countRequests: [APIRequest] {
        ["bookmarks/", "bookmarks/archived/"].map { APIRequest(.get, url("\($0)?limit=1"), fields: fields) }
    }

    func request(_ place: RemotePlace) -> APIRequest {
        let offset = place.start.isEmpty ? "0" : place.start
        let separator = place.path.contains("?") ? "&" : "?"
        return APIRequest(.get, url("\(place.path)\(separator)limit=\(Self.pageSize)&offset=\(offset)"), fields: fields)
    }

    func request(item id: String) -> APIRequest { APIRequest(.get, url("bookmarks/\(id)/"), fields: fields) }

    func items(
        _ page: JSONValue, at place: RemotePlace, _ tags: RemoteTags
    ) throws(ShapeError) -> RemotePage<RemoteItem> {
        try Self.page(page, at: place) { value throws(ShapeError) in try item(value, tags) }
    }

    func tags(_ page: JSONValue, at place: RemotePlace) throws(ShapeError) -> RemotePage<RemoteTag> {
        try Self.page(page, at: place) { value throws(ShapeError) in
            RemoteTag(id: try value.member("id", \.identifier), name: try value.member("name", \.string))
        }
    }

    private static func page<Element>(
        _ page: JSONValue, at place: RemotePlace, _ read: (JSONValue) throws(ShapeError) -> Element
    ) throws(ShapeError) -> RemotePage<Element> {
        let total = try page.member("count", \.integer)
        let values = try page.member("results", \.list)
        var elements: [Element] = []
        for value in values { elements.append(try read(value)) }
        let end = (Int(place.start) ?? 0) + values.count
        let next = end < total ? RemotePlace(path: place.path, start: String(end)) : nil
        return RemotePage(elements: elements, next: next, total: total)
    }

    func item(_ value: JSONValue, _ tags: RemoteTags) throws(ShapeError) -> RemoteItem {
        var item = RemoteItem(id: try value.member("id", \.identifier))
        let url = try value.member("url", \.string)
        item.location = url
        item.title = value["title"]?.nonEmpty ?? url
        item.note = [value["description"], value["notes"]].compactMap { $0?.nonEmpty }.joined(separator: "\n\n")
        item.savedAt = RemoteItem.time(value["date_added"]?.string)
        item.changedAt = RemoteItem.time(value["date_modified"]?.string)
        for name in try value.member("tag_names", \.list) { if let name = name.nonEmpty { item.tags.append(name) } }
        return item
    }

    func name(of tag: String) -> String? {
        let name = String(tag.map { $0 == " " || $0 == "," ? "-" : $0 })
        return name.unicodeScalars.count <= Self.nameLimit ? name : nil
    }

    func requests(_ change: RemoteChange, _ tags: RemoteTags) -> [APIRequest] {
        let names = change.current.filter { !change.removed.contains($0) } + change.added
        let body = JSONValue.object(["tag_names": .list(names.map(JSONValue.string))])
        return [APIRequest(.patch, url("bookmarks/\(change.id)/"), fields: fields, body: body.bytes)]
    }

    func request(deleting tag: RemoteTag) -> APIRequest { APIRequest(.delete, url("tags/\(tag.id)/"), fields: fields) }
}
