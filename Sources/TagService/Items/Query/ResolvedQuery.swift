internal import Foundation
internal import TagCore
internal import TagStore

/// A query whose tags, sets and times have been looked up.
struct ResolvedQuery {
    /// The order of the items.
    enum Order: Equatable {
        case stored(ItemOrder)
        /// Best match first.
        case relevance
    }

    let condition: ItemCondition
    let order: Order
    /// The full-text query that relevance is computed for; `nil` if the query has no text.
    let match: String?

    /// Looks up the names and times of a query.
    ///
    /// - Parameters:
    ///   - query: the query.
    ///   - set: the set that items must belong to; `nil` for all sets.
    ///   - service: the service whose clock decides what `yesterday` means.
    ///   - reader: the reader of the transaction.
    /// - Throws: `TagServiceError.invalidQuery` for invalid syntax; errors for unknown tags and sets.
    init(_ query: ItemQuery, in set: SetRow?, of service: TagService, _ reader: StoreReader) throws {
        var parsed = try Self.parsed(query.text, isTyping: query.isTyping)
        if query.matchesBeginnings { parsed.expression = parsed.expression.matchingBeginnings }
        let view = try Self.parsed(query.view, isTyping: false)
        let resolver = Resolver(
            service: service, reader: reader, levels: try TagLevels(in: set?.id, reader), isLenient: query.isLenient,
            isTyping: query.isTyping, matchesHyphens: query.matchesHyphens)
        var conditions = try query.tags.map { try resolver.condition(ofTag: $0) }
        conditions += try resolver.conditions(excluding: query.excludedTags)
        if let time = query.savedAfter { conditions.append(.since(Self.milliseconds(after: time))) }
        if query.excludesReviewed { conditions.append(.not(.reviewed)) }
        if let set {
            conditions.append(.set(set.id))
        } else if !query.includesDailySets, !parsed.expression.namesSets {
            conditions += try Self.noDailySets(in: reader)
        }
        for expression in [view.expression, parsed.expression] {
            let condition = try resolver.condition(expression)
            if condition != .everything { conditions.append(condition) }
        }
        if parsed.isUnsearchable || view.isUnsearchable { conditions.append(.nothing) }
        condition = conditions.count == 1 ? conditions[0] : conditions.isEmpty ? .everything : .all(conditions)
        match = Self.match(parsed.expression)
        order = Self.order(parsed.sort, query.order, hasText: match != nil)
    }

    /// Returns the conditions that items belong to no daily set.
    static func noDailySets(in reader: StoreReader) throws -> [ItemCondition] {
        try reader.sets().filter(\.isDaily).map { .not(.set($0.id)) }
    }

    private static func order(_ sort: ParsedQuery.Sort?, _ usual: ItemQuery.Order?, hasText: Bool) -> Order {
        switch (sort, usual) {
        case (.new, _): .stored(.new)
        case (.old, _): .stored(.old)
        case (.title, _): .stored(.title)
        case (.relevance, _): .relevance
        case (nil, .saved(let isDescending)): .stored(isDescending ? .new : .old)
        case (nil, .modified(let isDescending)): .stored(.modified(isDescending: isDescending))
        case (nil, .title(let isDescending)): .stored(.titleOrLocation(isDescending: isDescending))
        case (nil, nil): hasText ? .relevance : .stored(.new)
        }
    }

    private static func parsed(_ text: String, isTyping: Bool) throws -> ParsedQuery {
        do throws(QueryError) { return try ParsedQuery(text, isTyping: isTyping) } catch {
            throw TagServiceError.invalidQuery(error.description)
        }
    }

    /// Returns the first millisecond after a time.
    static func milliseconds(after time: Date) -> Int64 {
        let milliseconds = Int64(clamping: (time.timeIntervalSince1970 * 1_000).rounded(.down))
        return milliseconds == .max ? .max : milliseconds + 1
    }

    /// Looks up the names and times of an expression.
    ///
    /// - Throws: `TagServiceError` for unknown tags and sets, and for times that aren't understood.
    static func condition(
        of expression: QueryExpression, service: TagService, _ reader: StoreReader
    ) throws -> ItemCondition {
        let resolver = Resolver(
            service: service, reader: reader, levels: try TagLevels(in: nil, reader), isLenient: false, isTyping: false,
            matchesHyphens: false)
        return try resolver.condition(expression)
    }

    /// Returns the text to rank by: all required words or, if none is required, any word.
    private static func match(_ expression: QueryExpression) -> String? {
        let required: [QueryExpression] = if case .and(let operands) = expression { operands } else { [expression] }
        let words = required.compactMap(\.match)
        if !words.isEmpty { return words.joined(separator: " AND ") }
        let optional = expression.positiveMatches
        return optional.isEmpty ? nil : optional.joined(separator: " OR ")
    }

    /// Converts expressions to conditions.
    private struct Resolver {
        let service: TagService
        let reader: StoreReader
        let levels: TagLevels
        let isLenient: Bool
        let isTyping: Bool
        let matchesHyphens: Bool

        /// Returns the conditions that items have none of the tags.
        func conditions(excluding tags: [String]) throws -> [ItemCondition] {
            try tags.compactMap { name in
                do { return .not(try condition(ofTag: name)) } catch TagServiceError.unknownTag { return nil }
            }
        }

        func condition(_ expression: QueryExpression) throws -> ItemCondition {
            switch expression {
            case .all: .everything
            case .term(let term): try condition(term)
            case .not(let operand): .not(try condition(operand))
            case .and(let operands): .all(try operands.map(condition))
            case .or(let operands): .any(try operands.map(condition))
            }
        }

