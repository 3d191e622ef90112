internal import TagCore
internal import TextMeasurement

/// The reason why a method of ``TagService/TagService`` failed without changing anything.
///
/// ```swift
/// do {
///     try service.selection.toggle(["swfit"])
/// } catch TagServiceError.unknownTag(let name, let nearest, _) {
///     print("no tag \(name); similar tags:", nearest)
/// }
/// ```
public enum TagServiceError: Error, Hashable, Sendable {
    /// No tag has the name, key or alias; lists the most similar names and whether creating the tag would help.
    case unknownTag(String, nearest: [String], canBeMade: Bool = true)
    /// The tag exists, but not in the set.
    case notInSet(tag: String, set: String)
    /// A tag to remove from a set isn't in that set; lists the sets that contain it.
    case notInSetToRemove(tag: String, set: String, others: [String])
    /// No set has the name; lists the most similar names.
    case unknownSet(String, nearest: [String])
    /// The name already belongs to another tag, alias or set.
    case nameTaken(String, by: NamedItem)
    /// The new name of a tag belongs to another tag or its alias; the two tags can be merged.
    case renameToTag(String, as: String, of: String)
    /// The text isn't a valid name.
    case invalidName(String, of: NamedItem, NameError)
    /// No alias has the name; lists the most similar aliases.
    case unknownAlias(String, nearest: [String])
    /// A tag can't be merged into itself.
    case mergeIntoItself(String)
    /// A tag can't be distinguished from itself.
    case distinctFromItself(String)
    /// A tag can't imply itself.
    case impliesItself(String)
    /// An implication would close a cycle; lists the tags of the cycle, with the first repeated at the end.
    case implicationCycle([String])
    /// The first tag counts as the second because its name is below it, which can't be removed or reversed.
    case countsByName(String, as: String)
    /// The first tag doesn't imply the second.
    case unknownImplication(String, String)
    /// There is nothing to save because no tag is selected.
    case nothingSelected(set: String)
    /// No item has the identifier.
    case unknownItem(Int64)
    /// No access token has the identifier.
    case unknownToken(Int64)
    /// No item of the set has the number or the title; lists the most similar titles.
    case unknownTitle(String, set: String, nearest: [String])
    /// Another item of the set already has the location.
    case locationTaken(String, by: Int64)
    /// The last check of an item's location didn't find that it moved.
    case notMoved(Int64)
    /// No view has the name.
    case unknownView(String)
    /// The view isn't shared.
    case viewNotShared(String)
    /// No group of tags has the name.
    case unknownGroup(String)
    /// A tag is in another group, and can be in one only.
    case inOtherGroup(String, group: String)
    /// No rule has the identifier.
    case unknownRule(Int64)
    /// No webhook has the identifier.
    case unknownWebhook(Int64)
    /// No connection has the name; lists the names of all connections.
    case unknownConnection(String, known: [String])
    /// Another device has the connection to the address.
    case connectionOnDevice(String, url: String)
    /// The set of the connection was deleted.
    case unknownSetOfConnection(String)
    /// A query for items is invalid; the text states the problem and the term.
    case invalidQuery(String)
    /// Two items of a set would have the same title, note, time and tags.
    case sameItem(Int64, as: Int64)
    /// The only set can't be dropped.
    case onlySet(String)
    /// No ordinary set exists for an item with a location, and no set was named.
    case noOrdinarySet
    /// The board has no chip with the number.
    case unknownNumber(Int, count: Int)
    /// The tag that the board showed with a number has since been removed from the set.
    case chipGone(Int, tag: String, set: String)
    /// There is nothing left to undo.
    case nothingToUndo
    /// There is nothing left to undo because older steps were discarded to stay within a limit in bytes.
    case undoneToLimit(discarded: Int64, limit: Int64)
    /// The undo step isn't the newest, because something was changed or undone since.
    case notNewestStep(Int64)
    /// A step changed files, which only a program at the terminal may restore.
    case stepChangedFiles(String, isUndo: Bool)
    /// There is nothing left to redo.
    case nothingToRedo
    /// An import contains invalid lines or items; lists up to ten of them.
    case badImport(name: String, errors: [ImportError], hasMore: Bool)
    /// A setting has an invalid value; `rule` explains the valid values.
    case invalidSetting(String, value: String, rule: String)
}

