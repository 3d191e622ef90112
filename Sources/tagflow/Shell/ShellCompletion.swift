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
        case command, option, set, view, id, title, queryTerm
        case tag(ofSet: Bool)
        case oneOf([String])
        case none
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

    private var arguments: CommandArguments {
        guard let type else { return CommandArguments(help: Tagflow.helpMessage(for: ReplCommand.self)) }
        return CommandArguments(help: Tagflow.helpMessage(for: type))
    }

    /// Returns the candidates; none if the database can't be read.
    func candidates(_ session: Session) async throws -> [Candidate] {
        let arguments = arguments
        // The value of `--format=te` is completed behind the equals sign.
        if word.hasPrefix("--"), let sign = word.firstIndex(of: "=") {
            let (option, value) = (String(word[..<sign]), String(word[word.index(after: sign)...]))
            return candidates(kind(ofOption: option, arguments), value, session)
                .map { Candidate("\(option)=\($0.text)", $0.description) }
        }
        let wanted: Kind
        if let last = before.last, (arguments.options[last] ?? nil) != nil {
            wanted = kind(ofOption: last, arguments)
        } else if word.hasPrefix("-"), !takesQuery || word.hasPrefix("--") || word == "-" {
            wanted = .option
        } else {
            wanted = kindOfArgument(arguments)
        }
        return candidates(wanted, word, session)
    }

    private func kind(ofOption option: String, _ arguments: CommandArguments) -> Kind {
        switch option {
        case "--set": return .set
        case "--view": return .view
        case "--number": return .none
        case "--matching": return .queryTerm
        default:
            guard let value = arguments.options[option] ?? nil else { return .none }
            return kind(of: value)
        }
    }

    private func kind(of value: CommandArguments.Value) -> Kind {
        switch value {
        case .oneOf(let words): .oneOf(words)
        case .id: .id
        case .queryTerm: .queryTerm
        case .tag: .tag(ofSet: Self.commandsOfSet.contains(command ?? ""))
        // The shell completes paths.
        case .file, .text: .none
        }
    }

    private func kindOfArgument(_ arguments: CommandArguments) -> Kind {
        guard let command, let place = before.lastIndex(of: command) else { return .command }
        let words = Array(before[(place + 1)...])
        let plain = words.filter { !$0.hasPrefix("-") }
        switch command {
        case "help": return plain.isEmpty ? .command : .none
        case "use", "drop", "rename-set": return plain.isEmpty ? .set : .none
        case "view" where plain.first == "delete" && plain.count == 1: return .view
        case "view" where plain.first == "save" && plain.count > 1: return .queryTerm
        case "restore-item": return .title
        case _ where takesQuery: return .queryTerm
        case _ where Self.commandsOfTags.contains(command): return .tag(ofSet: Self.commandsOfSet.contains(command))
        default: return kind(of: arguments.value(after: words))
        }
    }

    private var takesQuery: Bool { command == "items" }

    private static let commandsOfSet: Set<String> = ["toggle", "select", "deselect", "remove", "move"]
    private static let commandsOfTags = commandsOfSet.union([
        "add", "rename", "merge", "alias", "unalias", "delete", "imply", "unimply", "distinguish",
    ])
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
        case .none: return []
        case .oneOf(let words): return Self.beginning(word, words.map { Candidate($0) })
        case .option: return Self.beginning(word, arguments.optionNames.map { Candidate($0) })
        case .command:
            let commands = Tagflow.commands.map { $0.configuration }
                .compactMap { one in one.commandName.map { Candidate($0, one.abstract) } }
            return Self.beginning(word, commands + [Candidate("help", "Show help.")])
        case .set:
            let sets = try service(session).sets.all()
                .map { Candidate($0.set, $0.tags == 1 ? "1 tag" : "\($0.tags) tags") }
            return Self.beginning(word, sets)
        case .view: return Self.beginning(word, try service(session).items.views().map { Candidate($0.view, $0.q) })
        case .tag(let isOfSet): return try tags(word, isOfSet: isOfSet, session)
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
        found += try service.items.find(query, of: nil).items
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
            return candidates(.set, String(word.dropFirst(4)), session)
                .map { Candidate("set:\($0.text)", $0.description) }
        }
        return Self.beginning(word, Self.terms)
    }

    private static let terms = [
        Candidate("tag:", "a tag"), Candidate("site:", "a host"), Candidate("since:", "a time"),
        Candidate("before:", "a time"), Candidate("on:", "a day"), Candidate("set:", "a set"),
        Candidate("untagged", "without tags"), Candidate("missing", "files that don't exist"),
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
