// Connections pulls the items of another program into a set, and pushes the changes of their tags.
//
// 1. A `RemoteProgram` (`Linkding`, `Paperless`, `Karakeep`) makes the requests to one program and reads its responses.
//    It does nothing else, so each is one file.
// 2. A `RemoteSession` sends them with PageFetching's `APIClient`, and turns statuses into `RemoteError`s.
// 3. `Exchange.pull` reads tags and pages; TagService compares each item with the tags after the last exchange.
// 4. `Exchange.push` asks TagService for the differences, reads each item there before it writes it, and records a
//    change after its response. An interrupted push is continued by the next.
// 5. `TokenFile` keeps the tokens next to the database.

internal import JSON
internal import PageFetching
internal import TagService

/// A kind of program that has a connection.
package enum ConnectionKind: String, CaseIterable, Sendable {
    case linkding
    case paperless
    case karakeep

    /// The name of the program.
    package var title: String { self == .paperless ? "Paperless-ngx" : self == .karakeep ? "Karakeep" : "linkding" }

    /// The part of its settings that makes tokens.
    var tokenPlace: String {
        switch self {
        case .linkding: "Settings → Integrations"
        case .paperless: "My Profile"
        case .karakeep: "Settings → API Keys"
        }
    }

    func program(at base: String, token: String) -> any RemoteProgram {
        switch self {
        case .linkding: Linkding(base: base, token: token)
        case .paperless: Paperless(base: base, token: token)
        case .karakeep: Karakeep(base: base, token: token)
        }
    }
}

/// How one program lists, reads and writes its items.
protocol RemoteProgram: Sendable {
    /// The kind of the program.
    var kind: ConnectionKind { get }
    /// Whether each pull reads the tags of all items, so that an item that wasn't read was deleted.
    var alwaysListsAll: Bool { get }
    /// The maximum number of changes that are sent at a time.
    var changesAtOnce: Int { get }
    /// Whether lists leave out the text of items after the first pull.
    var readsTextSeparately: Bool { get }

    /// Returns the first pages of the lists of items that changed after a time, or of all items.
    func lists(since time: Int64?) -> [RemotePlace]
    /// The first page of the list of tags.
    var tagList: RemotePlace { get }
    /// Requests that respond with the numbers of items, which add up to that of all; empty if they aren't needed.
    var countRequests: [APIRequest] { get }
    /// Returns the request for a page of a list.
    func request(_ place: RemotePlace) -> APIRequest
    /// Returns the request for one item.
    func request(item id: String) -> APIRequest

    /// Reads a page of a list of items.
    func items(
        _ page: JSONValue, at place: RemotePlace, _ tags: RemoteTags
    ) throws(ShapeError) -> RemotePage<RemoteItem>
    /// Reads a page of the list of tags.
    func tags(_ page: JSONValue, at place: RemotePlace) throws(ShapeError) -> RemotePage<RemoteTag>
    /// Reads an item.
    func item(_ value: JSONValue, _ tags: RemoteTags) throws(ShapeError) -> RemoteItem

    /// Returns the name that a tag here has there; nil if no tag there can have it.
    func name(of tag: String) -> String?
    /// Returns the request that makes a tag; nil if writing an item does.
    func request(makingTag name: String) -> APIRequest?
    /// Returns the requests that change the tags of an item, to be sent in this order.
    func requests(_ change: RemoteChange, _ tags: RemoteTags) -> [APIRequest]
    /// Returns whether a successful response to a change confirms that it was made.
    func isMade(_ response: APIResponse) -> Bool
    /// Returns the request that deletes a tag.
    func request(deleting tag: RemoteTag) -> APIRequest
}

extension RemoteProgram {
    var alwaysListsAll: Bool { false }
    var readsTextSeparately: Bool { false }
    var changesAtOnce: Int { APIClient.concurrency }
    var countRequests: [APIRequest] { [] }
    func request(makingTag name: String) -> APIRequest? { nil }
    func isMade(_ response: APIResponse) -> Bool { true }
}

/// A place in a list: its path with a query, and the beginning of a page.
struct RemotePlace: Hashable {
    var path: String
    /// An offset, the number of a page or a cursor, as the program has it; empty for the first page.
    var start = ""
}

/// A page of a list.
struct RemotePage<Element> {
    var elements: [Element]
    /// The next page; nil at the end.
    var next: RemotePlace?
    /// The number of elements of the list, if the program reports it.
    var total: Int?
}

/// A tag there.
struct RemoteTag: Hashable {
    var id: String
    var name: String
    /// Whether the tag is the program's, such as an inbox.
    var isHidden = false
    /// The number of items with it, if the program reports it.
    var uses: Int?
}

/// A change of the tags of an item there.
struct RemoteChange: Hashable {
    var id: String
    /// The tags there, as just read.
    var current: [String]
    var added: [String]
    var removed: [String]
}

/// A response that isn't as the program documents it; the text names the missing part.
struct ShapeError: Error, Hashable { var text: String }

extension JSONValue {
    /// Returns a member.
    func member<Value>(_ name: String, _ read: (JSONValue) -> Value?) throws(ShapeError) -> Value {
        guard let value = self[name].flatMap(read) else { throw ShapeError(text: "'\(name)'") }
        return value
    }

    /// The id of an item or tag, which is a number or a text.
    var identifier: String? { string ?? integer.map(String.init) }

    /// The text, unless it's empty.
    var nonEmpty: String? { string.flatMap { $0.isEmpty ? nil : $0 } }
}
