import ArgumentParser
import LanguageServer
import TagService
import TerminalFrontEnd

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The command `lsp`: a language server on standard input and output.
struct LanguageServerCommand: TagflowCommand {
    static let group = HelpGroup.servers
    static let configuration = CommandConfiguration(
        commandName: "lsp", abstract: "Complete, check and rename tags in your editor, as a language server.",
        discussion: """
            An editor starts this command and uses LSP 3.17 on standard input and output; \
            Documentation/editors.md shows the setup of Neovim and VS Code. In Markdown, MDX, Org \
            and plain text it offers completion, hover, quick fixes for aliases and misspellings, \
            rename in all notes, references, and all tags as symbols. A saved note becomes an \
            item; its location is its path in the open folder, as with 'import'.

            Example: tagflow lsp --set notes
            """)

    static let isServer = true
    @OptionGroup var global: GlobalOptions

    var onlyReads: Bool { false }

    func run(in session: Session) throws {
        guard session.repl == nil, isatty(0) == 0 else {
            throw CommandError(
                code: ExitStatus.usage, message: "'lsp' needs an editor on standard input; see Documentation/editors.md"
            )
        }
        let location = session.location(global)
        try GivenArguments.process.requireText(ofDatabase: location.path, option: global.database)
        let service = try session.pooledService(global)
        let server = LanguageServer(
            // A second service suggests tags while the first is busy.
            suggesting: location == .memory ? service : try TagService(location, concurrency: .pool), service: service,
            set: session.set(global), version: Tagflow.version)
        _ = try service.sets.name(of: session.set(global))
        service.suggestions.trainInBackground()
        let hasEnded = try session.converse(server.output) { await server.run($0) }
        guard hasEnded else { throw CommandError(code: ExitStatus.nothingFound, message: nil) }
    }
}
