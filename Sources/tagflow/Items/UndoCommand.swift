import ArgumentParser
import Foundation
import TagService
import TerminalFrontEnd
import TextMeasurement

/// The command `undo`.
///
/// ```
/// $ tagflow undo --list
/// 2026-11-25 08:59:45  toggle sea, photo
/// 2026-11-25 08:59:45  new trip
/// $ tagflow undo
/// undone: toggle sea, photo
/// ```
struct UndoCommand: TagflowCommand {
    static let group = HelpGroup.selection
    static let configuration = CommandConfiguration(
        commandName: "undo", abstract: "Undo the last change, even after a restart.",
        discussion: """
            tagflow keeps up to 64 MB of changes; 'doctor --undo-size' sets another limit.

            Files that 'tag', 'notes fix --write' and 'rename --in-notes' changed are restored, \
            except for those that have changed since, which are reported (exit code 74).

            Example: tagflow undo
            Example: tagflow undo --list --limit 5
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions

    @Flag(help: "List the changes that can be undone, newest first.") var list = false
    @Option(
        help: ArgumentHelp("The maximum number of lines of --list; default: 20.", valueName: "n"),
        transform: NumberRange.limit.number(in:)) var limit: Int?

    var onlyReads: Bool { list }

    func validate() throws {
        guard limit == nil || list else {
            throw ValidationError("--limit is only for --list; 'undo' undoes one change")
        }
    }

    func run(in session: Session) throws {
        if list { return try listSteps(in: session) }
        try session.step("undone", global, output) { try $0.undoLog.undo(restoresFiles: true) }
    }

    /// The maximum number of listed changes without `--limit`.
    private static let listed = 20

    private static func discarded(_ count: Int64) -> PrintableText {
        count == 1 ? "1 older change was discarded" : "\(count) older changes were discarded"
    }

    private func listSteps(in session: Session) throws {
        let found = try session.service(global).undoLog.steps(limit: limit ?? Self.listed)
        guard output.format == .text else { return try session.print(json: found.steps.map(UndoStepDocument.init)) }
        var table = TextTable([.detail, .main])
        for step in found.steps {
            table.append([step.localTime, step.summary], shown: [RelativeDate.moment(step.madeAt), step.summary])
        }
        try session.print(table)
        let rest = found.count - found.steps.count
        if found.count == 0 { return try session.remark("nothing to undo\n", global) }
        let notes: [PrintableText?] = [
            rest > 0 ? "… and \(rest) more" : nil, found.discarded > 0 ? Self.discarded(found.discarded) : nil,
        ]
        let known = notes.compactMap(\.self)
        guard let first = known.first else { return }
        let text = known.dropFirst().reduce(first) { "\($0); \($1)" }
        try session.remark("\(text)\n", global)
    }
}
