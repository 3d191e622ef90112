import Foundation
import TagService

/// A saved selection as JSON.
struct SavedSelectionDocument: Encodable {
    var id: Int64
    var set: String
    var label: String
    var at: String?
    var tags: [String]

    init(_ saved: SavedSelection) {
        id = saved.id
        set = saved.set
        label = saved.label
        at = saved.savedAt.map { $0.formatted(.iso8601) }
        tags = saved.tags
    }
}