/// A kind of object that has a name.
public enum NamedItem: Hashable, Sendable {
    /// A tag, with its name if that differs from the given name.
    case tag(String?)
    /// An alias, with the name of its tag if known.
    case alias(of: String?)
    /// A tag set.
    case set
    /// The title of an item.
    case title
    /// The location of an item: a URL or path.
    case location
    /// The note of an item.
    case note
    /// The text of an item, which is evidence for suggestions.
    case text
    /// The description of a tag.
    case description
    /// The name of a group of tags.
    case group
    /// The name of a view.
    case view
    /// An access token.
    case token
}

/// The reason why a text isn't a valid name.
public enum NameError: Hashable, Sendable {
    /// The name has no visible characters.
    case empty
    /// The name is longer than the limit in bytes of UTF-8.
    case tooLong(limit: Int)
    /// The name contains a character that isn't safe to print on a terminal; `position` counts characters from 1.
    case unsafe(what: String, position: Int)
}

extension TagServiceError: CustomStringConvertible {
    /// One line that states the problem and what to do.
    public var description: String { message() }

    /// Returns the description, with the names in suggested commands changed by a function.
    ///
    /// - Parameter typed: returns a name as the user must type it. The REPL writes `3` as `#3`, because numbers name chips there.
    /// - Returns: one line that states the problem and what to do.
    package func message(typing typed: @escaping (String) -> String = { $0 }) -> String {
        ServiceErrorText(typed: typed).text(of: self)
    }

    /// The description for programs and pages, which have no commands: it names none.
    package var withoutCommands: String { ServiceErrorText(typed: nil).text(of: self) }
}

extension NameError: CustomStringConvertible {
    /// One line that states the problem and what to do.
    public var description: String {
        switch self {
        case .empty: "it has no visible characters; use at least one letter, digit or symbol"
        case .tooLong(let limit): "it is longer than \(limit) bytes of UTF-8; shorten it"
        case .unsafe(let what, let position): "character \(position) is \(what); remove it"
        }
    }
}

/// The wording of a ``TagServiceError``: the problem, then what to do, such as a command that solves it.
struct ServiceErrorText {
    /// Returns a name as the user must type it in a suggested command; `nil` if commands aren't named.
    let typed: ((String) -> String)?

