import TagCore

@testable import Suggestions

/// Completion as documented, by scanning all tags.
struct CompletionReference {
    var tags: [UInt32: CompletionTag] = [:]

    private struct Place: Comparable {
        var step: Int
        var detour = 0

        static func < (left: Place, right: Place) -> Bool {
            (left.step, left.detour) < (right.step, right.detour)
        }
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
            let near = slips(candidates.filter { !found.contains($0.id) }, query)
            found += near.map(\.tag.id)
            hasTypos = near.contains { $0.place.step >= 0 }
            if !isKnown, found.count < limit {
                let distant = sorted(
                    candidates.filter { !found.contains($0.id) },
                    by: { twoEditsPlace($0, query) }
                )
                found += distant
                hasTypos = hasTypos || !distant.isEmpty
            }
        }
        if !hasTypos {
            found += sorted(candidates.filter { !found.contains($0.id) }) { tag in
                hasLetters(of: query, tag, closeTogether: false) ? Place(step: 0) : nil
            }
        }
        return Array(found.prefix(limit))
    }

    private func hasLetters(
        of query: CompletionQuery,
        _ tag: CompletionTag,
        closeTogether: Bool
    ) -> Bool {
        query.foldedKey.unicodeScalars.count > 1
            && [tag.key, tag.foldedKey]
                .contains { hasLetters(of: query.foldedKey, $0, closeTogether: closeTogether) }
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
            if hasOwn || (folded != query.key && isMatch(folded, tag.key)) {
                return Place(step: 2 * number + 1)
            }
        }
        let aliases = tag.aliases.flatMap { Set([$0.key, $0.foldedKey]) }
        for (number, isMatch) in parts.enumerated() {
            if aliases.contains(where: { isMatch(query.key, $0) }) {
                return Place(step: 8 + 2 * number)
            }
            let folded = query.foldedKey
            guard !folded.isEmpty, folded != query.key else { continue }
            if aliases.contains(where: { isMatch(folded, $0) }) {
                return Place(step: 9 + 2 * number)
            }
        }
        return nil
    }

    /// For queries with accents: all matches with them first, including aliases, then those without.
    private func markedPlace(
        _ tag: CompletionTag,
        _ query: CompletionQuery,
        _ parts: [(String, String) -> Bool]
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
            return window.first == scalars(query).first
                && hasLetters(of: scalars(query), window)
        }
    }

    private func hasLetters(of query: [UInt32], _ key: ArraySlice<UInt32>) -> Bool {
        var rest = query[...]
        for scalar in key where scalar == rest.first { rest = rest.dropFirst() }
        return rest.isEmpty
    }

    private func isWhole(_ query: String, _ key: String) -> Bool { scalars(query) == scalars(key) }

    private func isPrefix(_ query: String, _ key: String) -> Bool {
        scalars(key).starts(with: scalars(query))
    }

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

    /// Returns the tags one edit away, and those with the letters close together as step −1, ordered by use plus the likelihood of
    /// the slip, in doublings of use.
    private func slips(
        _ tags: [CompletionTag],
        _ query: CompletionQuery
    ) -> [(place: Place, tag: CompletionTag)] {
        let likelihoods = [-3.0, 10, 6, 4, 0]
        return
            tags.compactMap { tag in
                let letters =
                    hasLetters(of: query, tag, closeTogether: true) ? Place(step: -1) : nil
                return (oneEditPlace(tag, query) ?? letters).map { (place: $0, tag: tag) }
            }
            .sorted { left, right in
                let own = left.tag.weight + likelihoods[left.place.step + 1] * 30 * 86_400
                let other = right.tag.weight + likelihoods[right.place.step + 1] * 30 * 86_400
                if own != other { return own > other }
                if left.place != right.place { return left.place < right.place }
                return left.tag.key.utf8.lexicographicallyPrecedes(right.tag.key.utf8)
            }
    }

    private func oneEditPlace(_ tag: CompletionTag, _ query: CompletionQuery) -> Place? {
        var best: Place?
        func consider(_ step: Int, _ detour: Int = 0) {
            let place = Place(step: step, detour: detour)
            best = min(best ?? place, place)
        }
        for (detour, (typed, keys)) in texts(tag, query).enumerated() {
            for key in keys where distance(typed, key) == 1 {
                let isLikely = EditDistance.isLikely(scalars(typed).span, for: scalars(key).span)
                consider(isLikely ? 0 : 2, detour)
            }
        }
        let (likely, others) = prefixEdits(scalars(query.key), scalars(tag.key))
        if likely { consider(1) }
        if others { consider(3) }
        return best
    }

    private func twoEditsPlace(_ tag: CompletionTag, _ query: CompletionQuery) -> Place? {
        for (detour, (typed, keys)) in texts(tag, query).enumerated()
        where keys.contains(where: { distance(typed, $0) == 2 }) {
            return Place(step: 0, detour: detour)
        }
        return nil
    }

    private func texts(_ tag: CompletionTag, _ query: CompletionQuery) -> [(String, [String])] {
        let folded = tag.foldedKey == tag.key ? [] : [tag.foldedKey]
        let aliases = tag.aliases.flatMap { Set([$0.key, $0.foldedKey]) }
        return [(query.key, [tag.key]), (query.foldedKey, folded), (query.key, aliases)]
    }

    private func distance(_ left: String, _ right: String) -> Int? {
        EditDistance.between(scalars(left).span, scalars(right).span, atMost: 2)
    }

    /// Whether a key begins with the query after undoing a likely slip, and after undoing another edit.
    private func prefixEdits(_ query: [UInt32], _ key: [UInt32]) -> (likely: Bool, others: Bool) {
        var likely = false
        var others = false
        for place in query.indices {
            let (before, own, rest) = (query[..<place], query[place], query[(place + 1)...])
            others = others || (query.count > 1 && key.starts(with: before + rest))
            if let next = rest.first, next != own {
                likely = likely || key.starts(with: before + [next, own] + rest.dropFirst())
            }
            guard key.count > place, key.starts(with: before) else { continue }
            likely = likely || key[(place + 1)...].starts(with: query[place...])
            others = others || (key[place] != own && key[(place + 1)...].starts(with: rest))
        }
        return (likely, others)
    }
}
