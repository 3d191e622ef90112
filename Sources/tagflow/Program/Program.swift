import ArgumentParser
import TagService
import TerminalFrontEnd
import TextMeasurement

/// The program: turns arguments into a command, runs it, and turns what it throws into a line and an exit code.
struct Program {
    let arguments: [String]
    let session: Session

    init(arguments: [String], environment: [String: String]) {
        self.arguments = arguments
        session = Session(environment: environment)
    }

    /// Runs the command; gives the exit code.
    func run() async -> Int32 {
        let code = await answer()
        await session.close()
        return code
    }

    private func answer() async -> Int32 {
        do {
            try await execute(arguments)
            try session.output.flush()
            return 0
        } catch {
            return report(error)
        }
    }

    /// Runs a command given by its words.
    func execute(_ words: [String]) async throws {
        try requireKnownCommand(words)
        let command: any ParsableCommand
        do {
            command = try Tagflow.parseAsRoot(GlobalArguments(words).arguments)
        } catch {
            throw ParsingOutcome(error)
        }
        if let command = command as? ReplCommand {
            try await command.run(in: session, program: self)
        } else if let command = command as? any TagflowCommand {
            try await command.run(in: session)
        } else {
            // What is left is the parser's own `help`, which answers by throwing.
            do {
                var help = command
                try help.run()
            } catch {
                throw ParsingOutcome(error)
            }
        }
    }

    /// Refuses a first word that is neither a command nor an option, with the nearest one.
    private func requireKnownCommand(_ words: [String]) throws {
        guard let word = GlobalArguments(words).arguments.first, !word.hasPrefix("-") else {
            return
        }
        let names = Tagflow.commands.compactMap { $0.configuration.commandName }
        guard !names.contains(word), !["help", "repl"].contains(word) else { return }
        let nearest = NearestNames(to: word).among(names).first.map { "did you mean '\($0)'?" }
        throw CommandFailure(
            code: ExitStatus.usage,
            message: "there is no command '\(word)'; \(nearest ?? "see 'tagflow help'")"
        )
    }

    /// Prints what an error says, after the answer so far; gives its exit code.
    func report(_ error: any Error) -> Int32 {
        do {
            if let outcome = error as? ParsingOutcome, outcome.isAnswer {
                try session.output.write(outcome.text + "\n")
                try session.output.flush()
                return 0
            }
            let status = (error as? ParsingOutcome)?.status ?? ExitStatus(error)
            try session.output.flush()
            if let message = status.message {
                try session.errors.write("tagflow: \(message)\n")
                try session.errors.flush()
            }
            return status.code
        } catch {
            // Nothing can be said any more.
            return ExitStatus(error).code
        }
    }
}

/// What the parser of arguments threw: help and the version, which are answers, or a misuse.
struct ParsingOutcome: Error {
    let text: String
    let isAnswer: Bool

    init(_ error: any Error) {
        isAnswer = Tagflow.exitCode(for: error) == .success
        text = isAnswer ? Tagflow.fullMessage(for: error) : Tagflow.message(for: error)
    }

    /// The line and the code of a misuse.
    var status: ExitStatus {
        let end = text.hasSuffix(".") ? String(text.dropLast()) : text
        return ExitStatus(code: ExitStatus.usage, message: "\(end); see 'tagflow help'")
    }
}
