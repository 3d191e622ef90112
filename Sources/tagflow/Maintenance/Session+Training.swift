import TagService
import TerminalFrontEnd
import TextMeasurement

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Training the linear models, with a progress bar on a terminal.
extension Session {
    /// Trains the linear models; Ctrl-C stops the training.
    ///
    /// - Parameters:
    ///   - service: the service.
    ///   - global: the options that include `--quiet`.
    ///   - context: the beginning of the message after Ctrl-C, such as what was done before.
    /// - Returns: the report; `nil` if there are too few items.
    /// - Throws: `CommandError` after Ctrl-C; `StoreError`.
    func train(_ service: TagService, _ global: GlobalOptions, context: String = "") throws -> LinearModelReport? {
        let bar = ProgressBar(title: "learn", isShown: isatty(2) == 1 && !global.quiet)
        defer { bar.end() }
        return try Interruption.catching(once: true) { isInterrupted in
            let report = try service.suggestions.train(progress: { bar.show($0) }, isStopped: isInterrupted)
            guard report != nil || !isInterrupted() else {
                throw CommandError(
                    code: ExitStatus.interrupted,
                    message: "\(context)learning was interrupted; repeat it with 'tagflow doctor --train'")
            }
            return report
        }
    }

    /// Trains the linear models after an import that changed enough items; an error doesn't concern the import.
    ///
    /// The interactive REPL trains in the background.
    func trainAfterImport(_ service: TagService, _ global: GlobalOptions) throws {
        guard repl?.isBoardShown != true else { return }
        do {
            guard try service.suggestions.isLinearModelOutdated() else { return }
            // The report of the import must be readable if the training is interrupted.
            try output.flush()
            _ = try train(service, global, context: "the import is complete, but ")
        } catch let error as StoreError {
            try note("the import is complete, but learning from its items failed: \(error.description)", global)
        }
    }

    /// Returns the service of a command that may open the picker, which trains the linear models in the background.
    func pickingService(_ options: GlobalOptions) throws -> TagService {
        guard isInteractive else { return try service(options) }
        // With a single connection, the picker would wait for the training.
        let pooled = try pooledService(options)
        pooled.suggestions.trainInBackground()
        return pooled
    }
}