    func text(of error: TagServiceError) -> String {
        switch error {
        case .unknownTag(let name, let nearest, canBeMade: true):
            "unknown tag \(quoted(name)); \(offer(nearest, or: use("add", name, to: "create it", else: "create it first")))"
        case .unknownTag(let name, let nearest, canBeMade: false):
            nearest.isEmpty
                ? "unknown tag \(quoted(name))\(command("use 'tags --all' to list tags"))"
                : "unknown tag \(quoted(name)); did you mean \(list(nearest))?"
        case .notInSet(let tag, let set):
            "tag \(quoted(tag)) isn't in the set \(quoted(set)); \(use("add", tag, to: "add it", else: "add it first"))"
        case .notInSetToRemove(let tag, let set, let others):
            if let other = others.first {
                "tag \(quoted(tag)) isn't in the set \(quoted(set)), only in \(list(others, "and")); \(removal(of: tag, from: other))"
            } else {
                "tag \(quoted(tag)) isn't in any set; \(use("delete", tag, to: "delete the tag itself"))"
            }
        case .unknownSet(let name, let nearest):
            "unknown set \(quoted(name)); \(offer(nearest, or: use("new", name, to: "create it", else: "create it first")))"
        case .nameTaken(let name, let owner): "\(quoted(name)) is already \(noun(owner)); choose another name"
        case .renameToTag(let name, let new, let other):
            "\(quoted(new)) is already \(new == other ? "a tag" : noun(.alias(of: other))); \(use("merge", name, other, to: "merge the two tags"))"
        case .invalidName(let name, let kind, let problem):
            "invalid \(label(kind)) \(quoted(name)): \(problem.description)"
        case .unknownAlias(let name, let nearest):
            "unknown alias \(quoted(name))\(offer(nearest, orCommand: "use 'tags --all' to list aliases"))"
        case .mergeIntoItself(let name): "can't merge \(quoted(name)) into itself; name two different tags"
        case .distinctFromItself(let name): "can't distinguish \(quoted(name)) from itself; name two different tags"
        case .impliesItself(let name): "\(quoted(name)) can't imply itself; name two different tags"
        case .implicationCycle(let names): "\(cycle(names)); \(removal(fromCycle: names))"
        case .countsByName(let name, let other):
            "\(quoted(name)) counts as \(quoted(other)) because of its name; \(use("rename", name, "NEW", to: "end that", else: "rename it to end that"))"
        case .unknownImplication(let name, let other):
            "\(quoted(name)) doesn't imply \(quoted(other))\(command("use 'imply' to list implications"))"
        case .nothingSelected(let set): "nothing is selected in \(quoted(set)); select a tag first"
        case .unknownItem(let id): "unknown item \(id)\(command("use 'items' to list items"))"
        case .unknownToken(let id): "unknown token \(id)\(command("use 'token list' to list tokens"))"
        case .unknownTitle(let title, let set, _) where Int64(title) != nil:
            "no item \(title) in \(quoted(set))\(command("use 'items' to list items, or 'undo' to bring back a deleted item"))"
        case .unknownTitle(let title, let set, let nearest):
            "no item titled \(quoted(title)) in \(quoted(set))\(offer(nearest, orCommand: "use 'items' to list items"))"
        case .sameItem(let id, let other):
            "items \(id) and \(other) would be identical; \(typed == nil ? "delete one of them" : "use 'delete-item \(id)' to keep only the other")"
        case .locationTaken(let location, let id):
            "item \(id) already has the location \(quoted(location)); edit or delete that item instead"
        case .notMoved(let id):
            "item \(id) hasn't moved, as far as is known\(command("use 'items --check id:\(id)' to check its location"))"
        case .unknownRule(let id): "unknown rule \(id)\(command("use 'rule list' to list rules"))"
        case .unknownGroup(let name): "unknown group \(quoted(name))\(command("use 'one-of' to list groups"))"
        case .inOtherGroup(let name, let group):
            "\(quoted(name)) is in the group \(quoted(group)), and a tag is in one group at most; \(removal(fromGroup: group))"
        case .unknownWebhook(let id): "unknown webhook \(id)\(command("use 'webhook list' to list webhooks"))"
        case .unknownConnection(let name, let known):
            "unknown connection \(quoted(name))\(offer(known, orCommand: "use 'connect add' to make one"))"
        case .connectionOnDevice(let device, let url):
            "the connection to \(quoted(url)) belongs to the device \(quoted(device))\(command("pull and push there, or take it over with 'connect add' and --move"))"
        case .unknownSetOfConnection(let name):
            "the set of the connection \(quoted(name)) was deleted\(command("use 'undo' to restore it, or 'connect remove'"))"
        case .unknownView(let name): "unknown view \(quoted(name))\(command("use 'view list' to list views"))"
        case .viewNotShared(let name):
            "the view \(quoted(name)) isn't shared\(command("use 'view list' to list views"))"
        case .invalidQuery(let problem): problem
        case .onlySet(let name): "can't drop \(quoted(name)), the only set; create another set first"
        case .noOrdinarySet:
            "a daily set keeps an item with a location only if the set is named; name a set, or create one that isn't daily"
        case .unknownNumber(let number, let count):
            "unknown chip \(number); the set has \(count)\(typed == nil ? "" : " (use 'show --numbers' to see their numbers)")"
        case .chipGone(let number, let tag, let set):
            "chip \(number) was \(quoted(tag)), which is no longer in the set \(quoted(set))\(command("use 'show' to see the current numbers"))"
        case .nothingToUndo: "nothing to undo"
        case .undoneToLimit(let count, let limit):
            "nothing left to undo; \(count) older \(count == 1 ? "step was" : "steps were") discarded to stay within \(limit >> 20) MB\(typed == nil ? "" : " (see 'doctor --undo-size')")"
        case .stepChangedFiles(let summary, let isUndo):
            "\(quoted(summary)) changed files, which are only restored in a terminal of their machine\(typed == nil ? "" : "; use 'tagflow \(isUndo ? "undo" : "redo")' there")"
        case .notNewestStep(let id):
            "change \(id) isn't the newest change any more; list the changes and undo those after it first"
        case .nothingToRedo: "nothing to redo; \(typed == nil ? "undo a change" : "use 'undo'") first"
        case .badImport(let name, let errors, let hasMore):
            "\(shown(name)): \(ImportErrorText(errors, hasMore: hasMore).text) or \(typed == nil ? "skip invalid entries" : "use --skip-invalid")"
        case .invalidSetting(let name, let value, let rule): "invalid \(name) \(quoted(value)); \(rule)"
        }
    }

