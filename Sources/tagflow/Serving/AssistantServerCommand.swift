import ArgumentParser
import AssistantServer
import TagService
import TerminalFrontEnd

/// The command `mcp`: a server for assistants on standard input and output.
struct AssistantServerCommand: TagflowCommand {
    static let configuration = CommandConfiguration(
        commandName: "mcp",
        abstract:
            "Let an assistant suggest, find and save tags, as a server of the Model Context Protocol.",
        discussion: """
            An assistant starts it and speaks the Model Context Protocol with it on standard input and output, one JSON object a line: revision \
            2026-07-28, or 2025-11-25 and 2025-06-18. The README shows the lines of an assistant's configuration.

            Its tools are suggest_tags, find_tags, show_item and similar_tags, and with --write also save_item, merge_tags and undo. Without \
            --write nothing is changed. The resource tagflow://vocabulary has all tags with their uses.

            Example: tagflow mcp
            Example: tagflow mcp --write --set notes
            """
    )

    @OptionGroup var global: GlobalOptions
    @Flag(help: "Let the assistant save and merge tags, and undo.") var write = false

    func run(in session: Session) async throws {
        guard session.repl == nil else {
            throw CommandError(
                code: ExitStatus.usage,
                message: "the REPL reads the keyboard itself; an assistant starts 'tagflow mcp'"
            )
        }
        let service = try session.service(global)
        // A set that is not there is told at once, and not at the first call.
        _ = try service.selection(of: session.set(global))
        service.keepSuggestionsInMemory(
            indexedFrom: TagService.indexedFrom(in: session.environment)
        )
        let server = AssistantServer(
            service: service,
            set: session.set(global),
            canWrite: write,
            version: Tagflow.version
        )
        try await session.converse(server.output) { await server.run($0) }
    }
}
