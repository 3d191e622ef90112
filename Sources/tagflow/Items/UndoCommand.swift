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
    static let configuration = CommandConfiguration(
        commandName: "undo",
        abstract: "Undo the last change, even after a restart.",
        discussion: """
            tagflow keeps up to 64 MB of changes; 'doctor --undo-size' sets another limit.

            Example: tagflow undo
            Example: tagflow undo --list --limit 5
            """
    )

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions

    @Flag(help: "List the changes that can be undone, newest first.")
    var list = false
    @Option(
        help: ArgumentHelp("The maximum number of lines.", valueName: "n"),
        transform: NumberRange.limit.number(in:)
    )
    var limit = 20

    func run(in session: Session) async throws {
        if list { return try await listSteps(in: session) }
        try await session.step("undone", global, output) { try $0.undoStep() }
    }

    private func listSteps(in session: Session) async throws {
        let found = try session.service(global).undoSteps(limit: limit)
        guard output.format == .text else {
            return try session.print(json: found.steps.map(UndoStepDocument.init))
        }
        for step in found.steps {
            try session.print("\(step.localTime)\t\(step.summary)\n")
        }
        let rest = found.count - found.steps.count
        if found.count == 0 { return try session.remark("nothing to undo\n", global) }
        let notes: [PrintableText?] = [
            rest > 0 ? "and \(rest) more" : nil,
            found.discarded > 0 ? "\(found.discarded) older changes were discarded" : nil,
        ]
        let known = notes.compactMap(\.self)
        guard let first = known.first else { return }
        let text = known.dropFirst().reduce(first) { "\($0); \($1)" }
        try session.remark("\(text)\n", global)
    }
}
