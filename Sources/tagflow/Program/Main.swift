internal import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The process: hands its arguments and streams to the program, and ends with its exit code.
@main
enum Main {
    @MainActor static func main() async {
        exit(await run())
    }

    /// Runs away from the main actor: calls from there to the service would change threads twice each.
    @concurrent
    private static func run() async -> Int32 {
        // A reader that went away is noticed by the write that fails, and is no error.
        _ = signal(SIGPIPE, SIG_IGN)
        let program = Program(
            arguments: GivenArguments.process.texts,
            environment: ProcessInfo.processInfo.environment
        )
        return await program.run()
    }
}