    /// Returns the implication that can't be added, followed by its cycle; a long cycle is abbreviated.
    func cycle(_ names: [String]) -> String {
        let left = names.count - Self.cycleLimit
        let listed =
            left > 1
            ? names.prefix(Self.cycleLimit - 2).map(shown) + ["\(left + 1) more"] + names.suffix(1).map(shown)
            : names.map(shown)
        let ends = names.prefix(2).map(quoted)
        return "\(ends.joined(separator: " can't imply ")): \(listed.joined(separator: " → ")) would be a cycle"
    }

    /// The maximum number of tags listed for a cycle.
    private static let cycleLimit = 8

    // MARK: - Commands

    /// Returns a remedy that consists of a command only; empty if commands aren't named.
    private func command(_ remedy: String) -> String { typed == nil ? "" : "; \(remedy)" }

    private func use(_ command: String, _ name: String, to effect: String, else plain: String? = nil) -> String {
        guard let typed else { return plain ?? effect }
        return use(CommandHint(command, typed(name)), to: effect)
    }

    private func use(
        _ command: String, _ name: String, _ other: String, to effect: String, else plain: String? = nil
    ) -> String {
        guard let typed else { return plain ?? effect }
        return use(CommandHint(command, typed(name), typed(other)), to: effect)
    }

    /// Returns the removal of the first implication of a cycle that isn't a level of a name; levels can't be removed.
    private func removal(fromCycle names: [String]) -> String {
        let pairs = Array(zip(names.dropFirst(), names.dropFirst(2)))
        let stored = pairs.first { pair in !TagPath.isKey(TagKey(pair.0).text, below: TagKey(pair.1).text) }
        let (name, other) = stored ?? pairs.first ?? ("", "")
        return use("unimply", name, other, to: "break it", else: "remove one of these implications first")
    }

    private func removal(fromGroup group: String) -> String {
        guard typed != nil else { return "remove it there first" }
        return use(CommandHint("one-of --delete", group), to: "delete that group")
    }

    private func removal(of tag: String, from set: String) -> String {
        guard let typed else { return "remove it there" }
        // The hint is only useful if the set's name can be typed as well.
        guard CommandHint("use", set) != nil else { return "use 'sets' to list sets" }
        let command = "remove --set=\(ShellQuoting.posix.quoted(set))"
        return use(CommandHint(command, typed(tag)), to: "remove it there")
    }

    private func use(_ hint: CommandHint?, to effect: String) -> String {
        hint.map { "use '\($0.text)' to \(effect)" } ?? "use a name that can be typed"
    }

    private func offer(_ nearest: [String], or alternative: String) -> String {
        if nearest.isEmpty { return alternative }
        return "did you mean \(list(nearest))?\(typed == nil ? "" : " (\(alternative))")"
    }

    /// Returns the nearest names, and a remedy that consists of a command only.
    private func offer(_ nearest: [String], orCommand alternative: String) -> String {
        guard typed == nil else { return "; \(offer(nearest, or: alternative))" }
        return nearest.isEmpty ? "" : "; did you mean \(list(nearest))?"
    }

    // MARK: - Names

    private func list(_ names: [String], _ conjunction: String = "or") -> String {
        names.map(quoted).joined(separator: " \(conjunction) ")
    }

    /// A name from outside in quotes, cut to fit into one line.
    private func quoted(_ name: String) -> String { name.quoted(toCells: 60) }

    private func shown(_ name: String) -> String { name.shown(toCells: 60) }

    private func noun(_ kind: NamedItem) -> String {
        switch kind {
        case .tag(let name): name.map { "the tag \(quoted($0))" } ?? "a tag"
        case .alias(let tag): tag.map { "an alias of \(quoted($0))" } ?? "an alias"
        case .set: "a set"
        case .title: "a title"
        case .location: "a location"
        case .note: "a note"
        case .text: "a text"
        case .description: "a description"
        case .group: "a group"
        case .view: "a view"
        case .token: "the name of a token"
        }
    }

    private func label(_ kind: NamedItem) -> String {
        switch kind {
        case .tag: "tag"
        case .alias: "alias"
        case .set: "set name"
        case .title: "title"
        case .location: "location"
        case .note: "note"
        case .text: "text"
        case .description: "description"
        case .group: "group name"
        case .view: "view name"
        case .token: "token name"
        }
    }
}
