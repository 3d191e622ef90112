import ArgumentParser
import Foundation
import TagService
internal import TerminalFrontEnd
import TextMeasurement

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The command `serve`: runs tagflow-server, which is installed next to this program.
///
/// ```
/// $ tagflow serve --database tags.sqlite -- --listen 127.0.0.1:7733
/// ```
///
/// This runs `tagflow-server --database tags.sqlite --listen 127.0.0.1:7733`.
struct ServeCommand: TagflowCommand {
    static let group = HelpGroup.servers
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Serve this database over HTTP, with tagflow-server.",
        discussion: """
            Runs tagflow-server, which is installed next to this program. Its options follow '--'; \
            'tagflow-server --help' lists them.

            Example: tagflow serve -- --listen 127.0.0.1:7733
            """)

    static let isServer = true
    @OptionGroup var global: GlobalOptions
    @Argument(parsing: .postTerminator, help: "Options of tagflow-server.") var options: [String] = []

    var onlyReads: Bool { false }

    func run(in session: Session) throws {
        let program = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
        let own = Bundle.main.executableURL ?? program
        let path = own.deletingLastPathComponent().appendingPathComponent("tagflow-server").path
        guard FileManager.default.isExecutableFile(atPath: path) else {
            throw CommandError(
                code: ExitStatus.notAvailable,
                message: "'tagflow-server' isn't installed next to this program; run 'make install'")
        }
        let database = global.database.map { ["--database", $0] } ?? []
        try session.output.flush()
        session.close()
        try Self.become(path, [path] + database + options)
    }

    /// Replaces this process with another program.
    private static func become(_ path: String, _ arguments: [String]) throws {
        let words = unsafe arguments.map { unsafe strdup($0) } + [nil]
        // The strings are never freed: execv replaces the process, or the program ends.
        _ = unsafe execv(path, words)
        throw CommandError(
            code: ExitStatus.notAvailable, message: "can't run \(path.quoted) (system error \(errno)); reinstall it")
    }
}
