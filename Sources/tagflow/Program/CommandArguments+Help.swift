import ArgumentParser
import Synchronization
import TerminalFrontEnd

extension CommandArguments {
    /// Parses the arguments of a command from its help text, for completion in the REPL.
    ///
    /// ```
    ///   --style <style>  The style of the chips. (values: pill, boxed, plain)
    ///   --width <cells>  The width in cells; default: the terminal's width.
    ///   <tag>            The tags; '-' reads one tag per line.
    /// ```
    ///
    /// From these lines, `--style` completes to one of three values, `--width` takes any text, and
    /// the positional argument completes to a tag.
    init(help: String) {
        self.init()
        let entries = help.matches(
            of: /(?m)^  (?:(-[a-z0-9]), )?(--[a-z0-9-]+|<[^>]+>)(?: <([^>]+)>)?(.*(?:\n {10,}.*)*)/)
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

    /// Returns the kind of value for a value name in the help, such as `file`, and its description.
    private static func value(called name: String, _ text: String) -> Value {
        if let list = text.firstMatch(of: /\(values:([^;)]*)/) {
            return .oneOf(list.1.split { $0 == "," || $0.isWhitespace }.map(String.init))
        }
        let words = Set(name.split { !$0.isLetter }.map { $0.lowercased() })
        if name.contains("|"), !words.contains("n") { return .oneOf(name.split(separator: "|").map(String.init)) }
        if !words.isDisjoint(with: ["file", "path", "dir", "directory", "folder"]) { return .file }
        if words.contains("id") { return .id }
        if words.contains("query") { return .queryTerm }
        return words.contains("tag") ? .tag : .text
    }
}

/// A cache of command arguments; the help of each command is parsed once.
final class CommandArgumentsCache: Sendable {
    private let known = Mutex<[String: CommandArguments]>([:])

    /// Returns the arguments of a command, or `nil` if the command is unknown.
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
