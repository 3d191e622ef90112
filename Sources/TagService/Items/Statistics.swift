internal import TagCore
internal import TagStore

/// The length of the periods of ``ItemStatistics``.
public enum StatisticsPeriod: String, CaseIterable, Hashable, Sendable { case day, week, month, year }

/// The number of items per period, and the tags of those items.
///
/// ```swift
/// let statistics = try service.items.statistics(by: .month, matching: ItemQuery("#language"))
/// for period in statistics.periods { print(period.start, period.count) }
/// ```
public struct ItemStatistics: Hashable, Sendable, Codable {
    /// A period and its number of items.
    public struct Period: Hashable, Sendable, Codable {
        /// The first day of the period in the local zone, such as `2026-01-31`.
        public var start: String
        /// The number of items that were saved during the period.
        public var count: Int
    }

    /// The periods from the first to the last with an item, in order, including those without items.
    ///
    /// If there are more than 10,000, only periods with items are listed.
    public var periods: [Period]
    /// The tags of the items, most frequent first.
    public var tags: [ItemQuery.Facet]
}

/// The consecutive days on which items were saved.
public struct Streaks: Hashable, Sendable {
    /// The number of days up to today, or up to yesterday if nothing was saved today yet.
    public var current: Int
    /// The number of days of the longest streak.
    public var longest: Int
}

/// Counting items by time.
extension TagService.Items {
    /// Counts the items that match a query, by period and by tag.
    ///
    /// - Parameters:
    ///   - period: the length of the periods.
    ///   - query: the query; its limit and cursor are ignored.
    ///   - reference: the set of the items; `nil` for all sets.
    /// - Returns: the numbers of items.
    /// - Throws: the errors of ``TagService/Items/find(_:in:)``.
    /// - Complexity: linear in the number of matches.
    public func statistics(
        by period: StatisticsPeriod, matching query: ItemQuery = ItemQuery(), in reference: SetReference? = nil
    ) throws -> ItemStatistics {
        try store.read { reader in
            let set = try reference.map { try Self.set($0, in: reader) }
            let resolved = try ResolvedQuery(query, in: set, of: service, reader)
            var counts: [Int64: Int] = [:]
            for saved in try reader.savedTimes(matching: resolved.condition) {
                let day = saved.day ?? LocalZone.system.day(of: saved.time)
                counts[period.start(ofDay: day), default: 0] += 1
            }
            return ItemStatistics(
                periods: period.list(counts),
                tags: try Self.facets(of: resolved.condition, in: set?.id, limit: .max, reader))
        }
    }

    /// Returns the streaks of the items that match a query.
    ///
    /// - Throws: the errors of ``TagService/Items/find(_:in:)``.
    public func streaks(matching query: ItemQuery = ItemQuery(), in reference: SetReference? = nil) throws -> Streaks {
        let days = try store.read { reader in
            let set = try reference.map { try Self.set($0, in: reader) }
            let resolved = try ResolvedQuery(query, in: set, of: service, reader)
            return Set(
                try reader.savedTimes(matching: resolved.condition)
                    .map { saved -> Int64 in saved.day ?? LocalZone.system.day(of: saved.time) })
        }
        var (longest, length): (Int, Int) = (0, 0)
        var last: Int64?
        for day in days.sorted() {
            length = last == day - 1 ? length + 1 : 1
            longest = max(longest, length)
            last = day
        }
        let today = service.today
        let isCurrent = last.map { $0 >= today - 1 } ?? false
        return Streaks(current: isCurrent ? length : 0, longest: longest)
    }
}

extension TagService.Tags {
    /// Returns the tags that occur in exactly one item, and the tags that occur in none, in alphabetical order.
    ///
    /// - Returns: the names; `nil` for a caller limited to some sets, whose items don't show how rare a tag is.
    /// - Throws: `StoreError`.
    public func rare() throws -> (once: [String], unused: [String])? {
        guard !store.isLimited else { return nil }
        return try store.read { reader in
            let uses = try reader.tagUses(least: 0).filter { $0.value < 2 }
            let names = try reader.names(of: uses.keys)
            let sorted = { (count: Int) in
                uses.filter { $0.value == count }.compactMap { names[$0.key] }
                    .sorted { TagKey($0).text < TagKey($1).text }
            }
            return (sorted(1), sorted(0))
        }
    }
}

extension StatisticsPeriod {
    /// Returns the first day of the period that contains a day; days are counted from 1970.
    fileprivate func start(ofDay day: Int64) -> Int64 {
        let date = CalendarDay(number: day)
        switch self {
        case .day: return day
        case .week:
            // January 1, 1970, was a Thursday.
            let weekday = (day + 3) % 7
            return day - (weekday < 0 ? weekday + 7 : weekday)
        case .month: return day - date.day + 1
        case .year: return CalendarDay(year: date.year, month: 1, day: 1)?.number ?? day
        }
    }

    /// Returns the periods with their counts in order, including empty periods if there aren't too many.
    fileprivate func list(_ counts: [Int64: Int]) -> [ItemStatistics.Period] {
        guard let first = counts.keys.min(), let last = counts.keys.max() else { return [] }
        var starts: [Int64] = []
        var start = first
        while start <= last, starts.count <= Self.periodLimit {
            starts.append(start)
            start = self.start(ofDay: start + longestLength)
        }
        if start <= last { starts = counts.keys.sorted() }
        return starts.map { ItemStatistics.Period(start: CalendarDay(number: $0).text, count: counts[$0] ?? 0) }
    }

    private static let periodLimit = 10_000

    /// The number of days of the longest period; the day that many days after the start of a period is in the next.
    private var longestLength: Int64 {
        switch self {
        case .day: 1
        case .week: 7
        case .month: 31
        case .year: 366
        }
    }
}

extension LocalZone {
    /// Returns the local day of a time in milliseconds since 1970, as a number of days since 1970; days before the year 1 count as its
    /// first day.
    func day(of milliseconds: Int64) -> Int64 {
        let seconds = Int64((Double(milliseconds) / 1_000).rounded(.down))
        let local = seconds + offset(seconds)
        let day = local >= 0 ? local / 86_400 : (local - 86_399) / 86_400
        return max(day, CalendarDay.first)
    }
}

extension CalendarDay {
    /// The day as `2026-01-31`.
    var text: String { String(Timestamp.text(number * 86_400_000).prefix(10)) }
}
