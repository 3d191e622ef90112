import TagCore

@testable import Suggestions

/// Completion as documented, by scanning all tags.
struct CompletionReference {
    var tags: [UInt32: CompletionTag] = [:]

    private struct Place: Comparable {
        var step: Int
        var detour = 0

        static func < (left: Place, right: Place) -> Bool { (left.step, left.detour) < (right.step, right.detour) }
    }

    func complete(_ query: CompletionQuery, limit: Int, excluding: Set<UInt32> = []) -> [UInt32] {
        let candidates = tags.values.filter { !excluding.contains($0.id) }
        var found = sorted(candidates, by: { exactPlace($0, query) })
        let length = query.key.unicodeScalars.count
        let isKnown = !found.isEmpty
        let canBeCorrected = 4...60 ~= length
        guard found.count < limit else { return Array(found.prefix(limit)) }
        var hasTypos = false
        if canBeCorrected {
            let near = typos(candidates.filter { !found.contains($0.id) }, query, edits: isKnown ? 1 : 2)
            let shown = near.prefix(limit - found.count)
            found += shown.map(\.tag.id)
            hasTypos = shown.contains { $0.typo.kind.edits > 0 }
        }
        if !hasTypos {
            found += sorted(candidates.filter { !found.contains($0.id) }) { tag in
                hasLetters(of: query, tag, closeTogether: false) ? Place(step: 0) : nil
            }
        }
        return Array(found.prefix(limit))
    }

    private func hasLetters(of query: CompletionQuery, _ tag: CompletionTag, closeTogether: Bool) -> Bool {
        query.foldedKey.unicodeScalars.count > 1
            && [tag.key, tag.foldedKey].contains { hasLetters(of: query.foldedKey, $0, closeTogether: closeTogether) }
    }

    private func sorted(_ tags: [CompletionTag], by place: (CompletionTag) -> Place?) -> [UInt32] {
        tags.compactMap { tag in place(tag).map { ($0, tag) } }
            .sorted { left, right in
                if left.0 != right.0 { return left.0 < right.0 }
                if left.1.weight != right.1.weight { return left.1.weight > right.1.weight }
                return left.1.key.utf8.lexicographicallyPrecedes(right.1.key.utf8)
            }
            .map(\.1.id)
    }

    // MARK: Without edits

    private func exactPlace(_ tag: CompletionTag, _ query: CompletionQuery) -> Place? {
        let parts: [(String, String) -> Bool] = [isWhole, isPrefix, isWordPrefix, isPart]
        if query.foldedKey != query.key { return markedPlace(tag, query, parts) }
        for (number, isMatch) in parts.enumerated() {
            // A prefix as typed comes before the whole key without marks.
            if number == 0, !isWhole(query.key, tag.key), isPrefix(query.key, tag.key) {
                return Place(step: 1, detour: -1)
            }
            if isMatch(query.key, tag.key) { return Place(step: 2 * number) }
            let folded = query.foldedKey
            guard !folded.isEmpty else { continue }
            let hasOwn = tag.foldedKey != tag.key && isMatch(folded, tag.foldedKey)
            if hasOwn || (folded != query.key && isMatch(folded, tag.key)) { return Place(step: 2 * number + 1) }
        }
        let aliases = tag.aliases.flatMap { Set([$0.key, $0.foldedKey]) }
        for (number, isMatch) in parts.enumerated() {
            if aliases.contains(where: { isMatch(query.key, $0) }) { return Place(step: 8 + 2 * number) }
            let folded = query.foldedKey
            guard !folded.isEmpty, folded != query.key else { continue }
            if aliases.contains(where: { isMatch(folded, $0) }) { return Place(step: 9 + 2 * number) }
        }
        return nil
    }

    /// For queries with accents: all matches with them first, including aliases, then those without.
    private func markedPlace(
        _ tag: CompletionTag, _ query: CompletionQuery, _ parts: [(String, String) -> Bool]
    ) -> Place? {
        let (typed, folded) = (query.key, query.foldedKey)
        let aliases = tag.aliases.flatMap { Set([$0.key, $0.foldedKey]) }
        var places: [(Int, Bool)] = []
        for (number, isMatch) in parts.enumerated() {
            places.append((number, isMatch(typed, tag.key)))
            places.append((8 + 2 * number, aliases.contains { isMatch(typed, $0) }))
            guard !folded.isEmpty else { continue }
            places.append((9 + 2 * number, aliases.contains { isMatch(folded, $0) }))
            let keys = [tag.key, tag.foldedKey]
            places.append((16 + number, keys.contains { isMatch(folded, $0) }))
        }
        return places.filter(\.1).map { Place(step: $0.0) }.min()
    }

    private func hasLetters(of query: String, _ key: String, closeTogether: Bool) -> Bool {
        let key = scalars(key)
        guard closeTogether else { return hasLetters(of: scalars(query), key[...]) }
        // The window is in bytes.
        return key.indices.contains { start in
            var separators = Separators()
            guard start == 0 || separators.contains(key[start - 1]) else { return false }
            var bytes = query.utf8.count * 4 / 3
            let window = key[start...]
                .prefix { scalar in
                    bytes -= String(Unicode.Scalar(scalar).map(Character.init) ?? " ").utf8.count
                    return bytes >= 0
                }
            return window.first == scalars(query).first && hasLetters(of: scalars(query), window)
        }
    }

