internal import TagCore

/// The tags there, by id and by key.
struct RemoteTags {
    private(set) var byID: [String: RemoteTag] = [:]
    private var byKey: [String: RemoteTag] = [:]

    init(_ tags: [RemoteTag] = []) { for tag in tags { insert(tag) } }

    mutating func insert(_ tag: RemoteTag) {
        byID[tag.id] = tag
        let key = TagKey(tag.name).text
        // Of several tags that differ in case, the first one made is used.
        if byKey[key] == nil { byKey[key] = tag }
    }

    /// Returns the tag with a name, in any case.
    func tag(named name: String) -> RemoteTag? { byKey[TagKey(name).text] }

    /// Returns the tag with exactly a name, otherwise in any case.
    func exactTag(named name: String) -> RemoteTag? {
        guard let tag = tag(named: name), tag.name != name else { return tag(named: name) }
        return byID.values.first { $0.name == name } ?? tag
    }

    /// The names by id.
    var names: [String: String] { byID.mapValues(\.name) }
}
