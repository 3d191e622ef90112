import ArgumentParser
import TagService
import TerminalFrontEnd
import TextMeasurement

/// The option `--all` of commands that otherwise apply to one set.
struct AllSetsOption: ParsableArguments {
    @Flag(help: "Apply to all sets.") var all = false

    /// Throws if a set is named, too.
    func validate(_ global: GlobalOptions) throws {
        guard all, global.set != nil else { return }
        throw ValidationError("--all can't be combined with --set")
    }
}

extension Session {
    /// Returns the set whose items a command applies to; `nil` for all sets.
    ///
    /// - Parameters:
    ///   - option: the option `--all`.
    ///   - global: the options that include `--set`.
    ///   - query: the query, which may name sets.
    /// - Returns: the set.
    func itemSet(_ option: AllSetsOption, _ global: GlobalOptions, query: String = "") -> SetReference? {
        if option.all || global.set == nil && ItemQuery.namesSets(query) { return nil }
        return set(global)
    }

    /// Returns ` in` the sets whose items match a query, for the report of a change; empty if there is only one set.
    func place(of query: ItemQuery, in set: SetReference?, _ service: TagService) throws -> String {
        guard set == nil, try hasSeveralSets(service) else { return try place(set, service) }
        return Self.place(ofSets: try service.items.sets(matching: query).map(\.set))
    }

    /// Returns ` in` sets, three at most with the number of the others; empty without sets.
    static func place(ofSets names: [String]) -> String {
        let others = names.count - 3
        guard let last = names.last else { return "" }
        let rest = others > 0 ? String.counted(others, "other set") : last
        let listed = others > 0 ? names.prefix(3) : names.dropLast()
        return listed.isEmpty ? " in \(rest)" : " in \(listed.joined(separator: ", ")) and \(rest)"
    }

    /// Returns the error for a query that no item of a set matches, which names other sets with matches; `nil` if none has any.
    ///
    /// ```
    /// no item in 'days' matches; 14 in 'bookmarks' (--all)
    /// ```
    func noMatch(_ query: ItemQuery, in set: SetReference?, _ service: TagService) throws -> CommandError? {
        guard let set, let others = try matches(of: query, outside: set, service) else { return nil }
        let name = try service.sets.name(of: set)
        return CommandError(code: ExitStatus.nothingFound, message: "no item in \(name.quoted) matches; \(others)")
    }

    /// Returns how many items of other sets match, such as `14 in 'bookmarks' (--all)`, for three sets at most; `nil` if none does.
    func matches(of query: ItemQuery, outside set: SetReference, _ service: TagService) throws -> String? {
        let name = try service.sets.name(of: set)
        let others = try service.items.sets(matching: query).filter { $0.set != name }
        guard !others.isEmpty else { return nil }
        return others.prefix(3).map { "\($0.count) in \($0.set.quoted)" }.joined(separator: ", ") + " (--all)"
    }
}
