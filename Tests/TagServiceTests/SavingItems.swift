import Foundation
import TagService

/// Short forms of saving and listing items for tests that are about something else.
extension TagService.Items {
    @discardableResult func save(
        title: String = "", at time: Date? = nil, location: String? = nil, in set: SetReference = .chosen
    ) throws -> Item {
        let draft = ItemDraft(title: title, location: location, savedAt: time)
        return try service.selection.save(draft, in: set).item
    }

    @discardableResult func save(
        tags: [String], title: String = "", location: String? = nil, in set: SetReference = .chosen
    ) throws -> Item { try save(ItemDraft(title: title, location: location, tags: tags), in: set).item }

    func list(in set: SetReference = .chosen, limit: Int = 20) throws -> [Item] {
        try find(ItemQuery(limit: limit), in: set).items
    }

    @discardableResult func retitle(_ id: Int64, to title: String) throws -> Item {
        try edit(id, with: ItemEdit(title: title))
    }
}
