/// One question to a ``CompletionIndex`` on its way through the kinds of matches, best kind first.
struct CompletionSearch {
    /// A way of matching, one after the other until there are enough matches.
    struct Step {
        let kind: MatchKind
        /// Whether marks are left out.
        let ignoresMarks: Bool
        /// Where in the key or alias the query is looked for.
        var part: KeyTable.Part = .whole
    }

    /// A match that was found in a segment.
    private struct Found {
        let segment: Int
        let entry: UInt32
        let rank: Rank
        var edits = 0
        /// Orders matches of one step before their weight does.
        var cost = 0
        var alias: String?
    }

    private let limit: Int
    private var excluded: Set<UInt32>
    private let key: [UInt8]
    private let folded: [UInt8]
    private let query: CompletionQuery
    private(set) var completions: [Completion] = []

    init(query: CompletionQuery, limit: Int, excluded: Set<UInt32>) {
        self.query = query
        self.limit = limit
        self.excluded = excluded
        key = Self.bytes(query.key)
        folded = Self.bytes(query.foldedKey)
    }

    /// Whether there are enough matches.
    var isFull: Bool { completions.count >= limit }

    /// The ways of matching a query, best first.
    static func steps(for query: CompletionQuery) -> [Step] {
        let parts: [(MatchKind, KeyTable.Part)] = [
            (.exact, .whole), (.prefix, .prefix), (.wordPrefix, .word), (.substring, .anywhere),
        ]
        var steps: [Step] = []
        for (kind, part) in parts {
            steps.append(Step(kind: kind, ignoresMarks: false, part: part))
            if !query.foldedKey.isEmpty {
                steps.append(Step(kind: kind, ignoresMarks: true, part: part))
            }
        }
        for (_, part) in parts {
            steps.append(Step(kind: .alias, ignoresMarks: false, part: part))
            if !query.foldedKey.isEmpty, query.foldedKey != query.key {
                steps.append(Step(kind: .alias, ignoresMarks: true, part: part))
            }
        }
        if (4...TypoTable.longest).contains(query.key.unicodeScalars.count) {
            steps.append(Step(kind: .typo, ignoresMarks: false))
        }
        return steps
    }

    /// Adds the best matches of one kind that are not found yet.
    mutating func add(_ step: Step, from segments: [CompletionSegment]) {
        let wanted = limit - completions.count
        var found: [Found] = []
        for (number, segment) in segments.enumerated() {
            found += matches(step, wanted, segment, number)
        }
        if segments.count > 1 { found = best(found, segments) }
        for match in found.prefix(wanted) {
            let segment = segments[match.segment]
            excluded.insert(segment.ids[Int(match.entry)])
            completions.append(
                Completion(
                    id: segment.ids[Int(match.entry)],
                    name: segment.name(match.entry),
                    kind: step.kind,
                    ignoresMarks: step.ignoresMarks || match.cost % 2 == 1,
                    edits: match.edits,
                    alias: match.alias,
                    weight: match.rank.weight
                )
            )
        }
    }

    /// Matches of several segments in order.
    private func best(_ found: [Found], _ segments: [CompletionSegment]) -> [Found] {
        found.sorted { left, right in
            if left.cost != right.cost { return left.cost < right.cost }
            if left.rank.weight != right.rank.weight { return left.rank.weight > right.rank.weight }
            let leftKey = segments[left.segment].key(left.entry)
            return leftKey.lexicographicallyPrecedes(segments[right.segment].key(right.entry))
        }
    }

    // MARK: The kinds

    private func matches(
        _ step: Step,
        _ wanted: Int,
        _ segment: CompletionSegment,
        _ number: Int
    ) -> [Found] {
        switch step.kind {
        case .exact, .prefix, .wordPrefix, .substring: parts(step, wanted, segment, number)
        case .alias: aliases(step, wanted, segment, number)
        case .typo, .prefixTypo: typos(wanted, segment, number)
        }
    }

