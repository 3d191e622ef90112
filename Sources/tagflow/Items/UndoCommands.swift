import ArgumentParser
import Foundation
import TagService
import TerminalFrontEnd
import TextMeasurement

/// The command `redo`.
struct RedoCommand: TagflowCommand {
    static let group = HelpGroup.selection
    static let configuration = CommandConfiguration(
        commandName: "redo", abstract: "Redo the last undone change.", discussion: "Example: tagflow redo")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions

    var onlyReads: Bool { false }

    func run(in session: Session) throws { try session.step("redone", global, output) { try $0.undoLog.redo() } }
}

/// An undo step as JSON.
struct UndoStepDocument: Encodable {
    var step: Int64
    var at: String
    var summary: String

    init(_ step: UndoStep) {
        self.step = step.id
        at = step.madeAt.formatted(.iso8601)
        summary = step.summary
    }
}

extension UndoStep {
    /// The time of the change, in the local time zone.
    var localTime: String {
        madeAt.formatted(
            Date.ISO8601FormatStyle(dateTimeSeparator: .space, timeZone: .current).year().month().day()
                .time(includingFractionalSeconds: false))
    }
}

extension Session {
    /// Undoes or redoes a change and reports it; in the REPL, also prints the board.
    func step(
        _ word: String, _ global: GlobalOptions, _ output: FormatOptions, _ step: (TagService) throws -> UndoStep
    ) throws {
        let service = try service(global)
        guard let repl else { return try report(try step(service), word, global, output) }
        // The step may delete or restore the set that the REPL shows.
        try repl.following(service) { try report(try step(service), word, global, output) }
        guard !global.quiet, output.format == .text else { return }
        try printBoard(set(global), from: service)
    }

    private func report(_ step: UndoStep, _ word: String, _ global: GlobalOptions, _ output: FormatOptions) throws {
        guard output.format == .text else { return try self.print(json: UndoStepDocument(step)) }
        // In the REPL, users expect to undo changes of the same session.
        let origin: PrintableText = step.isOwn || repl == nil ? "" : " (made elsewhere, \(step.localTime))"
        try remark("\(word): \(step.summary)\(origin)\n", global)
        guard notesAreRead, FileTagging.leavesFile(step) else { return }
        try note("the file itself wasn't changed; 'tag FILE' changes its tags", global)
    }
}
