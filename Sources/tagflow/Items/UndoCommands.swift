import ArgumentParser
import Foundation
import TagService
import TerminalFrontEnd
import TextMeasurement

/// The command `undo`.
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
            found.forgotten > 0 ? "\(found.forgotten) older changes were discarded" : nil,
        ]
        let known = notes.compactMap(\.self)
        guard let first = known.first else { return }
        let text = known.dropFirst().reduce(first) { "\($0); \($1)" }
        try session.remark("\(text)\n", global)
    }
}

/// The command `redo`.
struct RedoCommand: TagflowCommand {
    static let configuration = CommandConfiguration(
        commandName: "redo",
        abstract: "Redo the last undone change.",
        discussion: "Example: tagflow redo"
    )

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions

    func run(in session: Session) async throws {
        try await session.step("redone", global, output) { try $0.redoStep() }
    }
}

/// A change that can be undone, as JSON.
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
    /// When it was made, in the local time zone.
    var localTime: String {
        madeAt.formatted(
            Date.ISO8601FormatStyle(dateTimeSeparator: .space, timeZone: .current)
                .year().month().day().time(includingFractionalSeconds: false)
        )
    }
}

extension Session {
    /// Undoes or redoes a change, reports it (`undone: …`), and in the REPL shows the board.
    func step(
        _ word: String,
        _ global: GlobalOptions,
        _ output: FormatOptions,
        _ step: (TagService) async throws -> UndoStep
    ) async throws {
        let service = try service(global)
        guard let repl else { return try report(try await step(service), word, global, output) }
        // The set that is shown may go or come back with the step.
        try await repl.following(service) {
            try report(try await step(service), word, global, output)
        }
        guard !global.quiet, output.format == .text else { return }
        try await printBoard(set(global), from: service)
    }

    private func report(
        _ step: UndoStep,
        _ word: String,
        _ global: GlobalOptions,
        _ output: FormatOptions
    ) throws {
        guard output.format == .text else { return try self.print(json: UndoStepDocument(step)) }
        // In a REPL users expect to undo the changes of this session; a command has none.
        let origin: PrintableText =
            step.isOwn || repl == nil ? "" : " (made elsewhere, \(step.localTime))"
        try remark("\(word): \(step.summary)\(origin)\n", global)
    }
}
