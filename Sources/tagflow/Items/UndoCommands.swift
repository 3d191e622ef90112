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

    func run(in session: Session) throws {
        try session.step("redone", global, output) { try $0.undoLog.redo(restoresFiles: true) }
    }
}

/// An undo step as JSON.
struct UndoStepDocument: Encodable {
    var step: Int64
    var at: String
    var summary: String
    /// The number of restored files; nil without files.
    var restored: Int?
    /// The paths of the files that were left as they are; nil without files.
    var left: [String]?
    /// The changes that stay, because other devices have made them again; nil without such changes.
    var kept: Kept?

    struct Kept: Encodable {
        var message: String
        var changes: [String]
    }

    init(_ step: UndoStep) {
        self.step = step.id
        at = step.madeAt.formatted(.iso8601)
        summary = step.summary
        restored = step.files?.restored
        left = step.files?.left.map(\.path)
        kept = step.kept.map { Kept(message: $0.message, changes: $0.names) }
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

    /// The maximum number of changes that are named because undo left them.
    private static let keptLimit = 20

    private func report(_ step: UndoStep, _ word: String, _ global: GlobalOptions, _ output: FormatOptions) throws {
        guard output.format == .text else {
            try self.print(json: UndoStepDocument(step))
            return try reportLeftFiles(step.files, global)
        }
        // In the REPL, users expect to undo changes of the same session.
        let origin: PrintableText = step.isOwn || repl == nil ? "" : " (made elsewhere, \(step.localTime))"
        let files: PrintableText = step.files.map { " (restored \(String.counted($0.restored, "file")))" } ?? ""
        let not: PrintableText = step.kept?.isEverything == true ? "not " : ""
        try remark("\(not)\(word): \(step.summary)\(files)\(origin)\n", global)
        if let kept = step.kept {
            try remark("\(kept.message)\n", global)
            for name in kept.names.prefix(Self.keptLimit) { try remark("  \(name)\n", global) }
        }
        try reportLeftFiles(step.files, global)
    }

    /// Reports the files that undo or redo left as they are, and throws if there are any.
    private func reportLeftFiles(_ files: RestoredFiles?, _ global: GlobalOptions) throws {
        guard let files else { return }
        for file in files.left { try complain("\(file.path): \(file.reason); left as it is") }
        if files.discarded > 0 {
            try complain(
                "the old text of \(String.counted(files.discarded, "file")) was discarded to stay within the size of the undo log"
            )
        }
        let count = files.left.count + files.discarded
        guard count > 0 else { return }
        throw CommandError(
            code: ExitStatus.inputOutput,
            message: "\(String.counted(count, "file")) left as \(count == 1 ? "it is" : "they are"); see above")
    }
}
