import ArgumentParser
import TextMeasurement

/// A word that looks like an option that the command doesn't have: perhaps a name that starts with a dash.
struct UnknownOption {
    /// The word as it was given.
    let word: String
    /// The command with the word as a name; `nil` if the word can't be typed.
    let hint: CommandHint?
    /// Whether it may be an option of the server, which `serve` hands on.
    let isOfServer: Bool

    /// Finds such a word; `nil` if not found, or if the command takes no names.
    ///
    /// - Parameters:
    ///   - arguments: the command and its arguments.
    ///   - program: the prefix of typed commands: `tagflow `, or nothing in the REPL.
    init?(in arguments: [String], after program: String) {
        guard let name = arguments.first, let type = Tagflow.command(named: name) else {
            return nil
        }
        let help = Tagflow.helpMessage(for: type)
        guard help.contains("ARGUMENTS:") else { return nil }
        // Above the usage, examples may have options of other programs.
        let usage = help.firstRange(of: "USAGE:").map { help[$0.lowerBound...] } ?? help[...]
        let options = Set(usage.split { " \n,[]=".contains($0) })
        let word = arguments.dropFirst().prefix { $0 != "--" }
            .first { word in
                let option = word.prefix { $0 != "=" }
                return word.count > 1 && word.hasPrefix("-") && !options.contains(option)
            }
        guard let word else { return nil }
        self.word = word
        isOfServer = name == ServeCommand.configuration.commandName
        hint = CommandHint("\(program)\(name)", word)
    }
}
