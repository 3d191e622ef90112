internal import Suggestions
internal import TagStore

/// Suggesting tags.
extension TagService {
    /// The best tags for a question, best first; none of them given already.
    public func suggestions(for query: SuggestionQuery) throws -> [Suggestion] {
        try store.read { reader in
            let given = try query.given.compactMap { try reader.target(of: TagKey($0))?.tag }
            let members = try query.onlyIn.map { reference in
                Set(try reader.members(ofSet: Self.set(reference, in: reader).id).map(\.tagID))
            }
            return try SuggestionAnswer(
                query: query,
                given: given,
                members: members,
                reader: reader
            )
            .suggestions()
        }
    }

    /// The names of the tags that are selected in a set, in its order.
    public func selection(of reference: SetReference = .chosen) throws -> [String] {
        try reading(reference) { reader, set in
            let ids = try reader.selectedTagIDs(inSet: set.id)
            let names = try reader.names(of: ids)
            return ids.compactMap { names[$0] }
        }
    }
}

/// The work for one question, on one snapshot.
private struct SuggestionAnswer {
    let query: SuggestionQuery
    let given: [TagRow]
    let members: Set<Int64>?
    let reader: StoreReader

    func suggestions() throws -> [Suggestion] {
        guard query.limit > 0 else { return [] }
        let typed = TagKey(query.text).folded
        let found = try typed.isEmpty ? untyped() : self.typed(typed)
        return Array(found.prefix(query.limit))
    }

    private func isOffered(_ id: Int64) -> Bool {
        members?.contains(id) ?? true && !given.contains { $0.id == id }
    }

    /// How well every tag goes with what is given, best first.
    private func next(limit: Int) throws -> [NextTag] {
        guard !given.isEmpty else { return [] }
        return try NextTags()
            .suggest(
                given: given.compactMap { UInt32(exactly: $0.id) },
                limit: limit,
                from: StoredCooccurrences(reader)
            )
    }

    private func untyped() throws -> [Suggestion] {
        let next = try next(limit: members == nil ? query.limit : 10_000)
            .filter { isOffered(Int64($0.tag)) }
            .prefix(query.limit)
        let names = try reader.names(of: next.map { Int64($0.tag) })
        var suggestions = next.map { tag in
            Suggestion(
                tag: names[Int64(tag.tag)] ?? "",
                score: tag.score,
                match: [],
                because: because(tag)
            )
        }
        let known = Set(next.map { Int64($0.tag) })
        let rest =
            try reader.tagsByFrecency(
                limit: query.limit + given.count + (members == nil ? known.count : 10_000)
            )
            .filter { isOffered($0.tag.id) && !known.contains($0.tag.id) }
        for (place, found) in rest.prefix(query.limit - suggestions.count).enumerated() {
            suggestions.append(
                Suggestion(
                    tag: found.tag.name,
                    score: (suggestions.last?.score ?? 1) * 0.5 / Double(place + 1),
                    match: [],
                    because: [found.tag.frecency == nil ? "often used" : "recently used"]
                )
            )
        }
        return suggestions
    }

    private func because(_ tag: NextTag) -> [String] {
        tag.contributions.filter { $0.total > 0 }.prefix(3)
            .compactMap { contribution in
                given.first { $0.id == Int64(contribution.feature) }.map { "with \($0.name)" }
            }
    }

    private func typed(_ text: String) throws -> [Suggestion] {
        let next = Dictionary(
            try next(limit: 10_000).map { (Int64($0.tag), $0) },
            uniquingKeysWith: { first, _ in first }
        )
        // What is given may hide as many, and what goes with it may stand behind what is used more.
        let limit = query.limit + given.count + (next.isEmpty && members == nil ? 0 : 1_000)
        var seen: Set<Int64> = []
        var suggestions: [Suggestion] = []
        for (place, matchClass) in MatchClass.allCases.enumerated()
        where suggestions.count < query.limit {
            let found = try matchClass.tags(matching: text, limit: limit, in: reader)
                .filter { isOffered($0.tag.id) && seen.insert($0.tag.id).inserted }
                .map { ($0, next[$0.tag.id]) }
                .sorted { ($0.1?.score ?? 0, $0.0.uses) > ($1.1?.score ?? 0, $1.0.uses) }
            for (tag, goesWith) in found.prefix(query.limit - suggestions.count) {
                let strength = goesWith?.score ?? Double(tag.uses) / Double(tag.uses + 1) * 0.01
                suggestions.append(
                    Suggestion(
                        tag: tag.tag.name,
                        score: (Double(MatchClass.allCases.count - 1 - place)
                            + min(max(strength, 0), 1))
                            / Double(MatchClass.allCases.count),
                        match: matchClass == .alias ? [] : Self.match(of: text, in: tag.tag.name),
                        because: [matchClass.rawValue] + (goesWith.map(because) ?? [])
                    )
                )
            }
        }
        return suggestions
    }

    /// Where a folded text stands in a name, in characters; nowhere where folding changed the name's length.
    private static func match(of text: String, in name: String) -> [[Int]] {
        let characters = name.map { TagKey(String($0)).folded }
        let wanted = text.map(String.init)
        guard wanted.count <= characters.count else { return [] }
        for start in 0...characters.count - wanted.count
        where Array(characters[start..<start + wanted.count]) == wanted {
            return [[start, wanted.count]]
        }
        return []
    }
}

/// How typed text can match a tag, the best first.
private enum MatchClass: String, CaseIterable {
    case exact
    case prefix
    case word
    case substring
    case alias

    func tags(matching text: String, limit: Int, in reader: StoreReader) throws -> [FoundTag] {
        switch self {
        case .exact: try reader.tags(folded: text, limit: limit)
        case .prefix: try reader.tags(beginningWith: text, limit: limit)
        case .word: try reader.tags(withWordBeginning: text, limit: limit)
        case .substring: try reader.tags(containing: text, limit: limit)
        case .alias: try reader.tags(withAliasContaining: text, limit: limit)
        }
    }
}
