import ArgumentParser
import TagService
import TerminalFrontEnd
import TextMeasurement

/// The command `one-of [NAME TAG TAG…]`.
///
/// ```
/// $ tagflow one-of state todo doing done
/// one of state: todo, doing, done
/// $ tagflow edit-item 3 --add done
/// changed 3 Sweep: done
/// tagflow: left out 'todo': an item has at most one of 'state'
/// ```
struct OneOfCommand: TagflowCommand {
    static let group = HelpGroup.tags
    static let configuration = CommandConfiguration(
        commandName: "one-of", abstract: "Make a group of tags, of which an item has at most one.",
        discussion: """
            If an item gets one of the tags, it loses the others, in the same undo step; the command \
            reports them. Chips of a group act like radio buttons, suggestions offer only one of \
            them, and an import keeps the last. A tag is in one group at most, and a group applies to \
            all sets. Items that have several tags of a group keep them until they get one; 'doctor' \
            lists them. With the name of a group, replaces its tags. Without arguments, lists the \
            groups.

            Example: tagflow one-of state todo doing done
            Example: tagflow one-of state --delete
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions
    @OptionGroup var limit: ListLimitOption
    @Flag(help: "Delete the group; its tags, and the items with them, stay as they are.") var delete = false
    @Argument(help: "The name of the group.") var name: String?
    @Argument(help: ArgumentHelp("The tags of the group.", valueName: "tag")) var tags: [String] = []

    var onlyReads: Bool { name == nil }
    static var words: WritableKeyPath<Self, [String]>? { \.tags }

    func validate() throws {
        guard !delete || name != nil && tags.isEmpty else {
            throw ValidationError("--delete needs the name of a group, and no tags")
        }
        guard name == nil || delete || tags.count > 1 else {
            throw ValidationError("one-of needs the name of a group and at least two tags")
        }
    }

    func run(in session: Session) throws {
        let service = try session.service(global)
        guard let name else { return try list(try service.tags.groups(), session) }
        if delete {
            let group = try service.tags.deleteGroup(name)
            let names = group.tags.joined(separator: ", ")
            return try session.report(group, "deleted the group \(group.group): \(names)\n", output, global)
        }
        let group = try service.tags.putGroup(name, tags: session.tags(tags, global)).group
        try session.report(group, "one of \(group.group): \(group.tags.joined(separator: ", "))\n", output, global)
    }

    private func list(_ groups: [TagGroup], _ session: Session) throws {
        guard output.format == .text else {
            return try session.print(json: Array(groups.prefix(limit.limit ?? groups.count)))
        }
        try session.list(groups, [.main, .main], limit, global) { ([$0.group, $0.tags.joined(separator: ", ")], nil) }
    }
}
