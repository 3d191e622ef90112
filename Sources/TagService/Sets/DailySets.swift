internal import Foundation
internal import Logging
internal import Synchronization
internal import TagCore
internal import TagStore
internal import TextMeasurement

/// The boards of daily sets, which start each day with the day's item.
extension TagService {
    /// The local day of the current task's request, in days since 1970; `nil` for that of this process.
    @TaskLocal private static var requestDay: Int64?

    /// Runs work for a client whose local day may differ from that of this process.
    ///
    /// - Parameters:
    ///   - day: the day, in days since 1970; `nil` for that of this process.
    ///   - work: a closure that calls this service's methods.
    /// - Returns: the result of `work`.
    /// - Throws: the error that `work` throws.
    package func on<Result>(day: Int64?, _ work: () throws -> Result) rethrows -> Result {
        try Self.$requestDay.withValue(day ?? Self.requestDay, operation: work)
    }

    /// Today, in days since 1970: the day of the request, or else of this process.
    var today: Int64 { Self.requestDay ?? LocalZone.system.day(of: milliseconds) }

    /// Whether the day of the request was given, so that it may differ from that of this process.
    var hasRequestDay: Bool { Self.requestDay != nil }

    /// Returns whether the board of a set belongs to another day.
    func isBoardOutdated(_ set: SetRow) -> Bool { set.isDaily && set.boardDay != today }

    /// Parses a day such as `2026-01-31`; returns `nil` for any other text.
    package static func day(in text: String) -> Int64? {
        guard text.utf8.count == 10, let days = CalendarDay.days(of: text), days.count == 1 else { return nil }
        return days.lowerBound
    }
}

extension TagService.Sets {
    /// Makes the boards of daily sets those of today.
    ///
    /// - Parameter reference: the set; `nil` for all sets.
    /// - Throws: `StoreError`, except for a database that can't be written.
    func startDay(of reference: SetReference? = nil) throws {
        do {
            try store.write(at: milliseconds) { writer in
                let sets = try reference.map { [try Self.set($0, in: writer.reader)] } ?? writer.reader.sets()
                for set in sets where service.isBoardOutdated(set) { try writer.startDay(service.today, of: set) }
            }
            service.hasCommitted.store(true, ordering: .releasing)
        } catch let error as StoreError {
            // Reading goes on with the board as it is.
            logger.debug("can't start the day of a board", metadata: ["error": "\(error)"])
        }
    }

    /// Returns the tags of daily sets that were on at the end of an earlier day and weren't saved; each is returned only once.
    ///
    /// - Throws: `StoreError`.
    public func takeUnsavedDays() throws -> [UnsavedDay] {
        guard try store.read({ try !$0.unsavedTags(before: service.today).isEmpty }) else { return [] }
        return try store.write(at: milliseconds) { writer in
            let chosen = try writer.reader.chosenSet()?.id
            return try writer.takeUnsavedDays(before: service.today)
                .compactMap { unsaved in
                    let tags = try unsaved.tagIDs.compactMap { try writer.reader.tag(id: $0)?.name }
                    guard !tags.isEmpty else { return nil }
                    return UnsavedDay(
                        set: unsaved.set.name, day: CalendarDay(number: unsaved.day).text, tags: tags,
                        isYesterday: unsaved.day == service.today - 1, isChosen: unsaved.set.id == chosen)
                }
        }
    }
}

/// The tags of a daily set that were on at the end of an earlier day and weren't saved.
public struct UnsavedDay: Hashable, Sendable {
    /// The name of the set.
    public let set: String
    /// The day, such as `2026-01-31`.
    public let day: String
    /// The names of the tags, in the order of the set.
    public let tags: [String]
    /// Whether the day was yesterday.
    let isYesterday: Bool
    /// Whether the set is chosen, so that commands needn't name it.
    let isChosen: Bool

    /// What happened, with the command that saves the tags: `walk was on since yesterday, not saved; 'today yesterday --add walk'`.
    public var text: String {
        let time = isYesterday ? "yesterday" : day
        let options = tags.map { "--add \(ShellQuoting.posix.quoted($0))" }.joined(separator: " ")
        let option = isChosen ? "" : "--set \(ShellQuoting.posix.quoted(set)) "
        let verb = tags.count == 1 ? "was" : "were"
        return
            "\(tags.joined(separator: ", ")) \(verb) on since \(time), not saved; 'today \(time) \(option)\(options)'"
    }
}

extension CalendarDay {
    private static let weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]

    /// The name of a day's weekday.
    static func weekday(of day: Int64) -> String { weekdays[TagService.Items.weekday(of: day)] }

    /// The day as `Saturday 28 November`.
    var title: String { "\(Self.weekday(of: number)) \(date)" }

    /// The day as `28 November`.
    var date: String { "\(day) \(Self.months[Int(month) - 1])" }
}