    private func excludedEntries(_ segment: CompletionSegment) -> ExcludedEntries {
        ExcludedEntries(excluded, ids: segment.ids)
    }

    private func parts(
        _ step: Step,
        _ wanted: Int,
        _ segment: CompletionSegment,
        _ number: Int
    ) -> [Found] {
        guard step.ignoresMarks else {
            return parts(step, wanted, key, segment.keys, segment, number)
        }
        var found = parts(step, wanted, folded, segment.foldedKeys, segment, number)
        // A query with marks is looked up without them among the keys that have none, too.
        guard folded != key else { return found }
        for match in parts(step, wanted, folded, segment.keys, segment, number)
        where !found.contains(where: { $0.entry == match.entry }) {
            found.append(match)
        }
        return found.sorted { $0.rank > $1.rank }
    }

    private func parts(
        _ step: Step,
        _ wanted: Int,
        _ text: [UInt8],
        _ table: KeyTable,
        _ segment: CompletionSegment,
        _ number: Int
    ) -> [Found] {
        table.best(
            wanted,
            with: text,
            in: step.part,
            weights: segment.weights,
            excluding: excludedEntries(segment)
        )
        .map { rank, _ in Found(segment: number, entry: rank.entry, rank: rank) }
    }

    private func aliases(
        _ step: Step,
        _ wanted: Int,
        _ segment: CompletionSegment,
        _ number: Int
    ) -> [Found] {
        segment.aliases
            .best(
                wanted,
                with: step.ignoresMarks ? folded : key,
                in: step.part,
                weights: segment.weights,
                excluding: excludedEntries(segment)
            )
            .map { rank, row in
                let alias = segment.aliases.keys.string(row)
                return Found(segment: number, entry: rank.entry, rank: rank, alias: alias)
            }
    }

    // MARK: Typos

    private func typos(_ wanted: Int, _ segment: CompletionSegment, _ number: Int) -> [Found] {
        var found: [Found] = []
        search(segment.keys, query.key, extra: 0, isAlias: false, segment, number, &found)
        search(
            segment.foldedKeys,
            query.foldedKey,
            extra: 1,
            isAlias: false,
            segment,
            number,
            &found
        )
        search(segment.aliases, query.key, extra: 2, isAlias: true, segment, number, &found)
        let near = segment.keys.best(
            wanted,
            nearPrefix: query.key,
            weights: segment.weights,
            excluding: excludedEntries(segment)
        )
        for rank in near {
            found.append(Found(segment: number, entry: rank.entry, rank: rank, edits: 1, cost: 6))
        }
        found.sort { $0.cost != $1.cost ? $0.cost < $1.cost : $0.rank > $1.rank }
        var seen: Set<UInt32> = []
        found.removeAll { !seen.insert($0.entry).inserted }
        return Array(found.prefix(wanted))
    }

    private func search(
        _ table: KeyTable,
        _ text: String,
        extra: Int,
        isAlias: Bool,
        _ segment: CompletionSegment,
        _ number: Int,
        _ found: inout [Found]
    ) {
        guard table.keys.count > 0 else { return }
        let scalars = text.unicodeScalars.map(\.value)
        let excluded = excludedEntries(segment)
        var scratch: [UInt32] = []
        for row in table.typos.candidates(near: scalars) {
            table.keys.decode(Int(row), into: &scratch)
            guard let edits = EditDistance.between(scalars.span, scratch.span, atMost: 2), edits > 0
            else { continue }
            let entry = table.entries[Int(row)]
            guard segment.isLive(entry), !excluded.contains(entry) else { continue }
            let rank = Rank(weight: segment.weights[Int(entry)], entry: entry)
            var match = Found(segment: number, entry: entry, rank: rank)
            match.edits = edits
            match.cost = 4 * edits + extra
            if isAlias { match.alias = table.keys.string(Int(row)) }
            found.append(match)
        }
    }

    private static func bytes(_ text: String) -> [UInt8] { text.utf8.map { $0 == 0 ? 1 : $0 } }
}
