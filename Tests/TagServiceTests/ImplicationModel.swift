import TagService

/// A reference model of implications: pairs of names with an independent implementation of the closure.
struct ImplicationModel: Equatable {
    struct Pair: Hashable {
        var tag: String
        var implied: String
    }

    private(set) var pairs: Set<Pair> = []

    init() {}

    init(_ implications: [Implications]) {
        for row in implications { for implied in row.implies { pairs.insert(Pair(tag: row.tag, implied: implied)) } }
    }

    /// Returns all tags that a tag implies, by applying implications until nothing changes.
    func closure(of tag: String) -> Set<String> {
        var known: Set<String> = [tag]
        while true {
            let next = known.union(pairs.filter { known.contains($0.tag) }.map(\.implied))
            if next == known { return known.subtracting([tag]) }
            known = next
        }
    }

    /// Whether there are no cycles.
    var isAcyclic: Bool { pairs.allSatisfy { $0.tag != $0.implied && !closure(of: $0.implied).contains($0.tag) } }

    mutating func imply(_ tag: String, _ implied: String) { pairs.insert(Pair(tag: tag, implied: implied)) }

    mutating func unimply(_ tag: String, _ implied: String) { pairs.remove(Pair(tag: tag, implied: implied)) }

    mutating func rename(_ old: String, _ new: String) {
        func name(_ name: String) -> String { name == old ? new : name }
        pairs = Set(pairs.map { Pair(tag: name($0.tag), implied: name($0.implied)) })
    }

    mutating func delete(_ tag: String) { pairs = pairs.filter { $0.tag != tag && $0.implied != tag } }

    /// Moves the implications of a tag, then those that imply it, except those that would close a cycle.
    mutating func merge(_ from: String, _ into: String) {
        let (implied, implying) = (pairs.filter { $0.tag == from }, pairs.filter { $0.implied == from })
        delete(from)
        for pair in implied where pair.implied != into {
            if !closure(of: pair.implied).contains(into) { imply(into, pair.implied) }
        }
        for pair in implying where pair.tag != into {
            if !closure(of: into).contains(pair.tag) { imply(pair.tag, into) }
        }
    }
}
