internal import HTTPTypes
internal import JSON

/// The last part of the address of a shared view: its secret, and the form of the response.
///
/// ```
/// /shared/SECRET.atom   an Atom feed
/// /shared/SECRET.json   a JSON Feed
/// /shared/SECRET        a page, if the view is shared with one
/// ```
struct SharedAddress: Hashable {
    var secret: String
    var form: Form

    enum Form: String, CaseIterable { case atom, json, page }

    /// The path of the route, below the server's base path or a space.
    static let path = "/shared/{secret}"

    /// Parses the part of the path after `/shared/`; `nil` if it can't contain a secret.
    init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard let secret = parts.first, Self.isSecret(secret), parts.count <= 2 else { return nil }
        self.secret = String(secret)
        switch parts.last {
        case "atom" where parts.count == 2: form = .atom
        case "json" where parts.count == 2: form = .json
        default:
            guard parts.count == 1 else { return nil }
            form = .page
        }
    }

    /// Returns whether a text has the form of a secret: 256 bits in base64url.
    private static func isSecret(_ text: Substring) -> Bool {
        text.utf8.count == 43
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }

    /// The problem for every address that doesn't work, so that nobody learns why.
    static let missing = Problem(404, "nothing is shared at this address, or not any more", headers: noIndex)

    /// The header field that keeps an address out of search engines.
    static let noIndex: HTTPFields = [.robots: "noindex"]

    /// Returns a path for logs, without the secret of a shared view.
    static func withoutSecret(_ path: String, basePath: String) -> String {
        guard path.hasPrefix(basePath) else { return path }
        let parts = path.dropFirst(basePath.count).split(separator: "/")
        let start = parts.first == "spaces" ? 2 : 0
        guard parts.count > start + 1, parts[start] == "shared" else { return path }
        return "\(basePath)/\(parts[...start].joined(separator: "/"))/{secret}"
    }
}

/// The addresses of the documents of a feed.
struct FeedAddresses {
    var atom: String
    var json: String
    /// The address of the page; `nil` if there is none.
    var page: String?

    /// The addresses of a shared view.
    ///
    /// - Parameters:
    ///   - root: the address of the server or space as the client knows it, without a slash at its end.
    ///   - secret: the secret of the view.
    ///   - hasPage: whether the view has a page.
    init(root: String, secret: String, hasPage: Bool) {
        let address = "\(root)/shared/\(secret)"
        self.init(atom: "\(address).atom", json: "\(address).json", page: hasPage ? address : nil)
    }

    init(atom: String, json: String, page: String? = nil) {
        self.atom = atom
        self.json = json
        self.page = page
    }
}

/// The JSON of a view that was just shared, with its secret addresses.
struct SharedViewDocument: Encodable {
    var view: String
    /// The addresses of the feeds and, if the view is shared with one, of the page.
    var atom: String
    var json: String
    var page: String?

    init(view: String, _ addresses: FeedAddresses) {
        self.view = view
        atom = addresses.atom
        json = addresses.json
        page = addresses.page
    }

    static let schema = JSONSchema.object([
        .init(name: "view", schema: .string),
        .init(
            name: "atom", schema: .string, summary: "The secret address of the Atom feed; only this response has it."),
        .init(name: "json", schema: .string, summary: "The secret address of the JSON Feed."),
        .init(name: "page", schema: .string, isRequired: false, summary: "The secret address of the page."),
    ])
}

extension HTTPField.Name { static var robots: Self { HTTPField.Name("X-Robots-Tag") ?? .accept } }
