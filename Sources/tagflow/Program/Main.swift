internal import Foundation
import TextMeasurement

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The process: passes its arguments and environment to the program, and exits with its code.
///
/// From here a command runs in these stages:
///
/// 1. `GivenArguments` reads the arguments, byte for byte; `Program` moves options before the command to the end
///    (`GlobalArguments`), takes long runs of words out while the parser works (`LongArguments`) and finds the command's type
///    in `Tagflow`, the list of all commands.
/// 2. A `TagflowCommand`, in the folder of its topic, is run in a `Session`: the output streams, the environment, and the
///    database that `DatabaseLocation` resolves, opened when the command first asks for its `TagService`.
/// 3. The command calls the service, one transaction a call, and prints the answer as a `PrintableText`, a board
///    (`BoardPresenter`) or a line of JSON (`JSONLine`) to a `ByteStream`.
/// 4. `ExitStatus` maps a command's error to a message and an exit code.
///
/// Without a command `ReplCommand` runs the REPL, whose lines come back to `Program.execute` as arguments.
@main
enum Main {
    @MainActor static func main() async {
        exit(await run())
    }

    /// Runs away from the main actor: calls from there to the service would change threads twice each.
    @concurrent
    private static func run() async -> Int32 {
        // Writes to a closed pipe then fail instead, which isn't reported.
        _ = signal(SIGPIPE, SIG_IGN)
        let environment = ProcessInfo.processInfo.environment
        removeHostileLocales(environment)
        let program = Program(
            arguments: GivenArguments.process.texts,
            environment: environment
        )
        return await program.run()
    }

    /// Removes locales with characters that must not reach a terminal, since fontconfig prints those that it does not know.
    private static func removeHostileLocales(_ environment: [String: String]) {
        for name in ["FC_LANG", "LC_ALL", "LC_CTYPE", "LANG"] {
            guard let value = environment[name], TerminalText.firstUnprintable(in: value) != nil
            else { continue }
            // The name is lent for the call; no other thread runs yet that reads the environment.
            _ = unsafe unsetenv(name)
        }
    }
}
