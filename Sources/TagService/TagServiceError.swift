internal import TextMeasurement

/// The reason why a method failed without changing anything.
public enum TagServiceError: Error, Hashable, Sendable {
    /// No tag has the name, key or alias; with the most similar names, and whether it would help to make it.
    case unknownTag(String, nearest: [String], canBeMade: Bool = true)
    /// The tag exists, but not in the set.
    case notInSet(tag: String, set: String)
    /// A tag that is to be taken out of a set is not in it, but in other ones.
    case notInSetToRemove(tag: String, set: String, others: [String])
    /// No set has the name; with the most similar names.
    case unknownSet(String, nearest: [String])
    /// The name belongs to another tag, alias or set already.
    case nameTaken(String, by: NamedItem)
    /// The new name of a tag belongs to another tag or its alias, with which it may be merged.
    case renameToTag(String, as: String, of: String)
    /// The text cannot be a name.
    case invalidName(String, of: NamedItem, NameError)
    /// No alias has the name; with the most similar aliases.
    case unknownAlias(String, nearest: [String])
    /// A tag cannot be merged into itself.
    case mergeIntoItself(String)
    /// A tag is always the same as itself.
    case distinctFromItself(String)
    /// A tag follows from itself without a rule.
    case impliesItself(String)
    /// A rule would close a cycle; with the names of its tags, the first one again at the end.
    case implicationCycle([String])
    /// There is no rule between two tags.
    case unknownImplication(String, String)
    /// No tag is selected that could be saved.
    case nothingSelected(set: String)
    /// No item has the identifier.
    case unknownItem(Int64)
    /// No access token has the identifier.
    case unknownToken(Int64)
    /// No item of the set has the number or the title; with the most similar titles.
    case unknownTitle(String, set: String, nearest: [String])
    /// Two items of a set would have the same title, time and tags.
    case sameItem(Int64, as: Int64)
    /// The only set cannot be dropped.
    case onlySet(String)
    /// The board has no chip of the number.
    case unknownNumber(Int, count: Int)
    /// The tag that the board showed with a number has left the set since then.
    case chipGone(Int, tag: String, set: String)
    /// There is nothing left to undo.
    case nothingToUndo
    /// There is nothing left to undo but steps that are no longer kept, since all were larger than a limit in bytes.
    case undoneToLimit(forgotten: Int64, limit: Int64)
    /// There is nothing left to redo.
    case nothingToRedo
    /// Lines of an import, or items of its list, are invalid: the first ten of them.
    case badImport(name: String, faults: [ImportError], hasMore: Bool)
    /// A layout setting has an invalid value.
    case invalidSetting(String, value: String, rule: String)
}

/// A kind of named thing.
public enum NamedItem: Hashable, Sendable {
    /// A tag, with its name if it is another one than the tag in question.
    case tag(String?)
    /// An alias, with its tag if known.
    case alias(of: String?)
    /// A tag set.
    case set
    /// The title of an item.
    case title
    /// The location of an item: the address or path of a thing.
    case location
    /// An access token.
    case token
}

/// Why a text cannot be a name.
public enum NameError: Hashable, Sendable {
    /// It has no visible character.
    case empty
    /// It is longer than the limit in bytes of UTF-8.
    case tooLong(limit: Int)
    /// It contains something that must not reach a terminal: what, and at which character, counted from 1.
    case unsafe(what: String, position: Int)
}