        private func condition(_ term: QueryTerm) throws -> ItemCondition {
            switch term.kind {
            case .tag(let name): try condition(ofTag: name)
            case .text(let text, _, let isPrefix): try condition(ofText: SearchText(text), isPrefix: isPrefix)
            case .location(let text): .any(NormalizedLocation.beginnings(ofURL: text).map(ItemCondition.location))
            case .site(let host): NormalizedLocation.site(ofHost: host).map(ItemCondition.site) ?? .nothing
            case .since(let text): try time(text, of: term).map { saved(since: $0.milliseconds) } ?? .everything
            case .before(let text): try time(text, of: term).map { saved(before: $0.milliseconds) } ?? .everything
            case .on(let text):
                try time(text, of: term).map(\.period)
                    .map { period in .all([saved(since: period.lowerBound), saved(before: period.upperBound)]) }
                    ?? .everything
            case .untagged: .tagCount(0...0)
            case .tagCount(let comparison, let number): condition(comparison, number)
            case .identifiers(let range): .identifiers(range)
            case .set(let name): .set(try TagService.set(.named(name), in: reader).id)
            case .missing: try missing()
            case .dead: .dead
            case .moved: .moved
            }
        }

        /// Returns the condition that items were saved at or after a time.
        ///
        /// The date of an item in a daily set is compared with a day, since no time zone changes it.
        private func saved(since time: Int64) -> ItemCondition {
            guard let day = LocalZone.system.day(beginningAt: time) else { return .since(time) }
            return .all([.since(time - Self.slack), Self.either(.days(day...Int64.max), .since(time))])
        }

        /// Returns the condition that items were saved before a time, or before the day that begins then.
        private func saved(before time: Int64) -> ItemCondition {
            guard let day = LocalZone.system.day(beginningAt: time) else { return .before(time) }
            return .all([.before(time + Self.slack), Self.either(.days(Int64.min...day - 1), .before(time))])
        }

        /// How far apart in milliseconds a time on a date can be from that date in another zone, rounded up.
        private static let slack: Int64 = 3 * 86_400_000

        private static func either(_ dates: ItemCondition, _ times: ItemCondition) -> ItemCondition {
            .any([dates, .all([.not(.days(Int64.min...Int64.max)), times])])
        }

        private func missing() throws -> ItemCondition {
            guard service.checksFiles, !reader.isLimited else {
                throw TagServiceError.invalidQuery("query term 'missing': this server doesn't check files")
            }
            return .missing
        }

        /// Returns the condition for words in the texts of an item, or in the name of one of its tags.
        private func condition(ofText text: SearchText, isPrefix: Bool) throws -> ItemCondition {
            guard let match = text.match(isPrefix: isPrefix) else { return .everything }
            let tagIDs = try reader.tagIDs(named: text, isPrefix: isPrefix)
            return tagIDs.isEmpty ? .text(match) : .any([.text(match), .tags(tagIDs)])
        }

        private func condition(_ comparison: QueryTerm.Comparison, _ number: Int) -> ItemCondition {
            let all = 0...Int(UInt32.max)
            switch comparison {
            case .equal: return .tagCount(number...number)
            case .less: return number == 0 ? .nothing : .tagCount(0...number - 1)
            case .lessOrEqual: return .tagCount(0...number)
            case .greater: return .tagCount(number + 1...all.upperBound)
            case .greaterOrEqual: return .tagCount(number...all.upperBound)
            }
        }

        /// Parses a time; returns `nil` for a time that isn't complete while the user is typing.
        private func time(_ text: String, of term: QueryTerm) throws -> TypedTime? {
            let time = TypedTime(text, now: service.milliseconds, zone: .system)
            guard time == nil, !isTyping else { return time }
            let error = QueryError(term: term.source, reason: "expected a time such as \(TypedTime.examples)")
            throw TagServiceError.invalidQuery(error.description)
        }

        /// Returns the condition for a tag, which includes the tags that imply it or are below it.
        func condition(ofTag name: String) throws -> ItemCondition {
            do {
                let known = try matchesHyphens ? TagService.Tags.knownTag(name, in: reader) : nil
                let name = known ?? name
                if let items = try levels.items(with: TagKey(name)) { return items }
                throw try TagService.unknownTag(name, in: reader)
            } catch TagServiceError.unknownTag where isLenient { return .nothing }
        }
    }
}

extension QueryExpression {
    /// The expression in which texts also match beginnings of words.
    fileprivate var matchingBeginnings: QueryExpression {
        switch self {
        case .all: return .all
        case .term(var term):
            if case .text(let text, let isPhrase, _) = term.kind {
                term.kind = .text(text, isPhrase: isPhrase, isPrefix: true)
            }
            return .term(term)
        case .not(let operand): return .not(operand.matchingBeginnings)
        case .and(let operands): return .and(operands.map(\.matchingBeginnings))
        case .or(let operands): return .or(operands.map(\.matchingBeginnings))
        }
    }

    /// The full-text query of a text term; `nil` for other expressions.
    fileprivate var match: String? {
        guard case .term(let term) = self, case .text(let text, _, let isPrefix) = term.kind else { return nil }
        return SearchText(text).match(isPrefix: isPrefix)
    }

    /// The full-text queries of all text terms that aren't negated.
    fileprivate var positiveMatches: [String] {
        switch self {
        case .all, .not: []
        case .term: match.map { [$0] } ?? []
        case .and(let operands), .or(let operands): operands.flatMap(\.positiveMatches)
        }
    }
}
