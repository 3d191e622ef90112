internal import Foundation

/// The form in which the undo journal keeps a step's changes: a JSON list.
package enum Journal {
    /// The list's text.
    package static func encoded(_ changes: [RowChange]) throws -> String {
        String(decoding: try JSONEncoder().encode(changes), as: UTF8.self)
    }

    /// The changes of a list's text.
    package static func decoded(_ text: String) throws -> [RowChange] {
        try JSONDecoder().decode([RowChange].self, from: Data(text.utf8))
    }
}
