internal import Foundation
import TagCore
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
/// 1. `GivenArguments` reads the arguments byte for byte. `Program` moves leading options after the
///    command (`GlobalArguments`), finds the command's type in `Tagflow`, the list of all commands,
///    and lets it parse its arguments.
/// 2. A `TagflowCommand`, in the folder of its topic, runs in a `Session`. The session holds the
///    output streams, the environment and the database that `DatabaseLocation` resolves; the
///    database is opened when the command first needs its `TagService`.
/// 3. The command calls the service, with one transaction per call. It prints the result to a
///    `ByteStream` as a `PrintableText`, a board (`BoardPresenter`) or a line of JSON (`JSONLine`).
/// 4. `ExitStatus` maps a command's error to a message and an exit code.
///
/// Without a command, `ReplCommand` runs the REPL, which passes the words of each line to
/// `Program.execute`.
@main enum Main {
    static func main() { exit(run()) }

    /// Runs the program on the main thread, which commands may block.
    private static func run() -> Int32 {
        unblockSignals()
        // A write to a closed pipe then fails with an error, and the program ends quietly.
        _ = signal(SIGPIPE, SIG_IGN)
        let environment = ProcessInfo.processInfo.environment.mapValues(StreamSafeText.received)
        removeHostileLocales(environment)
        let program = Program(arguments: GivenArguments.process.texts, environment: environment)
        return program.run()
    }

    /// Unblocks all signals, so that Ctrl-C and changes of the terminal's size reach the main thread.
    ///
    /// A process inherits blocked signals from the thread that starts it; the threads of Dispatch block most signals.
    private static func unblockSignals() {
        var none = sigset_t()
        // Both functions only use the set during the call.
        unsafe sigemptyset(&none)
        unsafe pthread_sigmask(SIG_SETMASK, &none, nil)
    }

    /// Unsets locale variables that contain characters unsafe for a terminal.
    ///
    /// fontconfig prints the name of a locale that it doesn't know.
    private static func removeHostileLocales(_ environment: [String: String]) {
        for name in ["FC_LANG", "LC_ALL", "LC_CTYPE", "LANG"] {
            guard let value = environment[name], TerminalText.firstUnprintable(in: value) != nil else { continue }
            // The name is valid during the call, and no other thread reads the environment yet.
            _ = unsafe unsetenv(name)
        }
    }
}
