import Suggestions
import TagCore

/// The results of a filter, computed letter by letter from the rules.
struct TagFilterReference {
    /// A term as it is typed.
    struct Term {
        /// Its required position in a key.
        enum Place: CaseIterable {
            case lettersInOrder
            case anywhere
            case start
            case end
            case whole
        }

        var text: String
        var place = Place.lettersInOrder
        var isNegated = false

        /// The term with its signs.
        var typed: String {
            switch place {
            case .lettersInOrder: isNegated ? "!'\(text)" : text
            case .anywhere: isNegated ? "!\(text)" : "'\(text)"
            case .start: isNegated ? "!^\(text)" : "^\(text)"
            case .end: isNegated ? "!\(text)$" : "\(text)$"
            case .whole: isNegated ? "!^\(text)$" : "^\(text)$"
            }
        }
    }

    /// The scalars of a key.
    private struct Key {
        var text: [Unicode.Scalar]
        var folded: [Unicode.Scalar]

        var hasAccents: Bool { text != folded }

        init(_ text: String, isOpen: Bool = false) {
            let key = TagKey(text)
            let end = isOpen ? " " : ""
            self.text = Array((key.text + end).unicodeScalars)
            folded = Array((key.folded + end).unicodeScalars)
        }
    }

    /// The kind of a match, whether only the terms match and not the whole, and whether accents are ignored.
    private struct Rank: Comparable {
        var kind: MatchKind
        var isByTerms = false
        var ignoresAccents = false

        static func < (left: Rank, right: Rank) -> Bool {
            if left.kind != right.kind { return left.kind < right.kind }
            if left.isByTerms != right.isByTerms { return right.isByTerms }
            return !left.ignoresAccents && right.ignoresAccents
        }
    }

    /// Of each list one term must match.
    var alternatives: [[Term]]
    /// Whether a space follows the last term.
    var isOpen = false

    /// The whole query.
    var typed: String {
        let lists = alternatives.map { $0.map(\.typed).joined(separator: " | ") }
        return lists.joined(separator: " ") + (isOpen ? " " : "")
    }

    /// Whether it has no operators.
    var isPlain: Bool {
        alternatives.allSatisfy { $0.count == 1 && $0[0].place == .lettersInOrder && !$0[0].isNegated }
    }

    /// The tags that match, best first; of equal matches, those with the greatest weight first.
    func matches(in tags: [some FilterableTag]) -> [Int] {
        let whole = isPlain ? Key(typed, isOpen: isOpen) : nil
        let terms = alternatives.map { $0.map { (term: $0, key: Key($0.text)) } }
        var found: [(rank: Rank, weight: Double, tag: Int)] = []
        for (index, tag) in tags.enumerated() {
            if let rank = Self.rank(of: whole, terms, in: Key(tag.name)) {
                found.append((rank, tag.weight, index))
            } else if tag.aliases.contains(where: { Self.rank(of: whole, terms, in: Key($0)) != nil }) {
                // Those found by an alias stay in the order of the list.
                found.append((Rank(kind: .alias), 0, index))
            }
        }
        return
            found.sorted {
                if $0.rank != $1.rank { return $0.rank < $1.rank }
                return ($0.weight, $1.tag) > ($1.weight, $0.tag)
            }
            .map(\.tag)
    }

    private static func rank(of whole: Key?, _ alternatives: [[(term: Term, key: Key)]], in key: Key) -> Rank? {
        if let whole, let rank = rank(of: whole, in: key), rank.kind != .withoutMarks || alternatives.count == 1 {
            return rank
        }
        var worst = Rank(kind: .exact)
        for terms in alternatives {
            let ranks = terms.compactMap { rank(of: $0.term, $0.key, in: key) }
            guard let best = ranks.min() else { return nil }
            worst = max(worst, best)
        }
        worst.isByTerms = whole != nil
        return worst
    }

    private static func rank(of term: Term, _ query: Key, in key: Key) -> Rank? {
        var rank = rank(of: query, in: key)
        switch term.place {
        case .lettersInOrder:
            var rest = query.folded[...]
            for scalar in key.folded where scalar == rest.first { rest = rest.dropFirst() }
            if rank == nil, query.folded.count > 1, rest.isEmpty {
                rank = Rank(kind: .subsequence, ignoresAccents: query.hasAccents)
            }
        case .anywhere: break
        case .start: if !key.folded.starts(with: query.folded) { rank = nil }
        case .end: if !key.folded.reversed().starts(with: query.folded.reversed()) { rank = nil }
        case .whole: if key.folded != query.folded { rank = nil }
        }
        return term.isNegated ? rank == nil ? Rank(kind: .exact) : nil : rank
    }

    /// How a key contains a text.
    private static func rank(of query: Key, in key: Key) -> Rank? {
        guard let folded = kind(of: query.folded, in: key.folded) else { return nil }
        guard query.hasAccents || key.hasAccents else { return Rank(kind: folded) }
        let exact = kind(of: query.text, in: key.text)
        if query.hasAccents { return exact.map { Rank(kind: $0) } ?? Rank(kind: .withoutMarks, ignoresAccents: true) }
        let other = folded == .exact ? .prefix : folded
        if let exact, exact <= other { return Rank(kind: exact) }
        return Rank(kind: other, ignoresAccents: true)
    }

    private static func kind(of query: [Unicode.Scalar], in key: [Unicode.Scalar]) -> MatchKind? {
        if key == query { return .exact }
        if key.starts(with: query) { return .prefix }
        let places = key.indices.filter { key[$0...].starts(with: query) }
        let isWord = places.contains { Separators.isSeparator(key[$0 - 1].value) }
        return isWord ? .wordPrefix : places.isEmpty ? nil : .substring
    }
}
