import ArgumentParser
import AssistantServer
import TagService
import TerminalFrontEnd

/// The command `mcp`: a Model Context Protocol server on standard input and output.
struct AssistantServerCommand: TagflowCommand {
    static let group = HelpGroup.servers
    static let configuration = CommandConfiguration(
        commandName: "mcp", abstract: "Let an assistant suggest, find and save tags over the Model Context Protocol.",
        discussion: """
            An assistant starts this command and exchanges messages of the Model Context Protocol \
            on standard input and output, one JSON object per line (revisions 2026-07-28, \
            2025-11-25 and 2025-06-18). Documentation/assistants.md shows the configuration.

            The tools are suggest_tags, find_tags, find_items, show_item, review and similar_tags; --write adds \
            save_item, edit_item, merge_tags and undo. Without --write nothing can change. The resource \
            tagflow://vocabulary lists all tags with their uses.

            Example: tagflow mcp
            Example: tagflow mcp --write --set notes
            """)

    static let isServer = true
    @OptionGroup var global: GlobalOptions
    @Flag(help: "Let the assistant save items, merge tags and undo.") var write = false

    var onlyReads: Bool { false }

    func run(in session: Session) throws {
        guard session.repl == nil else {
            throw CommandError(
                code: ExitStatus.usage,
                message: "'mcp' doesn't work in the REPL; configure your assistant to run 'tagflow mcp'")
        }
        // A pool would begin a log in the file.
        let service = try write ? session.pooledService(global) : session.service(global)
        // Reports a missing set now rather than on the first request.
        _ = try service.selection.tags(in: session.set(global))
        service.suggestions.keepInMemory()
        // Without --write, the database isn't changed, not even by learning.
        if write { service.suggestions.trainInBackground() }
        let server = AssistantServer(
            service: service, set: session.set(global), canWrite: write, version: Tagflow.version)
        try session.converse(server.output) { await server.run($0) }
    }
}
