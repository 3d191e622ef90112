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
        if InteractiveRepl.isPossible(environment: session.environment) {
            return try await interactive(service, repl, session, program).run()
        }
        if isatty(0) == 1 {
            try session.print(try await presenter.text(of: repl.set, from: service))
        }
        try session.output.flush()
        let code = try await PlainRepl(
            service: service,
            session: repl,
            commands: Self.commandNames,
            hooks: hooks(session, program)
        )
        .run()
        guard code == 0 else { throw CommandFailure(code: code, message: nil) }
    }

    private static var commandNames: [String] {
        Tagflow.commands.compactMap { $0.configuration.commandName }
    }

    private func interactive(
        _ service: TagService,
        _ repl: ReplSession,
        _ session: Session,
        _ program: Program
    ) -> InteractiveRepl {
        InteractiveRepl(
            service: service,
            session: repl,
            commands: Self.commandNames,
            hooks: hooks(session, program),
            optionNames: { Self.optionNames(of: $0) },
            environment: session.environment
        )
    }

    /// The options of a command, as its help names them.
    private static func optionNames(of command: String) -> [String] {
        guard let type = Tagflow.command(named: command) else { return [] }
        let names = Tagflow.helpMessage(for: type)
            .matches(of: /(?m)^ +(?:-[a-z], )?(--[a-z0-9-]+)/)
        return names.map { String($0.1) }
    }

    private func hooks(_ session: Session, _ program: Program) -> PlainRepl.Hooks {
        PlainRepl.Hooks(
            run: { words in
                try await program.execute(words)
                try session.output.flush()
            },
            help: { command in
                guard let command else { return PrintableText(lines: ReplHelp.text) }
                guard let type = Tagflow.command(named: command) else {
                    throw CommandFailure(
                        code: ExitStatus.usage,
                        message: "there is no command '\(command)'; see 'help'"
                    )
                }
                return PrintableText(lines: Tagflow.helpMessage(for: type)) + "\n"
            },
            write: { text in
                try session.output.write(text)
                try session.output.flush()
            },
            report: { error in program.report(error) },
            nextLine: { try StandardInput.nextLine() }
        )
    }
}

/// The help of the REPL, on one screen of 24 rows and 80 columns.
enum ReplHelp {
    static var text: String {
        """
        3 · 3 5 7 · 2-4        toggle chips by number
        name, or #name         toggle a tag; #name also where a command is called so
        find TEXT              suggestions, to be toggled by number
        width N · align center · spacing 2 1 · lines 3
                               try a layout setting; layout-settings --keep keeps it,
                               width default takes it back
        help COMMAND · quit    more on a command, with an example · leave
        Keys                   Tab completes · → takes the ghost · ↓ to the suggestions
                               ↑ history, Ctrl-R searches it · Page Up and Down scroll
                               Emacs keys edit, Ctrl-_ takes an edit back
                               a line that begins with a space is not kept

        \(commandLines)
        """
    }

    /// The names of the commands, by what they are about.
    private static var commandLines: String {
        Tagflow.configuration.groupedSubcommands
            .map { group in
                let names = group.subcommands.compactMap { $0.configuration.commandName }
                let title =
                    group.name + String(repeating: " ", count: max(23 - group.name.count, 1))
                return wrapped(names, after: title)
            }
            .joined()
    }

    private static func wrapped(_ names: [String], after title: String) -> String {
        var text = title
        var column = title.count
        for (place, name) in names.enumerated() {
            if column + name.count > 78 {
                text += "\n" + String(repeating: " ", count: title.count)
                column = title.count
            }
            text += name + (place == names.count - 1 ? "\n" : " ")
            column += name.count + 1
        }
        return text
    }
}
