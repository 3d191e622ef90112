@testable import Sync

extension SyncCommand {
    /// Returns the reason for which a device doesn't show the effect of a command that it ran, or `nil`.
    ///
    /// Deleting, moving, renaming and removing a tag write all ids of a thing, so that none reappears (rule 3).
    func problem(_ before: ShownState, _ after: ShownState) -> String? {
        switch self {
        case .deleteItem(let id):
            let remains = (before.items[id]?.ids ?? []).contains { after.shows($0) }
            return remains ? "an id is still shown" : nil
        case .untag(let id, let tag):
            let ids = Set(before.tags[tag]?.ids ?? []).intersection(after.items[id]?.tags ?? [])
            return ids.isEmpty ? nil : "the item still has the tag"
        case .renameTag(let id, let name, _):
            guard let old = before.tags[id]?.key, old != foldedKey(name) else { return nil }
            return after.tags.values.contains { $0.key == old } ? "the old name is still shown" : nil
        case .move(let id, let location?, _):
            guard let item = before.items[id] else { return nil }
            let isMoved = item.ids.allSatisfy { after.shownIDs[$0].flatMap { after.items[$0]?.location } == location }
            return isMoved ? nil : "an id is at the old location"
        case .mergeTags(let id, let target):
            guard let ids = before.tags[id]?.ids else { return nil }
            return ids.allSatisfy { after.shownIDs[$0] == target } ? nil : "an id isn't merged"
        default: return nil
        }
    }
}
