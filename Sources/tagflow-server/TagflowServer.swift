import ArgumentParser
import Foundation
import HTTPService
import Logging
import ServiceLifecycle
import TagService
import UnixSignals

/// The HTTP server: reads its options and runs until it receives SIGTERM or SIGINT.
///
/// ```
/// $ tagflow-server --database tags.sqlite
/// listening on http://127.0.0.1:7733
/// sign in once: http://127.0.0.1:7733/sign-in?key=…
/// ```
@main struct TagflowServer: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tagflow-server", abstract: "Serve tags, sets, suggestions and boards over HTTP.",
        discussion: """
            Every option can also be set in the environment, such as TAGFLOW_LISTEN for --listen. \
            The server's admin token comes from TAGFLOW_ADMIN_TOKEN or a file, never from an \
            argument, because other users can see arguments.

            Example: tagflow-server --database tags.sqlite --listen 127.0.0.1:7733
            """, version: "0.1.0")

    @OptionGroup var options: ServerOptions

    func run() async throws {
        let environment = ProcessInfo.processInfo.environment
        let settings = try options.settings(environment)
        let manager = ServiceManager(environment)
        let format = try LogFormat(options.logFormat, environment)
        LoggingSystem.bootstrap { ServerLog(label: $0, format: format) }
        let logger = Logger(label: "tagflow-server")
        let server = HTTPServer(settings, logger: logger) { running in
            switch format {
            case .text: ErrorStream.print("listening on \(running.url)\nsign in once: \(running.signInURL)\n")
            case .json:
                logger.info("listening", metadata: ["url": "\(running.url)", "sign-in": "\(running.signInURL)"])
            }
            manager.send("READY=1")
        }
        let services = ServiceGroup(
            configuration: .init(
                services: [server, Watchdog(manager: manager)], gracefulShutdownSignals: [.sigterm, .sigint],
                logger: logger))
        do { try await services.run() } catch {
            switch format {
            case .text: ErrorStream.print("tagflow-server: \("\(error)")\n")
            case .json: logger.critical("\(error)")
            }
            throw ExitCode(Self.code(of: error))
        }
    }

    private static func code(of error: any Error) -> Int32 {
        switch error {
        case StoreError.notOurs, StoreError.newerSchema, StoreError.upgraded, StoreError.changedSchema,
            StoreError.corrupt, StoreError.onNetwork:
            78
        case StoreError.notPermitted: 77
        case StoreError.locked: 75
        default: 69
        }
    }
}

/// A service that reports to the service manager that the server is alive or stopping.
private struct Watchdog: Service {
    let manager: ServiceManager

    func run() async throws {
        do {
            try await cancelWhenGracefulShutdown {
                while true {
                    try await Task.sleep(for: manager.watchdogInterval ?? .seconds(3_600))
                    manager.send("WATCHDOG=1")
                }
            }
        } catch is CancellationError { manager.send("STOPPING=1") }
    }
}
