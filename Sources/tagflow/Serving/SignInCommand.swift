import ArgumentParser
import TagService
import TerminalFrontEnd
import TextMeasurement

/// The command `sign-in`: prints a link that signs a browser in to the server that runs on this database.
///
/// ```
/// $ tagflow sign-in
/// http://127.0.0.1:7733/sign-in?key=tf_link.…
/// ```
struct SignInCommand: TagflowCommand {
    static let group = HelpGroup.servers
    static let configuration = CommandConfiguration(
        commandName: "sign-in", abstract: "Print a new link that signs a browser in to a running server.",
        discussion: """
            The link works once, within ten minutes. A server with --spaces prints such a link only when it starts.

            Example: tagflow sign-in
            Example: tagflow sign-in --url https://tags.example
            """)

    @OptionGroup var global: GlobalOptions
    @Option(
        help: ArgumentHelp(
            "The address of the server for browsers, such as that of a proxy; default: where it listens.",
            valueName: "url")) var url: String?

    var onlyReads: Bool { false }
    static let completions: [String: CommandArguments.Value] = ["--url": .text]

    func validate() throws {
        guard let url, !TagService.isWebAddress(url) else { return }
        throw ValidationError("--url needs an address such as https://tags.example")
    }

    func run(in session: Session) throws {
        // Without a server there is nothing to do, and opening the service would create a missing database.
        guard case .file(let path) = session.location(global), let running = ServerAddress.address(ofDatabase: path)
        else {
            throw CommandError(
                code: ExitStatus.notAvailable, message: "no server runs on this database; use 'serve' to start one")
        }
        let address = url.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 } ?? running
        try session.print("\(address)/sign-in?key=\(try session.service(global).tokens.makeSignInKey())\n")
    }
}
