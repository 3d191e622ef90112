internal import TagCore
internal import TagStore

/// Methods for a picker.
extension TagService.Suggestions {
    /// Returns all tags of a set for a picker, or the first page.
    ///
    /// - Complexity: linear in the returned tags; nothing is measured or laid out.
    public func pickableTags(in reference: SetReference = .chosen, limit: Int? = nil) throws -> PickableTags {
        try reading(reference) { reader, set in
            var tags = PickableTags(set: set.name, tags: [], settings: try LayoutSettings(of: set))
            let start = PickableRest(setID: set.id, position: nil)
            (tags.tags, tags.rest) = try Self.page(start, limit: limit, from: reader)
            return tags
        }
    }

    /// Returns the next page of tags of a set, and the remaining tags after it.
    ///
    /// - Complexity: linear in the limit.
    public func pickableTags(after rest: PickableRest, limit: Int) throws -> (tags: [PickableTag], rest: PickableRest?)
    { try store.read { try Self.page(rest, limit: limit, from: $0) } }

    private static func page(
        _ rest: PickableRest, limit: Int?, from reader: StoreReader
    ) throws -> ([PickableTag], PickableRest?) {
        let limit = limit.map { max($0, 0) }
        let rows = try reader.pickableRows(ofSet: rest.setID, after: rest.position, limit: limit ?? -1)
        guard let last = rows.last?.position else { return ([], nil) }
        let aliases = try reader.aliasNames(inSet: rest.setID, after: rest.position, upTo: last)
        let details = try reader.details(inSet: rest.setID)
        let tags = rows.map { row in
            var tag = PickableTag(
                row.name, aliases: aliases[row.tagID] ?? [], isSelected: row.isSelected,
                weight: row.frecency ?? Double(row.uses) / Double(row.uses + 1))
            tag.description = details[row.tagID]?.shownDescription
            tag.color = details[row.tagID]?.tagColor
            return tag
        }
        let mayHaveMore = rows.count == limit
        return (tags, mayHaveMore ? PickableRest(setID: rest.setID, position: last) : nil)
    }

    /// Returns the scores of tags that are often used together with the given tags, by name.
    ///
    /// Implied tags have the greatest scores.
    ///
    /// - Parameters:
    ///   - given: the names of the given tags.
    ///   - reference: the set whose items are learned from; `nil` for all sets.
    /// - Returns: the scores.
    /// - Throws: `TagServiceError` for too many or too long names and for an unknown set.
    public func affinities(to given: [String], in reference: SetReference? = nil) throws -> [String: Double] {
        guard !given.isEmpty else { return [:] }
        var query = SuggestionQuery(given: given, limit: Self.mostAffinities, set: reference, explains: false)
        query.minimumProbability = 0
        let related = try find(for: query).filter { $0.probability != nil }
        // Equal scores keep their order.
        let step = 1e-9
        let scores = related.enumerated()
            .map { place, suggestion in
                let score = max(0, 2 * suggestion.score - 1)
                return (suggestion.tag, score + step * Double(related.count - place))
            }
        return Dictionary(scores) { first, _ in first }
    }

    /// The number of tags that get scores.
    private static let mostAffinities = 500
}

extension TagService.Tags {
    /// Returns the names of the tags with the given names, keys or aliases; unknown names are left out.
    public func resolved(_ names: [String]) throws -> [String] {
        guard !names.isEmpty else { return [] }
        return try store.read { reader in try names.compactMap { try reader.target(of: TagKey($0))?.tag.name } }
    }
}

extension TagService.Selection {
    /// Makes tags the selection of a set.
    ///
    /// Tags that don't exist are created, and all become members.
    @discardableResult public func replace(
        with names: [String], in reference: SetReference = .chosen
    ) throws -> TagChange {
        let names = try names.map { try CheckedName($0, of: .tag(nil)) }
        return try writing(reference) { writer, set in
            _ = try TagService.Sets.add(names, to: set, with: writer)
            let wanted = Set(try names.compactMap { try writer.reader.target(of: $0.key)?.tag.id })
            let members = try writer.reader.members(ofSet: set.id).filter { $0.isSelected != wanted.contains($0.tagID) }
            let tags = try members.map { member in
                (try writer.reader.tag(id: member.tagID) ?? TagRow(id: member.tagID, name: "?"), member)
            }
            return try setSelection(of: tags, applying: .toggle, in: set, with: writer)
        }
    }
}
