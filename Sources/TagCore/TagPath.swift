/// The levels of the names of tags: `travel/italy/rome` is below `travel/italy` and `travel`, and `lang::swift` is below `lang`.
///
/// A key is below another if it begins with the other and a separator, and more follows. Nothing is stored for that:
/// keys are sorted, so those below a key are next to each other.
///
/// ```swift
/// TagPath.keys(above: "travel/italy/rome")  // ["travel/italy", "travel"]
/// TagPath.isKey("lang::swift", below: "lang")  // true
/// ```
package enum TagPath {
    /// The texts between two levels.
    private static let separators = ["/", "::"]

    /// The maximum number of keys that ``keys(above:)`` returns, so that a name of slashes alone isn't looked up a thousand times.
    package static let levelLimit = 64

    /// Returns the keys that a key is below, the longest first.
    package static func keys(above key: String) -> [String] {
        let bytes = Array(key.utf8)
        let ends = bytes.indices.dropFirst().filter { isLevel(of: bytes, endingAt: $0) }
        return ends.suffix(levelLimit).reversed().map { String(decoding: bytes[..<$0], as: UTF8.self) }
    }

    /// Returns whether a separator and more follow a place of a key.
    fileprivate static func isLevel(of key: [UInt8], endingAt end: Int) -> Bool {
        separators.contains { key[end...].starts(with: $0.utf8) && end + $0.utf8.count < key.count }
    }

    /// Returns whether a key is below another.
    package static func isKey(_ key: String, below other: String) -> Bool {
        guard !other.isEmpty, key.utf8.starts(with: other.utf8) else { return false }
        let rest = key.utf8.dropFirst(other.utf8.count)
        return separators.contains { rest.starts(with: $0.utf8) && rest.count > $0.utf8.count }
    }

    /// Returns the bounds of the keys below a key, in the order of their bytes; none of the bounds is such a key.
    package static func bounds(below key: String) -> [(after: String, before: String)] {
        // '0' follows '/', and ';' follows ':'.
        [(key + "/", key + "0"), (key + "::", key + ":;")]
    }

    /// Returns the key whose branch a key ending with a separator means: `travel` for `travel/`; `nil` for other keys.
    package static func key(ofBranch key: String) -> String? {
        guard let separator = separators.first(where: key.hasSuffix), key.utf8.count > separator.utf8.count else {
            return nil
        }
        return String(key.dropLast(separator.count))
    }

    /// Returns the end of a name below a key, with its separator: `/Italy` for `Travel/Italy` below `travel`; `nil` if it
    /// isn't below the key.
    package static func end(of name: String, below key: TagKey) -> String? {
        let whole = TagKey(name).text
        guard isKey(whole, below: key.text) else { return nil }
        // Folding may change lengths, so the end of the name is found by its beginning.
        let place = name.indices.dropFirst()
            .first { index in isSeparator(name[index]) && TagKey(name[..<index]).text == key.text }
        return place.map { String(name[$0...]) }
            ?? String(decoding: whole.utf8.dropFirst(key.text.utf8.count), as: UTF8.self)
    }

    private static func isSeparator(_ character: Character) -> Bool {
        let folded = TagKey(String(character)).text
        return folded.hasPrefix("/") || folded.hasPrefix(":")
    }
}

/// Finds the nearest key above each key of a list in the order of its bytes.
///
/// In that order, the keys that begin with a key follow it, so only the beginnings of the latest key are kept.
///
/// ```swift
/// var nesting = KeyNesting()
/// nesting.add("travel", id: 1)  // nil
/// nesting.add("travel guide", id: 2)  // nil
/// nesting.add("travel/italy", id: 3)  // 1
/// ```
package struct KeyNesting {
    private var latest: [UInt8] = []
    /// The lengths of the keys that the latest key begins with, and their ids, shortest first.
    private var beginnings: [(length: Int, id: Int64)] = []

    /// Creates an empty list.
    package init() {}

    /// Adds the next key, and returns the id of the nearest key above it.
    ///
    /// - Complexity: linear in the length of the key and the number of keys that it begins with.
    @discardableResult package mutating func add(_ key: String, id: Int64) -> Int64? {
        let bytes = Array(key.utf8)
        let common = zip(latest, bytes).prefix { $0 == $1 }.count
        while let last = beginnings.last, last.length > common { beginnings.removeLast() }
        let above = beginnings.last { TagPath.isLevel(of: bytes, endingAt: $0.length) }
        beginnings.append((bytes.count, id))
        latest = bytes
        return above?.id
    }
}
