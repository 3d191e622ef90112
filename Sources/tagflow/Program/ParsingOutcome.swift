import ArgumentParser
import TagService
import TerminalFrontEnd
import TextMeasurement

/// The text that the argument parser produced instead of a command: help, the version, or an error.
struct ParsingOutcome: Error {
    let text: String
    let isAnswer: Bool
    /// The command and its arguments, used to explain a usage error.
    private let arguments: [String]

    /// Explains an error of the parser.
    ///
    /// - Parameters:
    ///   - error: the error.
    ///   - arguments: the arguments, beginning with a command.
    ///   - command: the command, if only its arguments were parsed. The parser then knows nothing of `--version`, and
    ///     shows help without the program's name.
    init(_ error: any Error, of arguments: [String] = [], command: (any TagflowCommand.Type)? = nil) {
        self.arguments = arguments
        let isHelp = Tagflow.exitCode(for: error) == .success
        let options = arguments.prefix { $0 != "--" }
        if isHelp, let word = Self.wordTakenForHelp(in: arguments) {
            isAnswer = false
            text = "unknown option \(word.quoted)"
        } else if let command, isHelp {
            isAnswer = true
            text = Tagflow.helpMessage(for: command, includeHidden: options.contains("--help-hidden"))
        } else if command != nil, options.contains("--version") {
            isAnswer = true
            text = Tagflow.version
        } else {
            isAnswer = isHelp
            text = isHelp ? Tagflow.fullMessage(for: error) : Self.uncapitalized(Tagflow.message(for: error))
        }
    }

    /// Returns a message of the parser like tagflow's messages, which begin with a small letter.
    private static func uncapitalized(_ message: String) -> String {
        message.prefix(1).lowercased() + message.dropFirst()
    }

    /// Returns a word such as `-hobby`, which the parser takes for a group of options with `-h`.
    private static func wordTakenForHelp(in arguments: [String]) -> String? {
        let words = arguments.prefix { $0 != "--" }
        guard !words.contains("--help"), !words.contains("-h"), !words.contains("--version") else { return nil }
        return words.first { $0.hasPrefix("-") && !$0.hasPrefix("--") && $0.contains("h") }
    }

    /// Returns the message and exit code of a usage error.
    ///
    /// ```
    /// $ tagflow toggle -x
    /// tagflow: unknown option '-x'; put a name that begins with '-' after '--',
    ///   as in 'tagflow toggle -- -x'; see 'tagflow help toggle'
    /// ```
    ///
    /// - Parameter help: the command that shows help: `tagflow help`, or `help` in the REPL.
    /// - Returns: the status, with the message of an error.
    func status(help: String) -> ExitStatus {
        let end = text.hasSuffix(".") ? String(text.dropLast()) : text
        let program = String(help.dropLast("help".count))
        let command = arguments.first.flatMap { Tagflow.command(named: $0) == nil ? nil : $0 }
        let page = [help, command].compactMap(\.self).joined(separator: " ")
        guard let option = UnknownOption(in: arguments, after: program) else {
            let way = wayOut(after: program).map { "; \($0)" } ?? ""
            return ExitStatus(code: ExitStatus.usage, message: "\(end)\(way); see '\(page)'")
        }
        // The parser's own message can be about a missing name, or quote only the first letter.
        let isNamed = end.contains(option.word.quoted) && option.replacement == nil
        let problem = isNamed ? end : "unknown option \(option.word.quoted)"
        let remedy = (option.replacement ?? Self.wayToType(option)).map { "; \($0)" } ?? ""
        return ExitStatus(code: ExitStatus.usage, message: "\(problem)\(remedy); see '\(page)'")
    }

    /// Returns the way out of a command with too many arguments, or of a 'move' to another set.
    private func wayOut(after program: String) -> String? {
        let words = arguments.dropFirst()
        if arguments.first == MoveCommand.configuration.commandName, text.contains("--before"),
            let hint = CommandHint("\(program)add", words.first ?? "")
        {
            return "'move' changes the order, and '\(hint.text) --set SET' puts a tag into a set"
        }
        guard text.contains(/(?i)^(\d+ )?unexpected argument/) else { return nil }
        if let first = words.first, Tagflow.command(named: first) != nil,
            let hint = CommandHint("\(program)\(first)", names: words.dropFirst())
        {
            return "use '\(hint.text)'"
        }
        if arguments.first == ExportCommand.configuration.commandName {
            return exportHint(for: words.first { text.contains("'\($0)'") }, after: program)
        }
        let hasText = words.contains { ["--title", "--note", "--for"].contains($0) }
        return hasText ? "put a text with spaces in quotes" : nil
    }

    /// Returns the way to export to a word that isn't an option, if it is a format or the name of a file in one.
    private func exportHint(for word: String?, after program: String) -> String {
        let option = word.flatMap { word in
            ExportFormat(rawValue: word.lowercased()) != nil ? "--format" : ExportFormat.recognizes(word) ? "-o" : nil
        }
        let hint = option.flatMap { CommandHint("\(program)export \($0)", word ?? "") }
        return hint.map { "use '\($0.text)'" } ?? "name a file with -o, as in '\(program)export -o board.svg'"
    }

    private static func wayToType(_ option: UnknownOption) -> String? {
        guard option.isOfServer || !option.word.hasPrefix("--"), let hint = option.hint else { return nil }
        let word = option.isOfServer ? "an option of tagflow-server" : "a name that begins with '-'"
        return "put \(word) after '--', as in '\(hint.text)'"
    }
}
