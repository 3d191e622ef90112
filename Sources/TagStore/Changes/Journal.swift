internal import Foundation

/// The form in which the undo journal keeps a step's changes: a JSON list.
package enum Journal {
    /// The list's text.
    package static func encoded(_ changes: [RowChange]) throws -> String {
        String(decoding: try JSONEncoder().encode(changes), as: UTF8.self)
    }

    /// The changes of a list's text; `nil` where it is no such list, or has what no row can have.
    package static func decoded(_ text: String) -> [RowChange]? {
        // Whatever the decoder has against the text, it was not written by us.
        let changes = try? JSONDecoder().decode([RowChange].self, from: Data(text.utf8))
        return changes.flatMap { $0.allSatisfy(\.isPossible) ? $0 : nil }
    }
}
