import ArgumentParser
import TagService
import TerminalFrontEnd
import TextMeasurement

/// The command `merge FROM… INTO`.
///
/// ```
/// $ tagflow merge photos pics fotos photo
/// 3 tags are now aliases of photo: photos, pics, fotos
/// ```
struct MergeCommand: TagflowCommand {
    static let group = HelpGroup.tags
    static let configuration = CommandConfiguration(
        commandName: "merge", abstract: "Merge tags into the last one; the others become its aliases.",
        discussion: """
            The last tag takes over the uses, sets, aliases and implications of the others, in one \
            undo step. An implication between them, or one that would close a cycle, is dropped and \
            reported. It keeps its description and color, and takes those of the others if it has none.

            Example: tagflow merge photos photo
            Example: tagflow merge photos pics fotos photo
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions

    @Argument(help: "The tags that become aliases, and last the tag to keep.") var tags: [String]

    var onlyReads: Bool { false }
    static var words: WritableKeyPath<Self, [String]>? { \.tags }
    static let completions: [String: CommandArguments.Value] = ["tags": .tag]

    /// The result of merging several tags in JSON.
    private struct Merged: Encodable {
        var from: [String]
        var into: String
    }

    func validate() throws {
        guard tags.count > 1 else { throw ValidationError("merge needs the tags to merge, and the tag to keep last") }
    }

    func run(in session: Session) throws {
        var names: [String] = []
        for word in tags { names.append(try session.tag(word, global)) }
        let into = names.removeLast()
        let service = try session.service(global)
        let (dropped, details) =
            names.count == 1
            ? try mergeOne(names[0], into: into, with: service, session)
            : try merge(names, into: into, with: service, session)
        for taken in details.taken { try session.note("took \(taken.parts) of \(taken.tag.quoted)", global) }
        for lost in details.dropped { try session.note("dropped \(lost.parts) of \(lost.tag.quoted)", global) }
        for tag in details.groups {
            try session.note(
                "\(tag.tag.quoted) was in the group \(tag.group.quoted); the last tag stays in its own", global)
        }
        for rule in dropped {
            let implied = rule.implies.joined(separator: ", ")
            try session.note(
                "dropped the implication \(rule.tag.quoted) → \(implied.quoted), which would close a cycle", global)
        }
    }

    private func mergeOne(
        _ name: String, into target: String, with service: TagService, _ session: Session
    ) throws -> ([Implications], MergedDetails) {
        let merged = try service.tags.merge(name, into: target)
        try session.report(
            ["from": merged.from, "into": merged.into], "\(merged.from) is now an alias of \(merged.into)\n", output,
            global)
        return (merged.withoutImplications, merged.details)
    }

    private func merge(
        _ names: [String], into target: String, with service: TagService, _ session: Session
    ) throws -> ([Implications], MergedDetails) {
        let merged = try service.tags.merge(names, into: target)
        let list = merged.from.joined(separator: ", ")
        let text: PrintableText =
            merged.from.count == 1
            ? "\(list) is now an alias of \(merged.into)\n"
            : "\(merged.from.count) tags are now aliases of \(merged.into): \(list)\n"
        try session.report(Merged(from: merged.from, into: merged.into), text, output, global)
        return (merged.withoutImplications, merged.details)
    }
}

/// The command `alias ALIAS TAG`.
struct AliasCommand: TagflowCommand {
    static let group = HelpGroup.tags
    static let configuration = CommandConfiguration(
        commandName: "alias", abstract: "Add an alias for a tag: first the alias, then the tag.",
        discussion: "Example: tagflow alias jogging running")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions

    @Argument(help: "The new name.") var alias: String
    @Argument(help: "The tag that it is another name of.") var tag: String

    var onlyReads: Bool { false }
    static let completions: [String: CommandArguments.Value] = ["tag": .tag]

    func run(in session: Session) throws {
        let tag = try knownTag(session)
        let service = try session.service(global)
        let alias = session.repl?.name(alias) ?? alias
        let names = try added(alias, of: tag, to: service)
        try session.report(
            ["alias": names.alias, "tag": names.tag], "\(names.alias) is now an alias of \(names.tag)\n", output, global
        )
    }
}

extension AliasCommand {
    /// Returns the name of the tag.
    ///
    /// - Throws: `CommandError` for an unknown tag, with the order of the names if the alias names a tag.
    private func knownTag(_ session: Session) throws -> String {
        let name = try session.tag(tag, global)
        let tags = try session.service(global).tags
        guard try tags.known(name) == nil, let swapped = try tags.known(alias)?.tag else { return name }
        let hint = CommandHint("alias", name, swapped).map { "; use '\($0.text)'" } ?? ""
        throw CommandError(
            code: ExitStatus.badData, message: "unknown tag \(name.quoted); the alias comes first, then the tag\(hint)")
    }

    private func added(_ alias: String, of tag: String, to service: TagService) throws -> (alias: String, tag: String) {
        do { return try service.tags.addAlias(alias, to: tag) } catch TagServiceError.nameTaken(let name, .tag)
            where name != tag
        {
            let hint = CommandHint("merge", name, tag)
            throw CommandError(
                code: ExitStatus.badData,
                message:
                    "\(name.quoted) is already a tag, and the alias comes first; \(hint.map { "use '\($0.text)' to merge the two tags" } ?? "choose another name")"
            )
        }
    }
}

/// The command `unalias ALIAS`.
struct UnaliasCommand: TagflowCommand {
    static let group = HelpGroup.tags
    static let configuration = CommandConfiguration(
        commandName: "unalias", abstract: "Delete an alias, but not its tag.",
        discussion: "Example: tagflow unalias jogging")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions

    @Argument(help: "The alias.") var alias: String

    var onlyReads: Bool { false }
    static let completions: [String: CommandArguments.Value] = ["alias": .tag]

    func run(in session: Session) throws {
        let names = try session.service(global).tags.removeAlias(session.repl?.name(alias) ?? alias)
        try session.report(
            ["alias": names.alias, "tag": names.tag], "\(names.alias) is no longer an alias of \(names.tag)\n", output,
            global)
    }
}

/// The command `delete TAG…`.
struct DeleteCommand: TagflowCommand {
    static let group = HelpGroup.tags
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete tags everywhere: from all sets, items and suggestions.",
        discussion: """
            To remove a tag from one set only, use 'remove'. 'undo' restores deleted tags.

            Example: tagflow delete runing \"old project\"
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions

    @Argument(help: "Names or aliases of tags; '-' reads one per line.") var tags: [String]

    var onlyReads: Bool { false }
    static var words: WritableKeyPath<Self, [String]>? { \.tags }
    static let completions: [String: CommandArguments.Value] = ["tags": .tag]

    func run(in session: Session) throws {
        let names = try session.service(global).tags.delete(try session.tags(tags, global))
        let shown = names.count == 1 ? names[0].quoted : "\(names.count) tags"
        try session.report(
            ["deleted": names], "deleted \(shown); 'undo' restores \(names.count == 1 ? "it" : "them")\n", output,
            global)
    }
}
