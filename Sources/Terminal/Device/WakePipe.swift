#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A pipe to oneself that ends a wait in `poll`, from a signal handler or another thread.
///
/// The technique is D. J. Bernstein's self-pipe. Neither end blocks, so a full pipe drops wake-ups
/// that it already holds, and both are closed when the last owner goes.
final class WakePipe: Sendable {
    /// Why the wait ended.
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
        // pipe fills the two numbers of the array.
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

    /// Ends the wait of the pipe with this end; safe in a signal handler.
    static func signal(_ reason: Reason, to writeEnd: Int32) {
        var byte = reason.rawValue
        // One byte of the stack, matching the count.
        _ = unsafe write(writeEnd, &byte, 1)
    }

    /// Takes the reasons that were given since the last time, each once.
    func drain() -> Set<Reason> {
        var reasons: Set<Reason> = []
        var buffer = [UInt8](repeating: 0, count: 256)
        while true {
            // Reads do not block: one that fails found the pipe empty.
            guard let count = try? SystemCall.read(readEnd, into: &buffer), count > 0 else {
                return reasons
            }
            for byte in buffer[..<count] {
                if let reason = Reason(rawValue: byte) { reasons.insert(reason) }
            }
        }
    }
}

/// Wakes a session's wait for events from any thread.
package struct TerminalWaker: Sendable {
    let pipe: WakePipe

    /// Makes the session's `nextEvent` return `.wakeUp`.
    package func wakeUp() { pipe.signal(.user) }
}
