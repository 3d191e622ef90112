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
    static let configuration = CommandConfiguration(
        commandName: "today",
        abstract: "Show a day's tags, and the usual tags of its weekday.",
        discussion: """
            A tag's probability is its share of the same weekdays in the year before. --add and \
            --remove change the item of the day, such as yesterday's, or save one if there is none. \
            For today, they also turn the tags on and off on the board, so that 'save' keeps them. \
            A day without tags is deleted.

            Example: tagflow today
            Example: tagflow today yesterday --set habits --add running
            """
    )

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions
    @OptionGroup var newTags: NewTagOptions
    @Option(help: ArgumentHelp("A tag to add to the day; may be repeated.", valueName: "tag"))
    var add: [String] = []
    @Option(help: ArgumentHelp("A tag to remove from the day; may be repeated.", valueName: "tag"))
    var remove: [String] = []
    @Option(
        help: ArgumentHelp("The maximum number of tags; default: 20.", valueName: "n"),
        transform: NumberRange.limit.number(in:)
    )
    var limit = 20
    @Argument(help: "The day, such as yesterday or 2026-01-31; default: today.")
    var day: [String] = []

    func run(in session: Session) async throws {
        let service = try session.service(global)
        let text = day.isEmpty ? "today" : day.joined(separator: " ")
        let time = try service.time(text)
        let set = session.set(global)
        let found = try service.usualDay(time, in: set)
        guard !add.isEmpty || !remove.isEmpty else {
            guard output.format == .text else { return try session.print(json: found) }
            return try show(found, try service.streaks(in: set), session)
        }
        try await change(found, at: day.isEmpty ? nil : time, service, session)
    }

    /// Changes the item of a day, or saves one.
    private func change(
        _ day: UsualDay,
        at time: Date?,
        _ service: TagService,
        _ session: Session
    ) async throws {
        let set = session.set(global)
        let added = try await session.named(add, global)
        let removed = try await session.named(remove, global)
        let notice = try await SimilarTagNotice(of: added, newTags, global, in: session)
        try notice.requireTerminal(in: session)
        if let id = day.item {
            let item = try service.item(id)
            let identities = try service.identities(of: removed + item.tags)
            let rest = item.tags.filter { tag in
                !removed.contains { identities[$0] == identities[tag] }
            }
            if added.isEmpty, rest.isEmpty, item.hasOnlyTags {
                _ = try service.deleteItems([id])
                try session.report(
                    ItemDocument(item),
                    "deleted \(id), which has no tags\n",
                    output,
                    global
                )
            } else {
                let edit = ItemEdit(added: added, removed: removed)
                try session.report(try service.editItem(id, edit), as: "changed", output, global)
            }
        } else {
            guard !added.isEmpty else {
                throw CommandError(
                    code: ExitStatus.nothingFound,
                    message:
                        "no item was saved on \(day.day) in '\(day.set)'; use --add to save one"
                )
            }
            let draft = ItemDraft(tags: added, savedAt: time)
            try session.report(try service.saveItem(draft, in: set), output, global)
        }
        try notice.warn(in: session, global)
        guard try service.usualDay(Date(), in: set).day == day.day else { return }
        let members = Set(try service.tagSet(set).tags)
        _ = try service.changeSelection(
            toggling: [],
            selecting: added,
            deselecting: try removed.compactMap { try service.knownTag($0)?.tag }
                .filter(members.contains),
            in: set
        )
    }

    private func show(_ day: UsualDay, _ streaks: Streaks, _ session: Session) throws {
        let saved = day.tags.filter(\.isSaved).map(\.tag)
        let state = saved.isEmpty ? "nothing saved yet" : saved.joined(separator: ", ")
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
            global
        )
    }
}

extension Item {
    /// Whether the item has neither a title, a location nor a note.
    fileprivate var hasOnlyTags: Bool { title.isEmpty && note.isEmpty && location == nil }
}
