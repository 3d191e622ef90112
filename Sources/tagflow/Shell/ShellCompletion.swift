import ArgumentParser
import TagService
import TerminalFrontEnd

/// The completion of the last of the words that are typed after `tagflow`.
///
/// ```
/// ShellCompletion(["use", "ha"])     // habits
/// ShellCompletion(["items", "tag:sw"])  // tag:swift
/// ```
struct ShellCompletion {
    /// A word that may be meant.
    struct Candidate: Hashable {
        var text: String
        var description: String

        init(_ text: String, _ description: String = "") {
            self.text = text
            self.description = description
        }
    }

    /// The kind of the word that is completed.
    private enum Kind {
        case command
        case option
        case value(CommandArguments.Value)
    }

    /// The word that is completed.
    private let word: String
    /// The words before it.
    private let before: [String]
    /// The maximum number of candidates.
    private static let limit = 200

    init(_ words: [String]) {
        word = words.last ?? ""
        before = words.dropLast()
    }

    /// The name of the command, if it is among the words.
    private var command: String? {
        var rest = before[...]
        while let word = rest.popFirst() {
            if ["--database", "--set", "--color"].contains(word) {
                rest = rest.dropFirst()
            } else if !word.hasPrefix("-") {
                return word
            }
        }
        return nil
    }

    private var type: (any TagflowCommand.Type)? { command.flatMap(Tagflow.command(named:)) }

    private var arguments: CommandArguments { CommandArguments(of: type ?? ReplCommand.self) }

    /// Returns the candidates; none if the database can't be read.
    func candidates(_ session: Session) throws -> [Candidate] {
        let arguments = arguments
        // The value of `--format=te` is completed behind the equals sign.
        if word.hasPrefix("--"), let sign = word.firstIndex(of: "=") {
            let (option, value) = (String(word[..<sign]), String(word[word.index(after: sign)...]))
            return candidates(.value(arguments.options[option].flatMap(\.self) ?? .text), value, session)
                .map { Candidate("\(option)=\($0.text)", $0.description) }
        }
        let wanted: Kind
        if let last = before.last, let value = arguments.options[last] ?? nil {
            wanted = .value(value)
        } else if word.hasPrefix("-"), !takesQuery || word.hasPrefix("--") || word == "-" {
            wanted = .option
        } else {
            wanted = kindOfArgument(arguments)
        }
        return candidates(wanted, word, session)
    }

    private func kindOfArgument(_ arguments: CommandArguments) -> Kind {
        guard let command, let place = before.lastIndex(of: command) else { return .command }
        let words = Array(before[(place + 1)...])
        if command == "help" { return words.isEmpty ? .command : .value(.text) }
        return .value(arguments.value(after: words))
    }

    /// Whether a word such as `-#old` is a term of a query instead of an option.
    private var takesQuery: Bool { command == ItemsCommand.configuration.commandName }
}

// MARK: - Candidates

extension ShellCompletion {
    private func candidates(_ kind: Kind, _ word: String, _ session: Session) -> [Candidate] {
        do { return Array(try all(kind, word, session).prefix(Self.limit)) } catch {
            // A shell that waits for candidates has no room for an error.
            return []
        }
    }

    private func all(_ kind: Kind, _ word: String, _ session: Session) throws -> [Candidate] {
        switch kind {
        case .value(let value): return try values(value, word, session)
        case .option: return Self.beginning(word, arguments.optionNames.map { Candidate($0) })
        case .command:
            let commands = Tagflow.commands.map { $0.configuration }
                .compactMap { one in one.commandName.map { Candidate($0, one.abstract) } }
            let isHelp = command == "help"
            let last = isHelp ? Candidate(HelpOverview.all, "List every command.") : Candidate("help", "Show help.")
            return Self.beginning(word, commands + [last])
        }
    }

