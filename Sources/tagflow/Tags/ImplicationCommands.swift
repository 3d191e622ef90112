import ArgumentParser
import TagService
import TerminalFrontEnd

/// The command `unimply TAG OTHER`.
///
/// ```
/// $ tagflow unimply beagle dog
/// beagle no longer implies dog
/// ```
struct UnimplyCommand: TagflowCommand {
    static let group = HelpGroup.tags
    static let configuration = CommandConfiguration(
        commandName: "unimply", abstract: "Delete an implication.", discussion: "Example: tagflow unimply beagle dog")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions

    @Argument(help: "The implying tag.") var tag: String
    @Argument(help: "The implied tag.") var other: String

    var onlyReads: Bool { false }
    static let completions: [String: CommandArguments.Value] = ["other": .tag]

    func run(in session: Session) throws {
        let rule = try session.service(global).tags
            .deleteImplication(from: try session.tag(tag, global), to: try session.tag(other, global))
        let implied = rule.implies.joined(separator: ", ")
        try session.report(rule, "\(rule.tag) no longer implies \(implied)\n", output, global)
    }
}
