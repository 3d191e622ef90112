#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A pipe that ends a wait in `poll` from a signal handler or another thread.
///
/// This is D. J. Bernstein's self-pipe trick. Neither end blocks. If the pipe is full, another wake-up
/// is dropped, which doesn't matter because the wait ends anyway. Both ends are closed when the last
/// owner is destroyed.
final class WakePipe: Sendable {
    /// A reason to end the wait.
    enum Reason: UInt8 {
        case user = 0x75
        case resize = 0x77
        case resumed = 0x63
    }

    let readEnd: Int32
    let writeEnd: Int32

    /// Opens the pipe.
    init() throws(TerminalError) {
        var ends: [Int32] = [-1, -1]
        // pipe fills the two elements of the array.
        guard unsafe pipe(&ends) == 0 else { throw .system(call: "pipe", code: errno) }
        (readEnd, writeEnd) = (ends[0], ends[1])
        for end in ends {
            _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
    }

    deinit {
        _ = close(readEnd)
        _ = close(writeEnd)
    }

    /// Ends the wait.
    func signal(_ reason: Reason) { Self.signal(reason, to: writeEnd) }

    /// Ends the wait on the pipe with this write end; safe in a signal handler.
    static func signal(_ reason: Reason, to writeEnd: Int32) {
        var byte = reason.rawValue
        // `byte` is one byte, matching the count.
        _ = unsafe write(writeEnd, &byte, 1)
    }

    /// Removes and returns the reasons signaled since the last call.
    func drain() -> Set<Reason> {
        var reasons: Set<Reason> = []
        var buffer = [UInt8](repeating: 0, count: 256)
        while true {
            // This doesn't block; it returns 0 if the pipe is empty.
            let count = SystemCall.readIfPossible(readEnd, into: &buffer)
            guard count > 0 else { return reasons }
            for byte in buffer[..<count] { if let reason = Reason(rawValue: byte) { reasons.insert(reason) } }
        }
    }
}

/// A handle that ends a session's wait for events from any thread.
package struct TerminalWaker: Sendable {
    let pipe: WakePipe

    /// Makes the session's `nextEvent` return `.wakeUp`.
    package func wakeUp() { pipe.signal(.user) }
}
