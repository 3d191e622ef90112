import ArgumentParser
import Synchronization
import TerminalFrontEnd

extension CommandArguments {
    /// Reads the arguments of a command from its help: each option with its value name and values.
    init(help: String) {
        self.init()
        let entries = help.matches(
            of: /(?m)^  (?:(-[a-z0-9]), )?(--[a-z0-9-]+|<[^>]+>)(?: <([^>]+)>)?(.*(?:\n {10,}.*)*)/
        )
        for entry in entries {
            let (short, name, taken, text) = (entry.1, entry.2, entry.3, String(entry.4))
            guard name.hasPrefix("--") else {
                words.append(Self.value(called: String(name.dropFirst().dropLast()), text))
                continue
            }
            let value = taken.map { Self.value(called: String($0), text) }
            optionNames.append(String(name))
            options[String(name)] = .some(value)
            if let short { options[String(short)] = .some(value) }
        }
    }

    /// The value that help calls by a name, with the words that its text lists.
    private static func value(called name: String, _ text: String) -> Value {
        if let list = text.firstMatch(of: /\(values:([^;)]*)/) {
            return .oneOf(list.1.split { $0 == "," || $0.isWhitespace }.map(String.init))
        }
        let words = Set(name.split { !$0.isLetter }.map { $0.lowercased() })
        if name.contains("|"), !words.contains("n") {
            return .oneOf(name.split(separator: "|").map(String.init))
        }
        if !words.isDisjoint(with: ["file", "path", "dir", "directory", "folder"]) { return .file }
        if words.contains("id") { return .id }
        return words.contains("tag") ? .tag : .text
    }
}

/// The arguments of commands, each read from its help once.
final class CommandArgumentsCache: Sendable {
    private let known = Mutex<[String: CommandArguments]>([:])

    /// The arguments of a command; `nil` for an unknown command.
    func arguments(of command: String) -> CommandArguments? {
        known.withLock { known in
            if let arguments = known[command] { return arguments }
            guard let type = Tagflow.command(named: command) else { return nil }
            let arguments = CommandArguments(help: Tagflow.helpMessage(for: type))
            known[command] = arguments
            return arguments
        }
    }
}
