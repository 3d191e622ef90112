import Synchronization

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Who owns the terminal in this process, in a form that signal handlers can undo.
///
/// Only one session is active at a time. Everything here is a lock-free atomic or memory that is
/// never freed, so each function marked so may run in a signal handler.
enum TerminalGuard {
    // `nonisolated(unsafe)` twice: an atomic of a pointer is not Sendable because the pointer is
    // not. These are shared safely all the same: whoever exchanges one out owns it, and the lease
    // that it leads to never changes and is never freed. A lock in their place could not be taken
    // in a signal handler.
    nonisolated(unsafe) private static let active = unsafe Atomic<
        UnsafeMutablePointer<TerminalLease>?
    >(nil)
    nonisolated(unsafe) private static let suspended = unsafe Atomic<
        UnsafeMutablePointer<TerminalLease>?
    >(nil)
    private static let isRestoring = Atomic<Bool>(false)
    private static let wakeDescriptor = Atomic<Int32>(-1)
    private static let inlineRow = Atomic<Int>(-1)

    /// Records the cursor's row in an inline drawing, which `leave` then clears; -1 for none.
    static func noteInlineRow(_ row: Int) { inlineRow.store(row, ordering: .releasing) }

    /// Takes the terminal for a session and applies its modes.
    static func begin(
        _ lease: UnsafeMutablePointer<TerminalLease>,
        wakeDescriptor descriptor: Int32
    ) throws(TerminalError) {
        registerAtExit
        let (isFree, _) = unsafe active.compareExchange(
            expected: nil,
            desired: lease,
            ordering: .acquiringAndReleasing
        )
        guard isFree else { throw .inUse }
        inlineRow.store(-1, ordering: .releasing)
        wakeDescriptor.store(descriptor, ordering: .releasing)
        SignalHandlers.install()
        unsafe enter(lease)
    }

    /// Exchanges the active lease for one that knows of more modes.
    static func replace(with lease: UnsafeMutablePointer<TerminalLease>) {
        _ = unsafe active.exchange(lease, ordering: .acquiringAndReleasing)
    }

    /// Restores the terminal and ends the ownership.
    static func end() {
        restore()
        SignalHandlers.uninstall()
        wakeDescriptor.store(-1, ordering: .releasing)
    }

    /// Puts the terminal right, once; safe in a signal handler.
    ///
    /// Signals wait meanwhile on this thread; a handler on another one waits for us, so that
    /// nothing ends the process half way.
    static func restore() {
        SignalHandlers.whileBlocked {
            guard let lease = unsafe claim(active) else { return waitForOther() }
            unsafe leave(lease)
        }
    }

    /// Puts the terminal right until the process continues; safe in a signal handler.
    static func suspend() {
        SignalHandlers.whileBlocked {
            guard let lease = unsafe claim(active) else { return }
            unsafe leave(lease)
            unsafe suspended.store(lease, ordering: .releasing)
        }
    }

    /// Applies the session's modes after the process was stopped; safe in a signal handler.
    ///
    /// A stop that could not be caught left the modes on, so they are first switched off.
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

    /// Applies the session's modes if a stop didn't happen; safe in a signal handler.
    static func resumeIfSuspended() {
        if unsafe suspended.load(ordering: .acquiring) != nil { resume() }
    }

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
    ) -> UnsafeMutablePointer<TerminalLease>? {
        unsafe place.exchange(nil, ordering: .acquiringAndReleasing)
    }

    /// Waits, a fifth of a second at most, for a restoration on another thread.
    private static func waitForOther() {
        var tries = 0
        while isRestoring.load(ordering: .sequentiallyConsistent), tries < 200 {
            // No descriptors: a pause of a millisecond that is safe in a signal handler.
            _ = poll(nil, 0, 1)
            tries += 1
        }
    }

    /// Leaves the terminal right when the process calls `exit`; evaluated once.
    private static let registerAtExit: Void = {
        _ = atexit { TerminalGuard.restore() }
    }()
}