    private func values(_ value: CommandArguments.Value, _ word: String, _ session: Session) throws -> [Candidate] {
        switch value {
        // The shell completes paths.
        case .file, .text, .after: return []
        case .oneOf(let words): return Self.beginning(word, words.map { Candidate($0) })
        case .set:
            let sets = try service(session).sets.all()
                .map { Candidate($0.set, $0.tags == 1 ? "1 tag" : "\($0.tags) tags") }
            return Self.beginning(word, sets)
        case .view: return Self.beginning(word, try service(session).items.views().map { Candidate($0.view, $0.q) })
        case .connection: return Self.beginning(word, try service(session).connections.names().map { Candidate($0) })
        case .tag, .newTag: return try tags(word, isOfSet: false, session)
        case .memberTag: return try tags(word, isOfSet: true, session)
        case .id: return try items(word, session) { "\($0.id)" }
        case .title: return try items(word, session, \.title)
        case .queryTerm: return try queryTerms(word, session)
        }
    }

    private static func beginning(_ word: String, _ all: [Candidate]) -> [Candidate] {
        let word = word.lowercased()
        return all.filter { $0.text.lowercased().hasPrefix(word) }
    }

    /// Returns tags, with those of the set first.
    private func tags(_ word: String, isOfSet: Bool, _ session: Session) throws -> [Candidate] {
        let service = try service(session)
        let set = Self.set(in: before)
        let all = try service.tags.all(in: isOfSet ? set : nil)
        return Self.beginning(word, all.map { Candidate($0.tag, $0.uses == 1 ? "1 use" : "\($0.uses) uses") })
    }

    /// Returns items whose number begins with the word, or whose text contains it.
    private func items(_ word: String, _ session: Session, _ text: (Item) -> String) throws -> [Candidate] {
        let service = try service(session)
        let quoted = word.replacing("\"", with: "")
        let query = ItemQuery(quoted, limit: Self.limit, isTyping: true, isLenient: true)
        var found: [Item] = []
        if let id = Int64(word), id > 0 {
            do { found.append(try service.items.item(id)) } catch TagServiceError.unknownItem {
                // The number may be a part of another number.
            }
        }
        found += try service.items.find(query, in: nil).items
        var known: Set<Int64> = []
        return found.filter { known.insert($0.id).inserted }.map { Candidate(text($0), $0.heading) }
            .filter { !$0.text.isEmpty }
    }

    private func queryTerms(_ word: String, _ session: Session) throws -> [Candidate] {
        for start in ["tag:", "-tag:", "#", "-#"] where word.hasPrefix(start) {
            return try tags(String(word.dropFirst(start.count)), isOfSet: false, session)
                .map { Candidate("\(start)\($0.text)", $0.description) }
        }
        if word.hasPrefix("set:") {
            return candidates(.value(.set), String(word.dropFirst(4)), session)
                .map { Candidate("set:\($0.text)", $0.description) }
        }
        return Self.beginning(word, Self.terms)
    }

    private static let terms = [
        Candidate("tag:", "a tag"), Candidate("site:", "a host"), Candidate("since:", "a time"),
        Candidate("before:", "a time"), Candidate("on:", "a day"), Candidate("set:", "a set"),
        Candidate("untagged", "without tags"), Candidate("missing", "files that don't exist"),
        Candidate("dead", "web pages that are gone"), Candidate("moved", "web pages with a new address"),
        Candidate("tags:", "the number of tags"), Candidate("sort:new"), Candidate("sort:old"), Candidate("sort:title"),
        Candidate("sort:relevance"),
    ]

    /// Returns the service of the database that the typed options name.
    private func service(_ session: Session) throws -> TagService {
        let options = Self.value(of: "--database", in: before).map { ["--database", $0] } ?? []
        return try session.service(try GlobalOptions.parse(options))
    }

    private static func set(in words: [String]) -> SetReference {
        value(of: "--set", in: words).map { .named($0) } ?? .chosen
    }

    /// Returns the value of an option among the typed words.
    private static func value(of option: String, in words: [String]) -> String? {
        if let place = words.lastIndex(of: option), words.indices.contains(place + 1) { return words[place + 1] }
        return words.last { $0.hasPrefix("\(option)=") }.map { String($0.dropFirst(option.count + 1)) }
    }
}
