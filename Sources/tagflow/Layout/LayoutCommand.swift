import ArgumentParser
import FlowEngine
import Foundation
import TerminalFrontEnd
import TextMeasurement

/// The command `layout [FILE]`.
struct LayoutCommand: TagflowCommand {
    static let configuration = CommandConfiguration(
        commandName: "layout",
        abstract: "Lay boxes out: a JSON question a line, an answer a line.",
        discussion: """
            Layouts: flow, waterfall, circular, hstack, vstack, zstack, grid. A line that is no question gets an \
            error in its place, and the exit code is 65.

            Example: tagflow layout questions.ndjson
            """
    )

    @OptionGroup var global: GlobalOptions
    @Argument(help: ArgumentHelp("The file; none, or '-', is standard input.", valueName: "file"))
    var file: String?

    func run(in session: Session) async throws {
        var hasFailed = false
        try forEachLine { line in
            let answer = LayoutExchange.answer(to: line)
            if answer.isBad { hasFailed = true }
            // A program may hold a conversation, so each answer is sent as soon as it is there.
            try session.print(PrintableText(json: answer.text) + "\n")
            try session.output.flush()
        }
        if hasFailed { throw CommandFailure(code: ExitStatus.badData, message: nil) }
    }

    /// Calls a function with each line that is not blank.
    private func forEachLine(_ body: (String) throws -> Void) throws {
        guard let file, file != "-" else {
            while let line = readLine(strippingNewline: true) {
                if !line.allSatisfy(\.isWhitespace) { try body(line) }
            }
            return
        }
        let text = String(decoding: try StandardInput.bytes(of: file), as: UTF8.self)
        for line in text.split(whereSeparator: \.isNewline) where !line.allSatisfy(\.isWhitespace) {
            try body(String(line))
        }
    }
}
