#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// System calls that are tried again when a signal interrupts them.
package enum SystemCall {
    /// Repeats a call while it fails with `EINTR`; -1 with `errno` set is a failure of another
    /// kind.
    static func retrying(_ call: () -> Int) -> Int {
        while true {
            let result = call()
            if result != -1 || errno != EINTR { return result }
        }
    }

    /// Reads the available bytes, up to the buffer's size.
    static func read(
        _ descriptor: Int32,
        into buffer: inout [UInt8]
    ) throws(TerminalError) -> Int {
        let count = retrying {
            // The pointer and the count are those of the array, which is ours alone here.
            unsafe buffer.withUnsafeMutableBytes {
                unsafe systemRead(descriptor, $0.baseAddress, $0.count)
            }
        }
        guard count >= 0 else { throw .system(call: "read", code: errno) }
        return count
    }

    /// Writes every byte, waiting if the descriptor is non-blocking.
    static func writeAll(_ descriptor: Int32, _ bytes: [UInt8]) throws(TerminalError) {
        // The bytes stay in place for the length of the call.
        let code = unsafe bytes.withUnsafeBytes { unsafe writeAll(descriptor, $0) }
        guard code == 0 else { throw .system(call: "write", code: code) }
    }

    /// Writes every byte: the one loop over `write` that there is; gives 0, or the system's error
    /// number.
    package static func writeAll(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int32 {
        var written = 0
        while written < bytes.count, let base = bytes.baseAddress {
            let count = retrying {
                // The count is that of the bytes that are left.
                unsafe systemWrite(descriptor, base + written, bytes.count - written)
            }
            if count > 0 {
                written += count
            } else if count == 0 {
                // Trying again after no byte was taken might never end.
                return EIO
            } else if errno == EAGAIN {
                waitUntilWritable(descriptor, milliseconds: -1)
            } else {
                return errno
            }
        }
        return 0
    }

    /// Waits until a descriptor takes bytes; safe in a signal handler.
    @discardableResult
    static func waitUntilWritable(_ descriptor: Int32, milliseconds: Int32) -> Bool {
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        // One record on the stack, matching the count.
        return unsafe poll(&request, 1, milliseconds) == 1
    }

    /// The system's text for an `errno`.
    ///
    /// TagStore has the same for files (`SystemError`); this target imports no other target.
    static func message(_ code: Int32) -> String {
        // strerror returns a C string for every number; it is copied immediately.
        unsafe String(cString: strerror(code))
    }
}

/// The C function `read`, under a name that the method `read` doesn't hide.
private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int
{
    unsafe read(descriptor, bytes, count)
}

/// The C function `write`.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    unsafe write(descriptor, bytes, count)
}

/// The time that passes while events are waited for.
package enum MonotonicTime {
    private static let origin = ContinuousClock.now

    /// The time since the first call.
    package static func now() -> Duration { ContinuousClock.now - origin }
}
