import Foundation
import TagService

/// A reader for Pinboard's JSON, which other services write, too.
///
/// ```
/// [{"href": "https://example.net/a", "description": "First", "tags": "web a.b"}]
///
/// location  https://example.net/a
/// title     First
/// tags      web, a.b
/// ```
struct PinboardReader: ItemReader {
    private struct Bookmark: Decodable {
        var href: JSONText?
        var description: JSONText?
        var extended: JSONText?
        var tags: JSONText?
        var time: JSONText?
        var shared: JSONText?
        var toread: JSONText?
        /// The mark of a file that tagflow exported.
        var writer: JSONText?

        enum CodingKeys: String, CodingKey {
            case href, description, extended, tags, time, shared, toread
            case writer = "written-by"
        }

        /// The attributes of Pinboard's bookmarks in HTML; an export of tagflow always has them, so that there the usual
        /// values mean none.
        var attributes: [String: String] {
            let isShared = shared?.text.map { $0 == "yes" }
            let isUnread = toread?.text.map { $0 == "yes" }
            if writer?.text != nil, isShared != true, isUnread != true { return [:] }
            var attributes: [String: String] = [:]
            if let isShared { attributes["private"] = isShared ? "0" : "1" }
            if let isUnread { attributes["toread"] = isUnread ? "1" : "0" }
            return attributes
        }
    }

    func read(_ text: TextPieces, _ add: (ImportEntry, _ consumed: Int) throws -> Void) throws {
        try JSONList(text)
            .read(add) { (bookmark: Bookmark) in
                let tags = bookmark.tags?.texts.flatMap { $0.split(whereSeparator: \.isWhitespace) }
                guard let address = bookmark.href?.text?.trimmed, !address.isEmpty else {
                    return .invalid("it has no 'href'")
                }
                let title = bookmark.description?.text?.trimmed ?? ""
                let time = bookmark.time?.text.flatMap { WrittenTime.date($0) }
                return .item(
                    location: address,
                    // A bookmark without a title is exported with its address.
                    title: title == address ? "" : title, tags: tags.flatMap { $0.isEmpty ? nil : $0.map(String.init) },
                    note: bookmark.extended?.text.flatMap { $0.trimmed.isEmpty ? nil : $0 }, time: time,
                    details: .init(
                        unreadTime: time == nil ? bookmark.time?.text?.nonEmpty : nil, attributes: bookmark.attributes))
            }
    }
}
