internal import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Ctrl-C while a task runs that can be stopped.
public enum Interruption {
    /// Whether Ctrl-C has been pressed since the task began.
    private static let hasOccurred = Atomic(false)

    /// Whether Ctrl-C has been pressed since the last task began, for its other threads.
    public static var isRequested: Bool { hasOccurred.load(ordering: .relaxed) }

    /// Runs a task during which Ctrl-C sets a flag instead of ending the program.
    ///
    /// A second Ctrl-C ends the program if `once` is set.
    ///
    /// - Parameters:
    ///   - once: Whether only the first Ctrl-C sets the flag.
    ///   - task: The task; its argument returns whether Ctrl-C has been pressed.
    /// - Returns: The result of the task.
    /// - Throws: The errors of the task.
    public static func catching<Result>(
        once: Bool = false, _ task: (_ isInterrupted: () -> Bool) throws -> Result
    ) rethrows -> Result {
        hasOccurred.store(false, ordering: .relaxed)
        // The structures are local variables, which outlive the calls.
        var ours = sigaction()
        var before = sigaction()
        #if canImport(Glibc)
        unsafe ours.__sigaction_handler.sa_handler = { _ in Interruption.hasOccurred.store(true, ordering: .relaxed) }
        #else
        unsafe ours.__sigaction_u.__sa_handler = { _ in Interruption.hasOccurred.store(true, ordering: .relaxed) }
        #endif
        if once { ours.sa_flags = Int32(truncatingIfNeeded: SA_RESETHAND) }
        unsafe sigemptyset(&ours.sa_mask)
        unsafe sigaction(SIGINT, &ours, &before)
        defer { unsafe sigaction(SIGINT, &before, nil) }
        return try task { hasOccurred.load(ordering: .relaxed) }
    }
}
