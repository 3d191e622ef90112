internal import Foundation
internal import HTTPTypes
internal import HummingbirdCore
internal import TagService

/// The items of a space as bookmarks of other programs: every item has a URL, and tags have no spaces.
///
/// For an item without a location, the URL is that of its page:
///
/// ```
/// https://tags.example/items/12
/// ```
struct ClientItems {
    let call: Call
    let service: TagService

    /// The entrance of the clients.
    var entrance: Entrance { call.entrance(call.request.uri.path.contains("/linkding/") ? .linkding : .pinboard) }

    init(_ call: Call, _ service: TagService) { (self.call, self.service) = (call, service) }

    /// Returns the URL of an item.
    func url(of item: Item) -> String { item.location ?? "\(pages)\(item.id)" }

    private var pages: String { "\(call.origin)\(call.root)/items/" }

    /// Returns the location that a URL means; `nil` for the page of an item without a location.
    func location(_ url: String, of item: Item?) -> String? {
        guard let item, item.location == nil, url == self.url(of: item) else { return url }
        return nil
    }

    /// Returns the item with a URL, first of the set that these clients saved to last.
    func item(at url: String) throws -> Item? {
        let usual = try service.sets.usual(for: entrance)
        if let item = try ItemLookup.item(at: url, usual: usual, service) { return item }
        guard url.hasPrefix(pages), let id = Int64(url.dropFirst(pages.count)) else { return nil }
        do {
            let item = try service.items.item(id)
            return item.location == nil ? item : nil
        } catch TagServiceError.unknownItem { return nil }
    }

    /// Returns the names of an item's tags without spaces, and without those that are its states.
    func tags(of item: Item) -> [String] { shown(item.tags) }

    /// Returns names of tags without spaces, and without those that are states.
    func shown(_ tags: [String]) -> [String] { tags.filter { !isState($0) }.map(TagService.Tags.hyphenated) }

    /// Returns whether an item has a state.
    func has(_ state: KeyPath<StateTags, String>, _ item: Item) -> Bool {
        item.tags.contains { TagService.Tags.isSpelling($0, of: call.stateTags[keyPath: state]) }
    }

    private func isState(_ tag: String) -> Bool {
        [call.stateTags.unread, call.stateTags.archived].contains { TagService.Tags.isSpelling(tag, of: $0) }
    }

    /// Returns the tags of an item after a change; `nil` if they stay.
    ///
    /// - Parameters:
    ///   - names: all names of tags as the client has them; `nil` if it sent none.
    ///   - isUnread: the new state; `nil` if it stays.
    ///   - isArchived: the new state; `nil` if it stays.
    ///   - item: the item before the change; `nil` for a new item.
    /// - Returns: all tags of the item.
    /// - Throws: the errors of ``TagService/TagService/meantTags(_:)``.
    func tags(named names: [String]?, isUnread: Bool?, isArchived: Bool?, of item: Item?) throws -> [String]? {
        guard names != nil || isUnread != nil || isArchived != nil else { return nil }
        let states = [(\StateTags.unread, isUnread), (\StateTags.archived, isArchived)]
        var tags = try names.map(meant) ?? item?.tags.filter { !isState($0) } ?? []
        for (state, isOn) in states where isOn ?? item.map({ has(state, $0) }) ?? false {
            let name = call.stateTags[keyPath: state]
            if !tags.contains(where: { TagService.Tags.isSpelling($0, of: name) }) { tags.append(name) }
        }
        return tags
    }

    /// Returns the tags that a client's names mean.
    ///
    /// Like those of the other servers, a name has no comma, unless there is such a tag.
    private func meant(_ names: [String]) throws -> [String] {
        let parts = try names.flatMap { name in
            try !name.contains(",") || service.tags.isKnown(name) ? [name] : name.split(separator: ",").map(String.init)
        }
        return try service.tags.meant(parts.filter { !$0.allSatisfy(\.isWhitespace) })
    }
}

extension Call {
    /// The address of the server as the client knows it, such as `https://tags.example`.
    var origin: String { peer.origin(of: request) }
}
