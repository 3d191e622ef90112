/// Received values that don't fit into a row: they were cut or left out.
package struct LimitedValues: Hashable, Sendable {
    /// A kind of values with a limit.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case tagName = "tag name"
        case alias
        case description
        case color
        case group = "name of a group"
        case setName = "set name"
        case title
        case note
        case location
        case time
        case day
        case attributes = "attribute list"
        case view
        case rule
    }

    /// The numbers of values by kind.
    package private(set) var counts: [Kind: Int] = [:]

    package init() {}

    /// Counts a value that was cut or left out.
    mutating func note(_ kind: Kind, _ count: Int = 1) { if count > 0 { counts[kind, default: 0] += count } }

    /// One line for each kind, such as `3 received values were invalid and were cut or left out: title`.
    package var messages: [String] {
        Kind.allCases.compactMap { kind in
            counts[kind].map { "\($0) received \($0 == 1 ? "value was" : "values were") cut or left out: \(kind.rawValue)" }
        }
    }
}

extension String {
    /// Returns the longest prefix of whole characters with at most a number of bytes of UTF-8.
    func prefix(bytes limit: Int) -> String {
        guard utf8.count > limit else { return self }
        var size = 0
        return String(
            prefix { character in
                size += character.utf8.count
                return size <= limit
            })
    }
}
