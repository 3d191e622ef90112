internal import Foundation
internal import HTTPTypes
internal import JSON
internal import TagService

/// The routes of Pinboard's API, version 1, for clients that people already use.
///
/// They translate to items and tags, and have no rules of their own: `description` is the title, `extended` the note, and
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
        _ path: String, scope: AccessScope, _ summary: String, _ parameters: [String] = [],
        isOpenToSetTokens: Bool = true, work: Route.Work
    ) -> Route {
        Route(
            api: .pinboard, method: .get, path: path, scope: scope, summary: summary,
            query: (parameters + ["format"]).map { .init(name: $0, summary: summaries[$0] ?? "", schema: .string) },
            response: .bytes("text/xml", others: ["application/json"]), isOpenToSetTokens: isOpenToSetTokens, work: work
        )
    }

    /// The meanings of the parameters.
    private static let summaries = [
        "url": "The URL of the item.", "description": "The title.", "extended": "The note.",
        "tags": "Tags, separated by spaces.", "tag": "Tags that the items must have.",
        "dt": "A time or day, such as 2026-01-31T08:30:00Z or 2026-01-31.",
        "replace": "no: leave an item with this URL as it is.", "shared": "Accepted, and always no.",
        "toread": "yes: the item is unread.", "meta": "Accepted; every post has it.",
        "count": "The number of posts, up to 100.", "start": "The number of posts to skip.",
        "results": "The maximum number of posts.", "fromdt": "Only items saved after this time.",
        "todt": "Only items saved before this time.", "old": "The tag.",
        "new": "Its new name; if there is such a tag, they are merged.", "format": "json for JSON instead of XML.",
    ]

    private static let add = route(
        "/posts/add", scope: .write, "Saves an item, and replaces the item with this URL unless 'replace' is 'no'.",
        ["url", "description", "extended", "tags", "dt", "replace", "shared", "toread"],
        work: .write { call, service in
            let url = try call.required("url")
            guard let title = call.first("description"), !title.isEmpty else {
                throw Problem.badRequest("must provide title")
            }
            let items = ClientItems(call, service)
            let old = try items.item(at: url)
            guard old == nil || call.first("replace") != "no" else {
                return PinboardAnswer.result("item already exists").response(to: call)
            }
            // A client whose clock is ahead means now.
            let time = try call.time("dt").map { min($0, Date()) }
            let tags = try items.tags(
                named: call.words("tags"), isUnread: call.first("toread") == "yes", isArchived: false, of: nil)
            let note = call.first("extended") ?? ""
            if let old {
                let edit = ItemEdit(title: title, note: note, savedAt: time, tags: tags ?? [])
                _ = try service.items.edit(old.id, edit)
            } else {
                _ = try service.items.save(
                    ItemDraft(title: title, location: url, note: note, tags: tags, savedAt: time))
            }
            return PinboardAnswer.result("done").response(to: call)
        })

    private static let delete = route(
        "/posts/delete", scope: .write, "Deletes an item.", ["url"],
        work: .write { call, service in
            let url = try call.required("url")
            guard let item = try ClientItems(call, service).item(at: url) else {
                return PinboardAnswer.result("item not found").response(to: call)
            }
            _ = try service.items.delete(item.id)
            return PinboardAnswer.result("done").response(to: call)
        })
}

extension Call {
    /// Returns a parameter that must not be empty.
    func required(_ name: String) throws(Problem) -> String {
        guard let text = first(name), !text.isEmpty else { throw .badRequest("missing \(name)") }
        return text
    }

    /// Returns the words of a parameter.
    func words(_ name: String) -> [String] {
        (first(name) ?? "").split(whereSeparator: \.isWhitespace).map(String.init)
    }

    /// Returns a time; `nil` if the parameter is missing or empty.
    func time(_ name: String) throws(Problem) -> Date? {
        guard let text = first(name), !text.isEmpty else { return nil }
        guard let time = WrittenTime.date(text, zone: .utc) else {
            throw .badRequest("'\(name)' must be a time such as 2026-01-31T08:30:00Z")
        }
        return time
    }

    /// Returns a number that isn't negative, however large; `nil` if the parameter is missing or empty.
    func count(_ name: String) throws(Problem) -> Int? {
        guard let text = first(name), !text.isEmpty else { return nil }
        guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
            throw .badRequest("'\(name)' must be a whole number such as 15")
        }
        return Int(text) ?? .max
    }

    /// The name in front of the token, which clients show.
    var pinboardUser: String { String((first("auth_token") ?? "").prefix { $0 != ":" }) }
}
