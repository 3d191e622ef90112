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
    static let configuration = CommandConfiguration(
        commandName: "lsp",
        abstract: "Complete, check and rename tags in your editor, as a language server.",
        discussion: """
            An editor starts it and speaks LSP 3.17 with it on standard input and output; the README shows how to set up Neovim and VS Code. \
            It knows the tags of Markdown, MDX and Org, and '#tags' in plain text: completion, hover, hints at aliases and misspellings with \
            what to do about them, rename in all notes, references, and all tags as symbols. A note that is saved is learnt, by its path from \
            the folder that is open, as 'import --from markdown' does.

            Example: tagflow lsp --set notes
            """
    )

    @OptionGroup var global: GlobalOptions

    func run(in session: Session) async throws {
        guard session.repl == nil, isatty(0) == 0 else {
            throw CommandError(
                code: ExitStatus.usage,
                message:
                    "'lsp' speaks with an editor, not with a person; the README shows how an editor starts it"
            )
        }
        let location = session.location(global)
        try GivenArguments.process.requireText(ofDatabase: location.path, option: global.database)
        let service = try session.pooledService(global)
        let server = LanguageServer(
            // A second service shares the database's connections, and answers while the first one works.
            suggesting: location == .memory
                ? service : try TagService(location, concurrency: .pool),
            service: service,
            set: session.set(global),
            version: Tagflow.version,
            indexedFrom: TagService.indexedFrom(in: session.environment)
        )
        _ = try service.name(of: session.set(global))
        let hasEnded = try await session.converse(server.output) { await server.run($0) }
        guard hasEnded else {
            throw CommandError(code: ExitStatus.nothingFound, message: nil)
        }
    }
}
