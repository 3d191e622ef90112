internal import JSON
internal import PageFetching
internal import TagService

/// Paperless-ngx: the interface that its documentation describes (`/api/`), version 9, since 2.15.
///
/// Inbox tags aren't the user's, so a document with no other tag is untagged. A change of tags doesn't always change the
/// time of a document's last change, so each pull also reads the tags of all documents.
struct Paperless: RemoteProgram {
    private let base: String
    private let fields: [String]

    let kind = ConnectionKind.paperless
    let alwaysListsAll = true
    /// With SQLite, some of several changes at a time fail.
    let changesAtOnce = 1
    /// The number of documents with their text on a page.
    private static let pageSize = 50
    /// The number of tags, or of documents without text, on a page.
    private static let largePageSize = 1_000
    /// The longest name of a tag in characters.
    private static let nameLimit = 128

    init(base: String, token: String) {
        self.base = base
        fields = [
            "Authorization: Token \(token)", "Accept: application/json; version=9", "Content-Type: application/json",
        ]
    }

    private func url(_ path: String) -> String { "\(base)/api/\(path)" }

    func lists(since time: Int64?) -> [RemotePlace] {
        let documents = "documents/?ordering=id&fields=id,title,content,tags,created,modified,notes"
        guard let time else { return [RemotePlace(path: "\(documents)&page_size=\(Self.pageSize)")] }
        return [
            RemotePlace(path: "\(documents)&modified__gt=\(RemoteItem.text(time))&page_size=\(Self.pageSize)"),
            RemotePlace(path: "documents/?ordering=id&fields=id,tags&page_size=\(Self.largePageSize)"),
        ]
    }

    var tagList: RemotePlace { RemotePlace(path: "tags/?ordering=name&page_size=\(Self.largePageSize)") }

    func request(_ place: RemotePlace) -> APIRequest {
        let page = place.start.isEmpty ? "1" : place.start
        return APIRequest(.get, url("\(place.path)&page=\(page)"), fields: fields)
    }

    func request(item id: String) -> APIRequest {
        APIRequest(.get, url("documents/\(id)/?fields=id,title,tags,created,modified,notes"), fields: fields)
    }

    func items(
        _ page: JSONValue, at place: RemotePlace, _ tags: RemoteTags
    ) throws(ShapeError) -> RemotePage<RemoteItem> {
        try Self.page(page, at: place) { value throws(ShapeError) in try item(value, tags) }
    }

    func tags(_ page: JSONValue, at place: RemotePlace) throws(ShapeError) -> RemotePage<RemoteTag> {
        try Self.page(page, at: place) { value throws(ShapeError) in
            RemoteTag(
                id: try value.member("id", \.identifier), name: try value.member("name", \.string),
                isHidden: value["is_inbox_tag"]?.boolean ?? false, uses: value["document_count"]?.integer)
        }
    }

    private static func page<Element>(
        _ page: JSONValue, at place: RemotePlace, _ read: (JSONValue) throws(ShapeError) -> Element
    ) throws(ShapeError) -> RemotePage<Element> {
        var elements: [Element] = []
        for value in try page.member("results", \.list) { elements.append(try read(value)) }
        // The address of the next page may have another host behind a proxy, so only its presence counts.
        let number = (Int(place.start) ?? 1) + 1
        let next = page["next"]?.nonEmpty == nil ? nil : RemotePlace(path: place.path, start: String(number))
        return RemotePage(elements: elements, next: next, total: page["count"]?.integer)
    }

    func item(_ value: JSONValue, _ tags: RemoteTags) throws(ShapeError) -> RemoteItem {
        let id = try value.member("id", \.identifier)
        var item = RemoteItem(id: id)
        for tag in try value.member("tags", \.list) {
            if let tag = tag.identifier.flatMap({ tags.byID[$0] }), !tag.isHidden { item.tags.append(tag.name) }
        }
        guard let title = value["title"]?.string else {
            item.hasOnlyTags = true
            return item
        }
        item.title = title
        item.location = "\(base)/documents/\(id)/details"
        item.text = value["content"]?.string
        item.note = (value["notes"]?.list ?? []).compactMap { $0["note"]?.nonEmpty }.joined(separator: "\n\n")
        item.savedAt = RemoteItem.time(value["created"]?.string)
        item.changedAt = RemoteItem.time(value["modified"]?.string)
        return item
    }

    func name(of tag: String) -> String? { tag.unicodeScalars.count <= Self.nameLimit ? tag : nil }

    func request(makingTag name: String) -> APIRequest? {
        // 0 is the algorithm that never matches; by default, Paperless would assign the tag to documents itself.
        post("tags/", ["name": .string(name), "matching_algorithm": .integer(0)])
    }

    func requests(_ change: RemoteChange, _ tags: RemoteTags) -> [APIRequest] {
        func ids(_ names: [String]) -> JSONValue {
            .list(names.compactMap { tags.exactTag(named: $0).flatMap { Int64($0.id) }.map(JSONValue.integer) })
        }
        let parameters = JSONValue.object(["add_tags": ids(change.added), "remove_tags": ids(change.removed)])
        let document = JSONValue.integer(Int64(change.id) ?? 0)
        return [
            post(
                "documents/bulk_edit/",
                ["documents": .list([document]), "method": .string("modify_tags"), "parameters": parameters])
        ]
    }

    func isMade(_ response: APIResponse) -> Bool {
        // Paperless reports some failures with the status 200.
        do throws(JSONSyntaxError) {
            return try JSONValue(response.body[...], .messages(depth: 8))["result"]?.string == "OK"
        } catch { return false }
    }

    func request(deleting tag: RemoteTag) -> APIRequest { APIRequest(.delete, url("tags/\(tag.id)/"), fields: fields) }

    private func post(_ path: String, _ members: [String: JSONValue]) -> APIRequest {
        APIRequest(.post, url(path), fields: fields, body: JSONValue.object(members).bytes)
    }
}
