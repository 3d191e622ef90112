import ArgumentParser
import TagService
import TerminalFrontEnd
import TextMeasurement

/// The program: parses arguments into a command, runs it, and reports errors.
struct Program {
    let arguments: [String]
    let session: Session

    init(arguments: [String], environment: [String: String]) {
        self.arguments = arguments
        session = Session(environment: environment)
    }

    /// Runs the command; returns the exit code.
    func run() -> Int32 {
        let code = answer()
        session.close()
        return code
    }

    private func answer() -> Int32 {
        do {
            try execute(arguments)
            try session.output.flush()
            return 0
        } catch { return report(error) }
    }

    /// Parses and runs a command.
    func execute(_ words: [String]) throws {
        if words == [Licenses.option] { return try session.print(Licenses.text) }
        let arguments = GlobalArguments(words).arguments
        if let help = HelpOverview.text(for: arguments) { return try session.print(PrintableText(lines: help)) }
        if let name = arguments.first, let type = Tagflow.command(named: name) {
            return try run(Self.parsed(type, arguments))
        }
        try requireKnownCommand(arguments)
        let command: any ParsableCommand
        do { command = try Tagflow.parseAsRoot(arguments) } catch { throw ParsingOutcome(error, of: arguments) }
        if let command = command as? ReplCommand {
            session.color = command.global.color ?? session.color
            try command.run(in: session, program: self)
        } else {
            // Only the parser's `help` command is left; it throws its text.
            do {
                var help = command
                try help.run()
            } catch { throw ParsingOutcome(error, of: arguments) }
        }
    }

    /// Runs a command with its `--color`, if set; a command that only reads doesn't create the database.
    private func run(_ command: any TagflowCommand) throws {
        let (color, onlyReads) = (session.color, session.onlyReads)
        defer { (session.color, session.onlyReads) = (color, onlyReads) }
        session.color = command.global.color ?? color
        session.onlyReads = command.onlyReads
        try command.run(in: session)
        if !type(of: command).isServer { try session.reportUnsavedDays(command.global) }
    }

    /// Parses a command's name and arguments.
    private static func parsed(_ type: any TagflowCommand.Type, _ arguments: [String]) throws -> any TagflowCommand {
        do { return try type.parsed(Array(arguments.dropFirst())) } catch {
            throw ParsingOutcome(error, of: arguments, command: type)
        }
    }

    /// Throws if the first word is neither a command nor an option; suggests the nearest command.
    private func requireKnownCommand(_ arguments: [String]) throws {
        let word = arguments.first == "help" ? arguments.dropFirst().first : arguments.first
        guard let word, !word.hasPrefix("-"), Tagflow.command(named: word) == nil, !["help", "repl"].contains(word)
        else { return }
        throw Self.unknownCommand(word, help: "tagflow help")
    }

    /// Returns the error for an unknown command, which names the command that replaced it, or the nearest command.
    ///
    /// ```
    /// $ tagflow tagz
    /// tagflow: unknown command 'tagz'; did you mean 'tag'?
    /// $ tagflow history
    /// tagflow: unknown command 'history'; use 'items'
    /// ```
    static func unknownCommand(_ word: String, help: String) -> CommandError {
        let nearest = NearestNames(to: word).among(Tagflow.commandNames).first.map { "did you mean '\($0)'?" }
        let command = Tagflow.replacement(of: word)
        let address = TagService.isWebAddress(word) ? CommandHint("add-item", word)?.text : nil
        let replacement = (address ?? command).map { "use '\($0)'" }
        return CommandError(
            code: ExitStatus.usage,
            message: "unknown command \(word.quoted); \(replacement ?? nearest ?? "see '\(help)'")")
    }

    /// Flushes the output, prints an error's message, and returns its exit code.
    func report(_ error: any Error) -> Int32 {
        do {
            if let outcome = error as? ParsingOutcome, outcome.isAnswer {
                try session.output.write(PrintableText(lines: outcome.text) + "\n")
                try session.output.flush()
                return 0
            }
            let help = session.repl == nil ? "tagflow help" : "help"
            let status = (error as? ParsingOutcome)?.status(help: help) ?? status(of: error)
            try session.output.flush()
            if let message = status.message {
                let place = session.repl?.lineNumber.map { "line \($0): " } ?? ""
                try session.errors.write("tagflow: \(place)\(message)\n")
                try session.errors.flush()
            }
            return status.code
        } catch {
            // The streams are closed, so no message can be printed.
            return ExitStatus(error).code
        }
    }

    /// Returns the status of an error.
    ///
    /// In the REPL, where numbers name chips, suggested commands write the name `3` as `#3`.
    private func status(of error: any Error) -> ExitStatus {
        let status = ExitStatus(error)
        guard session.repl != nil, let error = error as? TagServiceError else { return status }
        return ExitStatus(code: status.code, message: error.message(typing: ReplSession.typed))
    }
}
