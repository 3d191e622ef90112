import ArgumentParser
import Foundation
import Synchronization
import TerminalFrontEnd

extension CommandArguments {
    /// Reads the arguments of a command from its declaration.
    ///
    /// `TagflowCommand.completions` declares how values are completed. For the others, it follows from the values that
    /// an option accepts, and from a value's name, such as `file` or `tag`.
    init(of command: any ParsableCommand.Type) {
        self.init()
        let declared = (command as? any TagflowCommand.Type)?.completions ?? [:]
        let kinds = declared.merging(GlobalOptions.completions) { ofCommand, _ in ofCommand }
        // If a later parser describes commands in another way, completion offers nothing.
        let tool = try? JSONDecoder().decode(ParserDescription.self, from: Data(command._dumpHelp().utf8))
        let arguments = (tool?.command.arguments ?? []).filter(\.shouldDisplay)
        for argument in arguments { add(argument, kinds) }
        // The parser adds it to the root only.
        options["--version"] = .some(nil)
        optionNames.append("--version")
        // Another word can't follow.
        if let last = arguments.last(where: \.isPositional), !last.isRepeating { words.append(.text) }
    }

    private mutating func add(_ argument: ParserDescription.Argument, _ kinds: [String: Value]) {
        guard !argument.isPositional else {
            words.append(kinds[argument.valueName ?? ""] ?? argument.value)
            return
        }
        let names = (argument.names ?? []).map { $0.kind == "long" ? "--\($0.name)" : "-\($0.name)" }
        let kind = names.compactMap { kinds[$0] }.first ?? argument.value
        for name in names { options[name] = .some(argument.kind == "flag" ? nil : kind) }
        optionNames += names.filter { $0.hasPrefix("--") }
    }
}

/// The part of the parser's description of a command that completion needs.
private struct ParserDescription: Decodable {
    struct Command: Decodable { var arguments: [Argument]? }

    struct Name: Decodable {
        var kind: String
        var name: String
    }

    /// An option, a flag or a positional argument.
    struct Argument: Decodable {
        var kind: String
        var names: [Name]?
        var valueName: String?
        var allValues: [String]?
        var shouldDisplay: Bool
        var isRepeating: Bool

        var isPositional: Bool { kind == "positional" }

        /// The kind of the value: one of the accepted values, or what its name says.
        var value: CommandArguments.Value {
            if let allValues { return .oneOf(allValues) }
            let name = valueName ?? ""
            let words = Set(name.split { !$0.isLetter }.map { $0.lowercased() })
            if name.contains("|"), !words.contains("n") { return .oneOf(name.split(separator: "|").map(String.init)) }
            if !words.isDisjoint(with: ["file", "path", "dir", "directory", "folder"]) { return .file }
            if words.contains("id") { return .id }
            if words.contains("query") { return .queryTerm }
            return words.contains("tag") ? .tag : .text
        }
    }

    var command: Command
}

/// A cache of command arguments, which are read once for each command.
final class CommandArgumentsCache: Sendable {
    private let known = Mutex<[String: CommandArguments]>([:])

    /// Returns the arguments of a command, or `nil` if the command is unknown.
    func arguments(of command: String) -> CommandArguments? {
        known.withLock { known in
            if let arguments = known[command] { return arguments }
            guard let type = Tagflow.command(named: command) else { return nil }
            let arguments = CommandArguments(of: type)
            known[command] = arguments
            return arguments
        }
    }
}
