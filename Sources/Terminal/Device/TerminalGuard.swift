import Synchronization

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// This process's ownership of the terminal, which signal handlers can end.
///
/// Only one session is active at a time. All state is in lock-free atomics or in memory that is
/// never freed, so the functions marked as safe may run in a signal handler.
enum TerminalGuard {
    // `nonisolated(unsafe)` twice: an atomic pointer isn't Sendable, because a pointer isn't.
    // Sharing these is safe anyway: the thread that exchanges a pointer for nil owns the lease, and
    // a lease never changes and is never freed. A lock is impossible, since signal handlers use these.
    nonisolated(unsafe) private static let active = unsafe Atomic<UnsafeMutablePointer<TerminalLease>?>(nil)
    nonisolated(unsafe) private static let suspended = unsafe Atomic<UnsafeMutablePointer<TerminalLease>?>(nil)
    private static let isRestoring = Atomic<Bool>(false)
    private static let wakeDescriptor = Atomic<Int32>(-1)
    private static let inlineRow = Atomic<Int>(-1)

    /// Records the cursor's row in an inline drawing, so that `leave` can erase it; -1 means no
    /// drawing.
    static func noteInlineRow(_ row: Int) { inlineRow.store(row, ordering: .releasing) }

    /// Acquires the terminal for a session and applies its modes.
    static func begin(
        _ lease: UnsafeMutablePointer<TerminalLease>, wakeDescriptor descriptor: Int32
    ) throws(TerminalError) {
        registerAtExit
        let (isFree, _) = unsafe active.compareExchange(expected: nil, desired: lease, ordering: .acquiringAndReleasing)
        guard isFree else { throw .inUse }
        inlineRow.store(-1, ordering: .releasing)
        wakeDescriptor.store(descriptor, ordering: .releasing)
        SignalHandlers.install()
        unsafe enter(lease)
    }

    /// Replaces the active lease after the session has turned on more modes.
    static func replace(with lease: UnsafeMutablePointer<TerminalLease>) {
        _ = unsafe active.exchange(lease, ordering: .acquiringAndReleasing)
    }

    /// Restores the terminal and ends the ownership.
    static func end() {
        restore()
        SignalHandlers.uninstall()
        wakeDescriptor.store(-1, ordering: .releasing)
    }

    /// Restores the terminal unless that was already done; safe in a signal handler.
    ///
    /// Signals are blocked on this thread, and handlers on other threads wait, so that the process
    /// doesn't end before the terminal is restored.
    static func restore() {
        SignalHandlers.whileBlocked {
            guard let lease = unsafe claim(active) else { return waitForOther() }
            unsafe leave(lease)
        }
    }

    /// Restores the terminal until the process continues; safe in a signal handler.
    static func suspend() {
        SignalHandlers.whileBlocked {
            guard let lease = unsafe claim(active) else { return }
            unsafe leave(lease)
            unsafe suspended.store(lease, ordering: .releasing)
        }
    }

    /// Applies the session's modes after the process was stopped; safe in a signal handler.
    ///
    /// If the process was stopped by a signal that can't be caught, the modes are still on, so they
    /// are turned off first.
    static func resume() {
        if let lease = unsafe claim(suspended) {
            unsafe active.store(lease, ordering: .releasing)
            unsafe enter(lease)
        } else if let lease = unsafe active.load(ordering: .acquiring) {
            unsafe lease.pointee.apply(lease.pointee.raw)
            unsafe lease.pointee.send(lease.pointee.leave)
            unsafe lease.pointee.send(lease.pointee.enter)
        } else {
            return
        }
        inlineRow.store(-1, ordering: .releasing)
        wake(.resumed)
    }

    /// Applies the session's modes if the process wasn't stopped after `suspend`; safe in a signal
    /// handler.
    static func resumeIfSuspended() { if unsafe suspended.load(ordering: .acquiring) != nil { resume() } }

    /// Ends the session's wait for events; safe in a signal handler.
    static func wake(_ reason: WakePipe.Reason) {
        let descriptor = wakeDescriptor.load(ordering: .acquiring)
        if descriptor >= 0 { WakePipe.signal(reason, to: descriptor) }
    }

    private static func enter(_ lease: UnsafeMutablePointer<TerminalLease>) {
        unsafe lease.pointee.apply(lease.pointee.raw)
        unsafe lease.pointee.send(lease.pointee.enter)
    }

    private static func leave(_ lease: UnsafeMutablePointer<TerminalLease>) {
        isRestoring.store(true, ordering: .sequentiallyConsistent)
        let row = inlineRow.exchange(-1, ordering: .acquiringAndReleasing)
        if row >= 0 { unsafe lease.pointee.eraseInline(row: row) }
        unsafe lease.pointee.send(lease.pointee.leave)
        unsafe lease.pointee.apply(lease.pointee.original)
        isRestoring.store(false, ordering: .sequentiallyConsistent)
    }

    private static func claim(
        _ place: borrowing Atomic<UnsafeMutablePointer<TerminalLease>?>
    ) -> UnsafeMutablePointer<TerminalLease>? { unsafe place.exchange(nil, ordering: .acquiringAndReleasing) }

    /// Waits up to a fifth of a second until another thread has restored the terminal.
    private static func waitForOther() {
        var tries = 0
        while isRestoring.load(ordering: .sequentiallyConsistent), tries < 200 {
            // Polling no descriptors sleeps for a millisecond, and is safe in a signal handler.
            _ = poll(nil, 0, 1)
            tries += 1
        }
    }

    /// Registers a handler, once, that restores the terminal when the process calls `exit`.
    private static let registerAtExit: Void = { _ = atexit { TerminalGuard.restore() } }()
}
