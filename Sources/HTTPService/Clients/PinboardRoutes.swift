internal import Foundation
internal import HTTPTypes
internal import JSON
internal import TagService

/// The routes of Pinboard's API, version 1, for existing clients.
///
/// They only translate requests to items and tags: `description` is the title, `extended` the note, and
/// `toread` a tag.
///
/// ```
/// GET /v1/posts/add?url=https://swift.org/&description=Swift&tags=language&auth_token=ann:tf_…
///
/// 200   <result code="done" />
/// ```
enum PinboardRoutes {
    static let all = [add, delete] + PinboardListRoutes.all + PinboardTagRoutes.all

    /// Returns the route of a method.
    static func route(
        _ path: RoutePath, scope: AccessScope, _ summary: String, _ fields: [any RequestField] = [],
        isOpenToSetTokens: Bool = true, work: Route.Work
    ) -> Route {
        Route(
            api: .pinboard, method: .get, path: path, scope: scope, summary: summary,
            fields: fields + [PinboardAnswer.format], response: .bytes("text/xml", others: ["application/json"]),
            isOpenToSetTokens: isOpenToSetTokens, work: work)
    }

    static let url = Field.query("url", .text, "The URL of the item.")
    static let day = Field.query(
        "dt", .pinboardTime, default: nil, "A time or day, such as 2026-01-31T08:30:00Z or 2026-01-31.")
    static let meta = Field.query("meta", .text, "Accepted; every post has it.")
    private static let title = Field.query("description", .text, "The title.")
    private static let note = Field.query("extended", .text, "The note.")
    private static let tags = Field.query("tags", .text, "Tags, separated by spaces.")
    private static let replace = Field.query("replace", .text, "no: leave an item with this URL as it is.")
    private static let shared = Field.query("shared", .text, "Accepted, and always no.")
    private static let unread = Field.query("toread", .text, "yes: the item is unread.")

    private static let add = route(
        "/posts/add", scope: .write, "Saves an item, and replaces the item with this URL unless 'replace' is 'no'.",
        [url, title, note, tags, day, replace, shared, unread],
        work: .write { call, service in
            let url = try call.required(url)
            guard let title = try call[title], !title.isEmpty else { throw Problem.badRequest("must provide title") }
            let items = ClientItems(call, service)
            let old = try items.item(at: url)
            guard try old == nil || call[replace] != "no" else {
                return try PinboardAnswer.result("item already exists").response(to: call)
            }
            // A client whose clock is ahead means now.
            let time = try call[day].map { min($0, Date()) }
            let tags = try items.tags(
                named: call.words(tags), isUnread: call[unread] == "yes", isArchived: false, of: nil)
            let note = try call[note] ?? ""
            if let old {
                let edit = ItemEdit(title: title, note: note, savedAt: time, tags: tags ?? [])
                try service.items.edit(old.id, with: edit)
            } else {
                try service.items.save(
                    ItemDraft(title: title, location: url, note: note, tags: tags, savedAt: time),
                    in: .entrance(items.entrance))
            }
            return try PinboardAnswer.result("done").response(to: call)
        })

    private static let delete = route(
        "/posts/delete", scope: .write, "Deletes an item.", [url],
        work: .write { call, service in
            let url = try call.required(url)
            guard let item = try ClientItems(call, service).item(at: url) else {
                return try PinboardAnswer.result("item not found").response(to: call)
            }
            try service.items.delete(item.id)
            return try PinboardAnswer.result("done").response(to: call)
        })
}

extension Call {
    /// Returns the value of a parameter that must not be empty.
    func required(_ field: Field<String?>) throws -> String {
        guard let text = try self[field], !text.isEmpty else { throw Problem.badRequest("missing \(field.name)") }
        return text
    }

    /// Returns the words of a parameter.
    func words(_ field: Field<String?>) throws -> [String] {
        (try self[field] ?? "").split(whereSeparator: \.isWhitespace).map(String.init)
    }

    /// The name in front of the token, which clients show.
    var pinboardUser: String {
        let token = values.query.first { $0.name == Authorization.tokenParameter }?.value
        return String((token ?? "").prefix { $0 != ":" })
    }
}

extension FieldType where Value == Date? {
    /// A time or a day, or an empty text for `nil`.
    static var pinboardTime: Self {
        Self(.string, "a time such as 2026-01-31T08:30:00Z") { input in
            guard let text = input.string, !text.isEmpty else { return .some(nil) }
            return WrittenTime.date(text, zone: .utc).map(Optional.some)
        }
    }
}

extension FieldType where Value == Int? {
    /// A number of any size that isn't negative, or an empty text for `nil`.
    static var pinboardCount: Self {
        Self(.string, "a whole number such as 15") { input in
            guard let text = input.string, !text.isEmpty else { return .some(nil) }
            return Int(digits: text).map(Optional.some)
        }
    }
}
