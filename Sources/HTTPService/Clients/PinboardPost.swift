internal import Foundation
internal import JSON
internal import TagService

/// An item as Pinboard's clients see it.
///
/// ```
/// <post href="https://swift.org/" time="2026-01-31T08:30:00Z" description="Swift" extended="a note"
///  tag="language deep-learning" hash="…" meta="…" shared="no" toread="no" />
/// ```
struct PinboardPost {
    private let fields: [(name: String, value: String)]
    private let tags: String
    /// When the item was saved, in whole seconds.
    let time: String

    /// Creates the post of an item.
    init(_ item: Item, _ items: ClientItems) {
        let url = items.url(of: item)
        let isUnread = items.has(\.unread, item)
        // Pinboard has no archive, so this tag isn't a state here.
        let names = item.tags.filter { !TagService.Tags.isSpelling($0, of: items.call.stateTags.unread) }
        tags = names.map(TagService.Tags.hyphenated).joined(separator: " ")
        time = Self.time(item.timestamp)
        let content = [url, time, item.title, item.note, tags, "\(isUnread)"]
        fields = [
            ("href", url), ("time", time), ("description", item.title), ("extended", item.note),
            ("hash", Self.digest(url)), ("meta", Self.digest(content.joined(separator: "\n"))), ("shared", "no"),
            ("toread", isUnread ? "yes" : "no"),
        ]
    }

    /// The post as an element.
    var xml: String { PinboardXML.element("post", fields + [("tag", tags)]) }

    /// The post as an object.
    var json: JSONValue {
        .object(Dictionary((fields + [("tags", tags)]).map { ($0.name, .string($0.value)) }) { first, _ in first })
    }

    /// Returns a time in whole seconds, as Pinboard's clients expect it.
    static func time(_ timestamp: String?) -> String {
        timestamp.map { "\($0.prefix(19))Z" } ?? LinkdingBookmark.unknownTime
    }

    /// Returns 32 hexadecimal digits, as long as Pinboard's digests.
    private static func digest(_ text: String) -> String {
        SHA256.digest(of: text.utf8).prefix(16).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
