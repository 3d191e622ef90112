#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The signal handlers of a session; earlier handlers are restored at its end.
enum SignalHandlers {
    /// The signals that end the process, including those of a crash.
    private static let ending: [Int32] = [
        SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGSEGV, SIGILL, SIGABRT, SIGTRAP, SIGBUS, SIGFPE, SIGSYS,
    ]

    /// The previous actions by signal number, at a fixed address that handlers can use.
    // `nonisolated(unsafe)`: a handler can't take a lock, and a pointer isn't Sendable. Only
    // `install` writes a record, before it installs the handler that reads it, and only one session
    // at a time installs handlers (`TerminalGuard.begin`).
    nonisolated(unsafe) private static let previous: UnsafeMutablePointer<sigaction> = {
        let pointer = UnsafeMutablePointer<sigaction>.allocate(capacity: 65)
        // The line above allocates the memory for 65 records.
        unsafe pointer.initialize(repeating: sigaction(), count: 65)
        return unsafe pointer
    }()

    /// Installs the handlers.
    ///
    /// A signal that the process ignores stays ignored.
    static func install() {
        installAlternateStack()
        for signal in ending {
            install(signal) { number in
                let code = errno
                TerminalGuard.restore()
                SignalHandlers.passOn(number)
                errno = code
            }
        }
        install(SIGTSTP) { _ in
            let code = errno
            SignalHandlers.stop(process: getpid())
            errno = code
        }
        install(SIGCONT) { _ in
            let code = errno
            TerminalGuard.resume()
            errno = code
        }
        install(SIGWINCH) { _ in
            let code = errno
            TerminalGuard.wake(.resize)
            errno = code
        }
    }

    /// Restores the previous actions.
    static func uninstall() {
        for signal in ending + [SIGTSTP, SIGCONT, SIGWINCH] {
            // Every listed signal is below 65, and `install` has filled its record.
            unsafe sigaction(signal, previous + Int(signal), nil)
        }
    }

    /// Restores the terminal, stops the process as Ctrl-Z does, and returns when the process
    /// continues.
    ///
    /// Safe in a signal handler. The handler of SIGCONT puts the terminal into raw mode again.
    ///
    /// - Parameter process: The process to stop: this process, or 0 for its group, which includes
    ///   the other processes of a pipeline.
    static func stop(process: pid_t) {
        TerminalGuard.suspend()
        var standard = sigaction()
        var ours = sigaction()
        var unblocked = sigset_t()
        var mask = sigset_t()
        unsafe sigemptyset(&standard.sa_mask)
        unsafe sigaction(SIGTSTP, &standard, &ours)
        unsafe sigemptyset(&unblocked)
        unsafe sigaddset(&unblocked, SIGTSTP)
        _ = kill(process, SIGTSTP)
        unsafe pthread_sigmask(SIG_UNBLOCK, &unblocked, &mask)
        unsafe pthread_sigmask(SIG_SETMASK, &mask, nil)
        unsafe sigaction(SIGTSTP, &ours, nil)
        // An orphaned process group isn't stopped, so it doesn't receive SIGCONT either.
        TerminalGuard.resumeIfSuspended()
    }

    /// Runs a body with all signals blocked on this thread; safe in a signal handler.
    static func whileBlocked(_ body: () -> Void) {
        var all = sigset_t()
        var before = sigset_t()
        unsafe sigfillset(&all)
        unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
        body()
        unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
    }

    private static func install(_ signal: Int32, _ handler: @escaping @convention(c) (Int32) -> Void) {
        var action = sigaction()
        #if canImport(Darwin)
        unsafe action.__sigaction_u.__sa_handler = handler
        #else
        unsafe action.__sigaction_handler.sa_handler = handler
        #endif
        action.sa_flags = Int32(truncatingIfNeeded: SA_RESTART) | Int32(truncatingIfNeeded: SA_ONSTACK)
        unsafe sigemptyset(&action.sa_mask)
        // All installed signals are below 65, so the record exists.
        unsafe sigaction(signal, nil, previous + Int(signal))
        if !isIgnored(signal) { unsafe sigaction(signal, &action, nil) }
    }

    private static func isIgnored(_ signal: Int32) -> Bool {
        // A handler is a code address, and SIG_IGN is the address 1; only the bits are compared.
        #if canImport(Darwin)
        let handler = unsafe previous[Int(signal)].__sigaction_u.__sa_handler
        #else
        let handler = unsafe previous[Int(signal)].__sigaction_handler.sa_handler
        #endif
        return unsafe unsafeBitCast(handler, to: Int.self) == 1
    }

    /// Restores the previous action and raises the signal again, which is delivered when the
    /// handler returns.
    private static func passOn(_ signal: Int32) {
        // As in `install`, the record exists.
        unsafe sigaction(signal, previous + Int(signal), nil)
        _ = raise(signal)
    }

    /// Installs a separate stack for handlers on this thread, so that they can run after a stack
    /// overflow.
    private static func installAlternateStack() {
        var current = unsafe stack_t()
        // Query the current stack, and keep it if there is one.
        guard unsafe sigaltstack(nil, &current) == 0,
            unsafe current.ss_flags & Int32(truncatingIfNeeded: SS_DISABLE) != 0
        else { return }
        let size = 64 * 1024
        var stack = unsafe stack_t()
        // The memory is never freed: handlers may run on it until the process ends.
        unsafe stack.ss_sp = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
        unsafe stack.ss_size = size
        unsafe sigaltstack(&stack, nil)
    }
}
