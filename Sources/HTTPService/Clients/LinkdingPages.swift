internal import HTTPTypes
internal import HummingbirdCore

/// The pages of linkding that its clients open, which lead to those of tagflow.
///
/// ```
/// GET /linkding/bookmarks?q=%23swift+%21unread               302   Location: /?q=%23swift%20tag%3A%22unread%22
/// GET /linkding/bookmarks/new?url=https://swift.org/&tags=a  302   Location: /add?location=https%3A%2F%2F…&tag=a
/// GET /linkding/settings/integrations                        302   Location: /settings
/// ```
extension ServerRoutes {
    var linkdingPages: [ServerRoute] {
        let root = server.spaces.areMany ? "/spaces/{space}" : ""
        let pages: [(path: String, target: @Sendable ([(name: String, value: String)]) -> String)] = [
            ("", items), ("/bookmarks", items), ("/bookmarks/new", { "/add\(Self.query(Self.addParameters($0)))" }),
            ("/settings", { _ in "/settings" }), ("/settings/{page}", { _ in "/settings" }),
        ]
        return pages.map { page in
            reading("\(root)/linkding\(page.path)") { request, context in
                guard let parameters = PercentEncoding.parameters(request.uri.query ?? "") else {
                    throw Problem.badRequest("the query string must be percent-encoded UTF-8")
                }
                let space = try space(context, in: root).map { "/spaces/\($0)" } ?? ""
                var response = ServiceResponse(status: 302, headers: [:], body: .empty)
                response.headers[.location] = server.settings.basePath + space + page.target(parameters)
                return response
            }
        }
    }

    /// Returns the address of the list of items.
    private func items(_ parameters: [(name: String, value: String)]) -> String {
        guard let query = parameters.first(where: { $0.name == "q" })?.value, !query.isEmpty else { return "/" }
        return "/\(Self.query([("q", LinkdingQuery.text(query, server.settings.stateTags))]))"
    }

    /// Returns the parameters of the Add view for those of linkding's form.
    private static func addParameters(_ parameters: [(name: String, value: String)]) -> [(name: String, value: String)]
    {
        var found: [(name: String, value: String)] = []
        var note = LinkdingNote("")
        for (name, value) in parameters {
            switch name {
            case "url": found.append(("location", value))
            case "title": found.append(("title", value))
            case "description": note.description = value
            case "notes": note.notes = value
            case "tags":
                for tag in value.split(whereSeparator: { $0.isWhitespace || $0 == "," }) {
                    found.append(("tag", String(tag)))
                }
            case "auto_close": found.append(("close", ""))
            default: break
            }
        }
        if !note.text.isEmpty { found.append(("note", note.text)) }
        return found
    }

    private static func query(_ parameters: [(name: String, value: String)]) -> String {
        guard !parameters.isEmpty else { return "" }
        let pairs = parameters.map { "\(PercentEncoding.segment($0.name))=\(PercentEncoding.segment($0.value))" }
        return "?\(pairs.joined(separator: "&"))"
    }
}
