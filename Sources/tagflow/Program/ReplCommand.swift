import ArgumentParser
import ChipRendering
import Foundation
import TagService
import TerminalFrontEnd
import TextMeasurement

/// `tagflow` without a command: the REPL.
struct ReplCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "repl",
        abstract: "Open the REPL, as tagflow without a command does.",
        discussion: "Example: printf 'toggle reading\\nshow\\n' | tagflow",
        shouldDisplay: false
    )

    @OptionGroup var global: GlobalOptions
    @Option(help: "How chips are drawn.") var style: ChipStyle?

    func run(in session: Session, program: Program) async throws {
        let service = try session.service(global)
        var presenter = session.presenter
        presenter.style.isNumbered = true
        if let style { presenter.style.chip = style }
        let repl = ReplSession(set: session.set(global), presenter: presenter)
        session.repl = repl
        let executor = ReplExecutor(
            service: service,
            session: repl,
            commands: Tagflow.commands.compactMap { $0.configuration.commandName },
            hooks: hooks(session, program)
        )
        if InteractiveRepl.isPossible(environment: session.environment) {
            let arguments = CommandArgumentsCache()
            return try await InteractiveRepl(
                executor: executor,
                arguments: { arguments.arguments(of: $0) },
                environment: session.environment
            )
            .run()
        }
        if isatty(0) == 1 {
            try session.print(try await presenter.text(of: repl.set, from: service))
        }
        try session.output.flush()
        let code = try await PlainRepl(executor: executor, nextLine: StandardInput.nextLine).run()
        guard code == 0 else { throw CommandFailure(code: code, message: nil) }
    }

    private func hooks(_ session: Session, _ program: Program) -> ReplExecutor.Hooks {
        ReplExecutor.Hooks(
            run: { words in
                try await program.execute(words)
                try session.output.flush()
            },
            help: { command in
                guard let command else { return PrintableText(lines: ReplHelp.text) }
                guard let type = Tagflow.command(named: command) else {
                    throw Program.unknownCommand(command, help: "help")
                }
                return PrintableText(lines: Tagflow.helpMessage(for: type)) + "\n"
            },
            write: { text in
                try session.output.write(text)
                try session.output.flush()
            },
            report: { error in program.report(error) }
        )
    }
}
