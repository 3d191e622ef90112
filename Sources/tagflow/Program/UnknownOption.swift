import ArgumentParser
import TerminalFrontEnd
import TextMeasurement

/// A word that looks like an option but isn't one; it may be a name that starts with a dash.
///
/// ```swift
/// let option = UnknownOption(in: ["add", "-hobby"], after: "tagflow ")
/// option?.word  // "-hobby"
/// option?.hint?.text  // "tagflow add -- -hobby"
/// ```
struct UnknownOption {
    /// The word as typed.
    let word: String
    /// The command with the word after `--`, or `nil` if the word can't be typed.
    let hint: CommandHint?
    /// The remedy for an option of another program or command.
    let replacement: String?
    /// Whether the command is `serve`, so that the word may be an option of tagflow-server.
    let isOfServer: Bool

    /// Finds the first such word; returns `nil` without one, or if the command takes no arguments.
    ///
    /// - Parameters:
    ///   - arguments: the command and its arguments.
    ///   - program: the prefix of typed commands: `"tagflow "`, or an empty string in the REPL.
    init?(in arguments: [String], after program: String) {
        guard let name = arguments.first, let type = Tagflow.command(named: name) else { return nil }
        let known = CommandArguments(of: type)
        guard !known.words.isEmpty else { return nil }
        let word = arguments.dropFirst().prefix { $0 != "--" }
            .first { word in
                let option = word.prefix { $0 != "=" }
                return word.count > 1 && word.hasPrefix("-") && !known.options.keys.contains(String(option))
            }
        guard let word else { return nil }
        self.word = word
        replacement = Self.replacement(for: word.prefix { $0 != "=" }, of: name)
        isOfServer = name == ServeCommand.configuration.commandName
        hint = CommandHint("\(program)\(name)", word)
    }

    private static func replacement(for option: Substring, of command: String) -> String? {
        switch (command, option) {
        case (AddItemCommand.configuration.commandName, "--location"),
            (AddItemCommand.configuration.commandName, "--url"):
            "type the location without an option"
        case (PickCommand.configuration.commandName, "-i"), (PickCommand.configuration.commandName, "--ignore-case"):
            "case counts only for words with a capital letter, so leave it out"
        case (PickCommand.configuration.commandName, _) where looksOfFzf.contains(option):
            "it only changes how fzf looks, so leave it out"
        default: nil
        }
    }

    /// Options of fzf that change its looks; the picker has one look.
    private static let looksOfFzf: Set<Substring> = [
        "--ansi", "--border", "--height", "--info", "--layout", "--margin", "--marker", "--min-height", "--padding",
        "--pointer", "--reverse", "--scrollbar", "--separator", "--style", "--tmux",
    ]
}
