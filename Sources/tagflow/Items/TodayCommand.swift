import ArgumentParser
import Foundation
import TagService
import TerminalFrontEnd
import TextMeasurement

/// The command `today [DAY]`.
///
/// ```
/// $ tagflow today
/// Thursday, 2026-11-26, in habits: reading
/// reading   81 %  9 of 11 Thursdays  saved
/// swimming  46 %  5 of 11 Thursdays
/// ```
struct TodayCommand: TagflowCommand {
    static let group = HelpGroup.items
    static let configuration = CommandConfiguration(
        commandName: "today", abstract: "Show a day's tags, and the usual tags of its weekday.",
        discussion: """
            A tag's probability is its share of the same weekdays in the year before. --add and \
            --remove change the items of the day, such as yesterday's, or save one if there is none. \
            For today, they also turn the tags on and off on the board, so that 'save' keeps them. \
            An item without tags is deleted.

            Example: tagflow today
            Example: tagflow today yesterday --set habits --add running
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions
    @OptionGroup var newTags: NewTagOptions
    @Option(
        name: [.long, .customLong("tag")],
        help: ArgumentHelp("A tag to add to the day; may be repeated.", valueName: "tag")) var add: [String] = []
    @Option(help: ArgumentHelp("A tag to remove from the day; may be repeated.", valueName: "tag")) var remove:
        [String] = []
    @Option(
        help: ArgumentHelp("The maximum number of tags; default: 20.", valueName: "n"),
        transform: NumberRange.limit.number(in:)) var limit = 20
    @Argument(help: "The day, such as yesterday or 2026-01-31; default: today.") var day: [String] = []

    var onlyReads: Bool { add.isEmpty && remove.isEmpty }
    static let completions: [String: CommandArguments.Value] = ["--add": .newTag, "--tag": .newTag]

    func run(in session: Session) throws {
        let service = try session.service(global)
        let text = day.isEmpty ? "today" : day.joined(separator: " ")
        let time = try service.time(text)
        let set = session.set(global)
        let found = try service.items.usualDay(time, in: set)
        guard !add.isEmpty || !remove.isEmpty else {
            guard output.format == .text else { return try session.print(json: found) }
            return try show(found, try service.items.streaks(in: set), session)
        }
        try change(found, at: time, service, session)
    }

    /// Changes the items of a day, or saves one.
    private func change(_ day: UsualDay, at time: Date, _ service: TagService, _ session: Session) throws {
        let added = try session.named(add, global)
        let removed = try session.named(remove, global)
        let notice = try SimilarTagNotice(of: added, newTags, global, in: session)
        try notice.requireTerminal(in: session)
        let changes = try service.items.changeDay(time, adding: added, removing: removed, in: session.set(global))
        guard !changes.isEmpty || !added.isEmpty else {
            let names = removed.map(\.quoted).joined(separator: " or ")
            throw CommandError(
                code: ExitStatus.nothingFound,
                message: day.item == nil
                    ? "no item was saved on \(day.day) in \(day.set.quoted); use --add to save one"
                    : "no item of \(day.day) without a location has \(names); use 'today' to see the day")
        }
        for change in changes { try report(change, session) }
        if changes.isEmpty, let id = day.item {
            try session.report(try service.items.item(id), as: "unchanged", output, global)
        }
        try notice.warn(in: session, global)
    }

    private func report(_ change: DayChange, _ session: Session) throws {
        switch change {
        case .saved(let saved): try session.report(saved, output, global)
        case .changed(let item): try session.report(item, as: "changed", output, global)
        case .deleted(let item):
            let text: PrintableText = "deleted \(item.id), which has no tags\n"
            try session.report(ItemDocument(item), text, output, global)
        }
    }

    private func show(_ day: UsualDay, _ streaks: Streaks, _ session: Session) throws {
        let saved = day.tags.filter(\.isSaved).map(\.tag)
        let none = day.item == nil ? "nothing saved yet" : "saved without tags"
        let state = saved.isEmpty ? none : saved.joined(separator: ", ")
        try session.print("\(day.weekday), \(day.day), in \(day.set): \(state)\n")
        var table = TextTable([.main, .number, .detail, .detail])
        let listed = day.tags.prefix(limit)
        for tag in listed {
            let share = "\(tag.count) of \(String.counted(day.days, day.weekday))"
            let percent = "\(Int((tag.probability * 100).rounded())) %"
            // Without an earlier weekday, the probability is only the share of all days.
            let usual = day.days == 0 ? ["", "no earlier \(day.weekday)"] : [percent, share]
            table.append([tag.tag] + usual + (tag.isSaved ? ["saved"] : []))
        }
        try session.print(table)
        try session.noteRest(day.tags.count - listed.count, global)
        guard streaks.longest > 1 else { return }
        try session.remark(
            "streak: \(String.counted(streaks.current, "day")), longest \(String.counted(streaks.longest, "day"))\n",
            global)
    }
}
