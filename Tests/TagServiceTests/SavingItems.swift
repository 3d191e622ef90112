import Foundation
import TagService

/// Short forms of saving and listing items for tests that are about something else.
extension TagService {
    func save(
        title: String = "", at time: Date? = nil, location: String? = nil, in set: SetReference = .chosen
    ) throws -> Item {
        let draft = ItemDraft(title: title, location: location, savedAt: time)
        return try saveSelection(draft, in: set).item
    }

    func save(
        tags: [String], title: String = "", location: String? = nil, in set: SetReference = .chosen
    ) throws -> Item { try saveItem(ItemDraft(title: title, location: location, tags: tags), in: set).item }

    func items(of set: SetReference = .chosen, limit: Int = 20) throws -> [Item] {
        try items(ItemQuery(limit: limit), of: set).items
    }

    func retitle(_ id: Int64, to title: String) throws -> Item { try editItem(id, ItemEdit(title: title)) }
}
