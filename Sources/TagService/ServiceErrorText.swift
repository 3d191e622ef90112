internal import TextMeasurement

/// The wording of a ``TagServiceError``: the problem, then a command that solves it.
struct ServiceErrorText {
    /// Returns a name as the user must type it in a suggested command.
    let typed: (String) -> String

    func text(of error: TagServiceError) -> String {
        switch error {
        case .unknownTag(let name, let nearest, canBeMade: true):
            "unknown tag \(quoted(name)); \(offer(nearest, or: use("add", name, to: "create it")))"
        case .unknownTag(let name, let nearest, canBeMade: false):
            nearest.isEmpty
                ? "unknown tag \(quoted(name)); use 'tags --all' to list tags"
                : "unknown tag \(quoted(name)); did you mean \(list(nearest))?"
        case .notInSet(let tag, let set):
            "tag \(quoted(tag)) isn't in the set \(quoted(set)); \(use("add", tag, to: "add it"))"
        case .notInSetToRemove(let tag, let set, let others):
            if let other = others.first {
                "tag \(quoted(tag)) isn't in the set \(quoted(set)), only in \(list(others, "and")); \(removal(of: tag, from: other))"
            } else {
                "tag \(quoted(tag)) isn't in any set; \(use("delete", tag, to: "delete the tag itself"))"
            }
        case .unknownSet(let name, let nearest):
            "unknown set \(quoted(name)); \(offer(nearest, or: use("new", name, to: "create it")))"
        case .nameTaken(let name, let owner): "\(quoted(name)) is already \(noun(owner)); choose another name"
        case .renameToTag(let name, let new, let other):
            "\(quoted(new)) is already \(new == other ? "a tag" : noun(.alias(of: other))); \(use("merge", name, other, to: "merge the two tags"))"
        case .invalidName(let name, let kind, let problem):
            "invalid \(label(kind)) \(quoted(name)): \(problem.description)"
        case .unknownAlias(let name, let nearest):
            "unknown alias \(quoted(name)); \(offer(nearest, or: "use 'tags --all' to list aliases"))"
        case .mergeIntoItself(let name): "can't merge \(quoted(name)) into itself; name two different tags"
        case .distinctFromItself(let name): "can't distinguish \(quoted(name)) from itself; name two different tags"
        case .impliesItself(let name): "\(quoted(name)) can't imply itself; name two different tags"
        case .implicationCycle(let names):
            "\(cycle(names)); \(use("unimply", names.dropFirst().first ?? "", names.dropFirst(2).first ?? "", to: "break it"))"
        case .unknownImplication(let name, let other):
            "\(quoted(name)) doesn't imply \(quoted(other)); use 'imply' to list implications"
        case .nothingSelected(let set): "nothing is selected in \(quoted(set)); select a tag first"
        case .unknownItem(let id): "unknown item \(id); use 'items' to list items"
        case .unknownToken(let id): "unknown token \(id); use 'token list' to list tokens"
        case .unknownTitle(let title, let set, _) where Int64(title) != nil:
            "no item \(title) in \(quoted(set)); use 'items' to list items, or 'undo' to bring back a deleted item"
        case .unknownTitle(let title, let set, let nearest):
            "no item titled \(quoted(title)) in \(quoted(set)); \(offer(nearest, or: "use 'items' to list items"))"
        case .sameItem(let id, let other):
            "items \(id) and \(other) would be identical; use 'delete-item \(id)' to keep only the other"
        case .locationTaken(let location, let id):
            "item \(id) already has the location \(quoted(location)); edit or delete that item instead"
        case .unknownRule(let id): "unknown rule \(id); use 'rule list' to list rules"
        case .unknownWebhook(let id): "unknown webhook \(id); use 'webhook list' to list webhooks"
        case .unknownView(let name): "unknown view \(quoted(name)); use 'view list' to list views"
        case .invalidQuery(let problem): problem
        case .onlySet(let name): "can't drop \(quoted(name)), the only set; create another set first"
        case .unknownNumber(let number, let count):
            "unknown chip \(number); the set has \(count) (use 'show --numbers' to see their numbers)"
        case .chipGone(let number, let tag, let set):
            "chip \(number) was \(quoted(tag)), which is no longer in the set \(quoted(set)); use 'show' to see the current numbers"
        case .nothingToUndo: "nothing to undo"
        case .undoneToLimit(let count, let limit):
            "nothing left to undo; \(count) older \(count == 1 ? "step was" : "steps were") discarded to stay within \(limit >> 20) MB (see 'doctor --undo-size')"
        case .notNewestStep(let id):
            "change \(id) isn't the newest change any more; list the changes and undo those after it first"
        case .nothingToRedo: "nothing to redo; use 'undo' first"
        case .badImport(let name, let errors, let hasMore):
            "\(shown(name)): \(ImportErrorText(errors, hasMore: hasMore).text) or use --skip-invalid"
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

    private func use(_ command: String, _ name: String, to effect: String) -> String {
        use(CommandHint(command, typed(name)), to: effect)
    }

    private func use(_ command: String, _ name: String, _ other: String, to effect: String) -> String {
        use(CommandHint(command, typed(name), typed(other)), to: effect)
    }

    private func removal(of tag: String, from set: String) -> String {
        // The hint is only useful if the set's name can be typed as well.
        guard CommandHint("use", set) != nil else { return "use 'sets' to list sets" }
        let command = "remove --set=\(ShellQuoting.posix.quoted(set))"
        return use(CommandHint(command, typed(tag)), to: "remove it there")
    }

    private func use(_ hint: CommandHint?, to effect: String) -> String {
        hint.map { "use '\($0.text)' to \(effect)" } ?? "use a name that can be typed"
    }

    private func offer(_ nearest: [String], or alternative: String) -> String {
        nearest.isEmpty ? alternative : "did you mean \(list(nearest))? (\(alternative))"
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
        case .view: "view name"
        case .token: "token name"
        }
    }
}