    private func hasLetters(of query: [UInt32], _ key: ArraySlice<UInt32>) -> Bool {
        var rest = query[...]
        for scalar in key where scalar == rest.first { rest = rest.dropFirst() }
        return rest.isEmpty
    }

    private func isWhole(_ query: String, _ key: String) -> Bool { scalars(query) == scalars(key) }

    private func isPrefix(_ query: String, _ key: String) -> Bool { scalars(key).starts(with: scalars(query)) }

    private func isPart(_ query: String, _ key: String) -> Bool {
        let (query, key) = (scalars(query), scalars(key))
        return key.indices.contains { key[$0...].starts(with: query) }
    }

    private func isWordPrefix(_ query: String, _ key: String) -> Bool {
        let (query, key) = (scalars(query), scalars(key))
        var separators = Separators()
        return key.indices.dropFirst()
            .contains { place in
                separators.contains(key[place - 1]) && !separators.contains(key[place])
                    && key[place...].starts(with: query)
            }
    }

    // MARK: With edits

    /// How a tag was misspelled.
    private struct Misspelling: Comparable {
        /// Use weighed against typos, in doublings of use.
        var strength: Double
        var kind: MatchKind
        var detour = 0

        /// Whether the left one is better.
        static func < (left: Misspelling, right: Misspelling) -> Bool {
            (-left.strength, left.kind.rawValue, left.detour) < (-right.strength, right.kind.rawValue, right.detour)
        }
    }

    /// Returns the tags up to a number of edits away, and those with the letters close together.
    private func typos(
        _ candidates: [CompletionTag], _ query: CompletionQuery, edits: Int
    ) -> [(typo: Misspelling, tag: CompletionTag)] {
        let greatest = tags.values.map(\.weight).max() ?? 0
        return
            candidates.compactMap { tag in
                let use = max(-12, (tag.weight - greatest) / (30 * 86_400))
                return misspellings(of: tag, query, edits: edits)
                    .map { Misspelling(strength: use - $1, kind: $0, detour: $2) }.min().map { (typo: $0, tag: tag) }
            }
            .sorted { left, right in
                if left.typo != right.typo { return left.typo < right.typo }
                if left.tag.weight != right.tag.weight { return left.tag.weight > right.tag.weight }
                return left.tag.key.utf8.lexicographicallyPrecedes(right.tag.key.utf8)
            }
    }

    private func misspellings(
        of tag: CompletionTag, _ query: CompletionQuery, edits: Int
    ) -> [(kind: MatchKind, cost: Double, detour: Int)] {
        var found: [(kind: MatchKind, cost: Double, detour: Int)] = []
        for (detour, (typed, keys)) in texts(tag, query).enumerated() {
            for key in keys {
                guard let distance = distance(typed, key), distance > 0, distance <= edits else { continue }
                let cost = TypoCosts.between(scalars(typed), scalars(key))
                let isInOrder = scalars(key).count == scalars(typed).count + 2 && detour < 2
                let kind: MatchKind =
                    distance > 1 ? isInOrder ? .subsequence : .distantTypo : cost == 5 ? .likelyTypo : .typo
                found.append((kind, cost, detour))
            }
        }
        found += beginningCosts(scalars(query.key), scalars(tag.key))
            .map { ($0 == 5 ? .likelyPrefixTypo : .prefixTypo, $0 + 5.5, 0) }
        if hasLetters(of: query, tag, closeTogether: true) {
            found.append((.subsequence, 18, query.foldedKey == query.key ? 0 : 1))
        }
        return found
    }

    private func texts(_ tag: CompletionTag, _ query: CompletionQuery) -> [(String, [String])] {
        let folded = tag.foldedKey == tag.key ? [] : [tag.foldedKey]
        let aliases = tag.aliases.flatMap { Set([$0.key, $0.foldedKey]) }
        return [(query.key, [tag.key]), (query.foldedKey, folded), (query.key, aliases)]
    }

    private func distance(_ left: String, _ right: String) -> Int? {
        EditDistance.between(scalars(left).span, scalars(right).span, atMost: 2)
    }

    /// The costs of the typos after which a key begins with the query.
    private func beginningCosts(_ query: [UInt32], _ key: [UInt32]) -> [Double] {
        var costs: [Double] = []
        for place in query.indices {
            let (before, own, rest) = (query[..<place], query[place], query[(place + 1)...])
            if query.count > 1, key.starts(with: before + rest) { costs.append(TypoCosts.extra(at: place, of: query)) }
            if let next = rest.first, next != own, key.starts(with: before + [next, own] + rest.dropFirst()) {
                costs.append(5)
            }
            guard key.count > place, key.starts(with: before) else { continue }
            if key[(place + 1)...].starts(with: query[place...]) { costs.append(5) }
            if key[place] != own, key[(place + 1)...].starts(with: rest) {
                costs.append(TypoCosts.replaced(key[place], by: own))
            }
        }
        return costs
    }
}
