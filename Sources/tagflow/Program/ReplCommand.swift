import ArgumentParser
import ChipRendering
import Foundation
import TagService
import TerminalFrontEnd
import TextMeasurement

/// The REPL: `tagflow` without a command.
///
/// If standard input isn't a terminal, each of its lines is a command:
///
/// ```
/// $ tagflow new trip sea map photo
/// ( sea ) ( map ) ( photo )
/// $ printf '1 3\nsave morning\n' | tagflow
/// (1✓sea ) (2 map ) (3✓photo )
/// saved 1 morning: sea, photo
/// ```
struct ReplCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "repl", abstract: "Open the REPL, like tagflow without a command.",
        discussion: """
            A line that starts with '#' and a space is a comment. If lines come from a file or a \
            pipe, errors include the line number.

            Example: printf 'toggle reading\\nshow\\n' | tagflow --stop-on-error
            """, shouldDisplay: false)

    @OptionGroup var global: GlobalOptions
    @Option(help: "The style of the chips.") var style: ChipStyle?
    @Flag(help: "Stop at the first line that fails, if lines come from a file or a pipe.") var stopOnError = false

    func run(in session: Session, program: Program) throws {
        let isInteractive = InteractiveRepl.isPossible(environment: session.environment)
        // With a single connection, keys would wait for the training in the background.
        let service = try isInteractive ? session.pooledService(global) : session.service(global)
        var presenter = session.presenter
        presenter.style.isNumbered = true
        if let style { presenter.style.chip = style }
        let repl = ReplSession(set: session.set(global), presenter: presenter)
        repl.isQuiet = global.quiet
        session.repl = repl
        (session.output.printedRows, session.errors.printedRows) = (repl.printedRows, repl.printedRows)
        let executor = ReplExecutor(
            service: service, session: repl, commands: Tagflow.commands.compactMap { $0.configuration.commandName },
            replacements: Tagflow.replacements, hooks: hooks(session, program))
        let isTyped = isatty(0) == 1
        // The interactive REPL always shows suggestions, so report a missing model now.
        if isTyped { try session.reportModel(service, global) }
        if isInteractive {
            service.suggestions.trainInBackground()
            let arguments = CommandArgumentsCache()
            return try InteractiveRepl(
                executor: executor, arguments: { arguments.arguments(of: $0) }, environment: session.environment
            )
            .run()
        }
        if isTyped, !repl.isQuiet {
            let drawing = try presenter.drawing(of: repl.set, from: service)
            try session.print(drawing.text)
            repl.note(drawing)
        }
        try session.output.flush()
        let code = try PlainRepl(
            executor: executor, numbersLines: !isTyped, stopsOnError: stopOnError, nextLine: StandardInput.nextLine
        )
        .run()
        guard code == 0 else { throw CommandError(code: code, message: nil) }
    }

    private func hooks(_ session: Session, _ program: Program) -> ReplExecutor.Hooks {
        ReplExecutor.Hooks(
            run: { words in
                try program.execute(session.repl?.isQuiet == true ? ["-q"] + words : words)
                try session.output.flush()
            },
            help: { command in
                guard let command else { return PrintableText(lines: ReplHelp.text) }
                if command == HelpOverview.all { return PrintableText(lines: Tagflow.helpMessage()) + "\n" }
                guard let type = Tagflow.command(named: command) else {
                    throw Program.unknownCommand(command, help: "help")
                }
                return PrintableText(lines: Tagflow.helpMessage(for: type)) + "\n"
            },
            write: { text in
                try session.output.write(text)
                try session.output.flush()
            }, report: { error in program.report(error) })
    }
}
