import ArgumentParser
import TagService

/// The command `imply [TAG OTHER]`.
struct ImplyCommand: TagflowCommand {
    static let configuration = CommandConfiguration(
        commandName: "imply",
        abstract: "Make a rule: who has a tag has another one.",
        discussion: """
            When the first tag is on, the second one is offered first, and so is what it implies in turn; 'select --implied' \
            turns them on at once. Suggestions learn from what was saved, and not from what follows. Rules form no cycle. Without tags, \
            lists the rules; as JSON, in a form that 'import' reads. 'doctor --implications' lists rules that items speak for.

            Example: tagflow imply beagle dog
            Example: tagflow imply --format json
            """
    )

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions
    @Argument(
        help: ArgumentHelp(
            "The tag that has the rule, and the one that follows.",
            valueName: "tag"
        )
    )
    var tags: [String] = []

    func validate() throws {
        guard tags.count == 2 || tags.isEmpty else {
            throw ValidationError("imply takes two tags: the one that has the rule, then the other")
        }
    }

    func run(in session: Session) async throws {
        let service = try session.service(global)
        guard !tags.isEmpty else { return try await list(from: service, in: session) }
        let rule = try service.imply(
            try await session.tag(tags[0], global),
            try await session.tag(tags[1], global)
        )
        let implied = rule.implies.joined(separator: ", ")
        try session.report(rule, "\(rule.tag) implies \(implied)\n", output, global)
    }

    private func list(from service: TagService, in session: Session) async throws {
        let rules = try service.implications()
        guard output.format == .text else { return try session.print(json: rules) }
        for rule in rules {
            for implied in rule.implies { try session.print("\(rule.tag)\t\(implied)\n") }
        }
    }
}

/// The command `unimply TAG OTHER`.
struct UnimplyCommand: TagflowCommand {
    static let configuration = CommandConfiguration(
        commandName: "unimply",
        abstract: "Take away the rule that who has a tag has another one.",
        discussion: "Example: tagflow unimply beagle dog"
    )

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions

    @Argument(help: "The tag that has the rule.") var tag: String
    @Argument(help: "The tag that it implies.") var other: String

    func run(in session: Session) async throws {
        let rule = try session.service(global)
            .unimply(try await session.tag(tag, global), try await session.tag(other, global))
        let implied = rule.implies.joined(separator: ", ")
        try session.report(rule, "\(rule.tag) does not imply \(implied) any more\n", output, global)
    }
}
