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
        try await StandardInput.forEachLine(of: file ?? "-") { line in
            switch line {
            case .success(let line):
                let response = LayoutJSON.response(to: line)
                if response.isError { hasFailed = true }
                try session.print(PrintableText(json: response.text) + "\n")
            case .failure(let line):
                hasFailed = true
                try session.print(json: ["error": line.message])
            }
            // A program may hold a conversation, so each response is flushed at once.
            try session.output.flush()
        }
        if hasFailed { throw CommandFailure(code: ExitStatus.badData, message: nil) }
    }
}
