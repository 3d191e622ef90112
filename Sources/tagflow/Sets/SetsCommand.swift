import ArgumentParser
import TagService

/// The command `sets`.
struct SetsCommand: TagflowCommand {
    static let configuration = CommandConfiguration(
        commandName: "sets",
        abstract: "List the tag sets.",
        discussion: "Example: tagflow sets --format json"
    )

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions

    func run(in session: Session) async throws {
        let sets = try await session.service(global).sets()
        guard output.format == .text else { return try session.print(json: sets) }
        for set in sets {
            let mark = set.chosen ? "*" : " "
            try session.print(
                "\(mark) \(set.set)\t\(set.selected)/\(set.tags) selected\t\(set.saved) saved\n"
            )
        }
    }
}
