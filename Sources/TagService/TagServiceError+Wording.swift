internal import TextMeasurement

extension TagServiceError: CustomStringConvertible {
    /// What is wrong and what to do, in one line.
    public var description: String {
        switch self {
        case .unknownTag(let name, let nearest):
            "there is no tag \(quoted(name)); \(offer(nearest))\(way("add", name, "makes it"))"
        case .notInSet(let tag, let set):
            "\(quoted(tag)) is not in the set \(quoted(set)); \(way("add", tag, "puts it there"))"
        case .unknownSet(let name, let nearest):
            "there is no set \(quoted(name)); \(offer(nearest))\(way("new", name, "makes it"))"
        case .nameTaken(let name, let thing):
            "\(quoted(name)) is \(owner(thing)) already; choose another name"
        case .invalidName(let name, let thing, let problem):
            "\(quoted(name)) cannot be \(article(thing)): \(problem.description)"
        case .unknownAlias(let name):
            "there is no alias \(quoted(name)); 'tags --all' lists them"
        case .mergeIntoItself(let name):
            "\(quoted(name)) is one tag; merge takes two different ones"
        case .nothingSelected(let set):
            "nothing is selected in \(quoted(set)); toggle a tag first"
        case .unknownSavedSelection(let id):
            "there is no saved selection \(id); 'history' lists them"
        case .onlySet(let name):
            "\(quoted(name)) is the only set; make another one first"
        case .unknownNumber(let number, let count):
            "there is no chip \(number); the set has \(count), 'show' numbers them"
        case .nothingToUndo:
            "there is nothing to undo; every change since the database was made is taken back"
        case .nothingToRedo: "there is nothing to redo; 'undo' takes a change back first"
        case .badImport(let source, let place, LineBuffer.tooLong):
            "\(shown(source)): \(place) \(LineBuffer.tooLong); mend it or use --skip-invalid"
        case .badImport(let source, let place, let problem):
            "\(shown(source)): \(place): \(problem); mend it or use --skip-invalid"
        case .invalidSetting(let name, let value, let rule):
            "\(quoted(value)) is no \(name); \(rule)"
        }
    }

    private func quoted(_ name: String) -> String {
        "'\(shown(name))'"
    }

    /// What a command with a name does, in words; where the name cannot be typed, what to do instead.
    private func way(_ command: String, _ name: String, _ effect: String) -> String {
        let hint = CommandHint(command, name)
        return hint.map { "'\($0.text)' \(effect)" } ?? "give a name that can be typed"
    }

    /// A name from outside, safe to print and not too long for one line.
    private func shown(_ name: String) -> String {
        TerminalText.truncated(TerminalText.printable(String(name.prefix(200))), toCells: 60)
    }

    private func offer(_ nearest: [String]) -> String {
        nearest.isEmpty
            ? "" : "did you mean \(nearest.map(quoted).joined(separator: " or "))? else "
    }

    private func owner(_ thing: NamedThing) -> String {
        switch thing {
        case .tag(let name): name.map { "the tag \(quoted($0))" } ?? "a tag"
        case .alias(let tag): tag.map { "an alias of \(quoted($0))" } ?? "an alias"
        case .set: "a set"
        case .label: "a label"
        }
    }

    private func article(_ thing: NamedThing) -> String {
        switch thing {
        case .tag: "a tag"
        case .alias: "an alias"
        case .set: "the name of a set"
        case .label: "a label"
        }
    }
}

extension NameProblem: CustomStringConvertible {
    /// What is wrong and what to do, in one line.
    public var description: String {
        switch self {
        case .empty: "it has nothing visible; give it at least one letter, digit or sign"
        case .tooLong(let limit): "it is too long; \(limit) bytes of UTF-8 are the most"
        case .unsafe(let what, let position): "its character \(position) is \(what); leave that out"
        }
    }
}