extension TagServiceError: CustomStringConvertible {
    /// One line that states the problem and what to do.
    public var description: String {
        switch self {
        case .unknownTag(let name, let nearest, canBeMade: true):
            "there is no tag \(quoted(name)); \(offer(nearest))\(way("add", name, "makes it"))"
        case .unknownTag(let name, let nearest, canBeMade: false):
            nearest.isEmpty
                ? "there is no tag \(quoted(name)); 'tags --all' lists them"
                : "there is no tag \(quoted(name)); did you mean \(names(nearest))?"
        case .notInSet(let tag, let set):
            "\(quoted(tag)) is not in the set \(quoted(set)); \(way("add", tag, "puts it there"))"
        case .notInSetToRemove(let tag, let set, let others):
            if let other = others.first {
                "\(quoted(tag)) is not in the set \(quoted(set)) but in \(names(others)); \(removal(of: tag, from: other))"
            } else {
                "\(quoted(tag)) is in no set; \(way("delete", tag, "deletes the tag itself"))"
            }
        case .unknownSet(let name, let nearest):
            "there is no set \(quoted(name)); \(offer(nearest))\(way("new", name, "makes it"))"
        case .nameTaken(let name, let thing):
            "\(quoted(name)) is \(owner(thing)) already; choose another name"
        case .renameToTag(let name, let new, let other):
            "\(quoted(new)) is \(new == other ? "a tag" : owner(.alias(of: other))) already; \(way("merge", name, other, "makes one tag of the two"))"
        case .invalidName(let name, let thing, let problem):
            "\(quoted(name)) cannot be \(article(thing)): \(problem.description)"
        case .unknownAlias(let name, let nearest):
            "there is no alias \(quoted(name)); \(offer(nearest))'tags --all' lists them"
        case .mergeIntoItself(let name):
            "\(quoted(name)) is one tag; merge takes two different ones"
        case .distinctFromItself(let name):
            "\(quoted(name)) is one tag; distinguish takes two different ones"
        case .impliesItself(let name):
            "\(quoted(name)) is one tag; a rule takes two different ones"
        case .implicationCycle(let names):
            "\(cycle(names)); \(way("unimply", names.dropFirst().first ?? "", names.dropFirst(2).first ?? "", "takes a rule out of it"))"
        case .unknownImplication(let name, let other):
            "\(quoted(name)) has no rule with \(quoted(other)); 'imply' lists the rules"
        case .nothingSelected(let set):
            "nothing is selected in \(quoted(set)); toggle a tag first"
        case .unknownItem(let id):
            "there is no item \(id); 'items' lists them"
        case .unknownToken(let id):
            "there is no token \(id); 'token list' lists them"
        case .unknownTitle(let title, let set, let nearest):
            "there is no item \(quoted(title)) in \(quoted(set)); \(offer(nearest))'items' lists them"
        case .sameItem(let id, let other):
            "items \(id) and \(other) would be the same; 'delete-item \(id)' keeps the other"
        case .onlySet(let name):
            "\(quoted(name)) is the only set; make another one first"
        case .unknownNumber(let number, let count):
            "there is no chip \(number); the set has \(count), 'show' numbers them"
        case .chipGone(let number, let tag, let set):
            "chip \(number) was \(quoted(tag)), which has left the set \(quoted(set)) since it was drawn; 'show' numbers the chips as they are now"
        case .nothingToUndo:
            "there is nothing to undo; no change was made, or all of them are taken back already"
        case .undoneToLimit(let forgotten, let limit):
            "there is nothing more to undo; the \(forgotten) older steps are forgotten, \(limit >> 20) MB are kept (see 'doctor --undo-size')"
        case .nothingToRedo: "there is nothing to redo; 'undo' takes a change back first"
        case .badImport(let name, let faults, let hasMore):
            "\(shown(name)): \(ImportErrorText(faults, hasMore: hasMore).text) or use --skip-invalid"
        case .invalidSetting(let name, let value, let rule):
            "\(quoted(value)) is no \(name); \(rule)"
        }
    }

    private func quoted(_ name: String) -> String {
        "'\(shown(name))'"
    }

    /// Offers a command with its effect; for a name that cannot be typed, what to do instead.
    private func way(_ command: String, _ name: String, _ effect: String) -> String {
        way(CommandHint(command, name), effect)
    }

    private func way(
        _ command: String,
        _ name: String,
        _ other: String,
        _ effect: String
    ) -> String {
        way(CommandHint(command, name, other), effect)
    }

    private func removal(of tag: String, from set: String) -> String {
        // The set's name must be one that can be typed as well.
        guard CommandHint("use", set) != nil else { return "'sets' lists them" }
        let command = "remove --set=\(ShellQuoting.posix.quoted(set))"
        return way(CommandHint(command, tag), "takes it out there")
    }

    private func way(_ hint: CommandHint?, _ effect: String) -> String {
        hint.map { "'\($0.text)' \(effect)" } ?? "give a name that can be typed"
    }

    /// A name from outside, printable and cut to fit into one line.
    private func shown(_ name: String) -> String {
        TerminalText.truncated(TerminalText.printable(String(name.prefix(200))), toCells: 60)
    }

    /// Says which rule cannot be made, and the tags of its cycle in a row; of very many the first and the last ones.
    func cycle(_ names: [String]) -> String {
        let left = names.count - Self.mostInCycle
        let listed =
            left > 1
            ? names.prefix(Self.mostInCycle - 2).map(shown) + ["\(left + 1) more"]
                + names.suffix(1).map(shown)
            : names.map(shown)
        let ends = names.prefix(2).map(quoted)
        return
            "\(ends.joined(separator: " cannot imply ")): \(listed.joined(separator: " → ")) would be a cycle"
    }

    /// The most tags of a cycle that a message lists.
    private static let mostInCycle = 8

    private func offer(_ nearest: [String]) -> String {
        nearest.isEmpty
            ? "" : "did you mean \(names(nearest))? else "
    }

    private func names(_ names: [String]) -> String {
        names.map(quoted).joined(separator: " or ")
    }

    private func owner(_ thing: NamedItem) -> String {
        switch thing {
        case .tag(let name): name.map { "the tag \(quoted($0))" } ?? "a tag"
        case .alias(let tag): tag.map { "an alias of \(quoted($0))" } ?? "an alias"
        case .set: "a set"
        case .title: "a title"
        case .location: "a location"
        case .token: "the name of a token"
        }
    }

    private func article(_ thing: NamedItem) -> String {
        switch thing {
        case .tag: "a tag"
        case .alias: "an alias"
        case .set: "the name of a set"
        case .title: "a title"
        case .location: "a location"
        case .token: "the name of a token"
        }
    }
}

extension NameError: CustomStringConvertible {
    /// One line that states the problem and what to do.
    public var description: String {
        switch self {
        case .empty: "it has nothing visible; give it at least one letter, digit or sign"
        case .tooLong(let limit): "it is too long; \(limit) bytes of UTF-8 are the most"
        case .unsafe(let what, let position): "its character \(position) is \(what); leave that out"
        }
    }
}
