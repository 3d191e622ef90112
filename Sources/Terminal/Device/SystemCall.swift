#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// System calls that are retried if a signal interrupts them.
package enum SystemCall {
    /// Repeats a call while it fails with `EINTR`, and returns its result.
    ///
    /// Like the call itself, returns -1 on an error, with its number in `errno`.
    static func retrying(_ call: () -> Int) -> Int {
        while true {
            let result = call()
            if result != -1 || errno != EINTR { return result }
        }
    }

    /// Reads the available bytes, up to the size of the buffer, and returns their number.
    static func read(_ descriptor: Int32, into buffer: inout [UInt8]) throws(TerminalError) -> Int {
        let count = retrying {
            // The pointer and the count are those of the array, which is accessed exclusively.
            unsafe buffer.withUnsafeMutableBytes { unsafe systemRead(descriptor, $0.baseAddress, $0.count) }
        }
        guard count >= 0 else { throw .system(call: "read", code: errno) }
        return count
    }

    /// Reads the available bytes, and returns their number.
    ///
    /// Returns 0 at the end of the input, on an error, and if a nonblocking read would block.
    static func readIfPossible(_ descriptor: Int32, into buffer: inout [UInt8]) -> Int {
        do { return try read(descriptor, into: &buffer) } catch { return 0 }
    }

    /// Writes all bytes.
    ///
    /// If the descriptor is nonblocking, waits until it accepts more.
    static func writeAll(_ descriptor: Int32, _ bytes: [UInt8]) throws(TerminalError) {
        // The bytes stay valid during the call.
        let code = unsafe bytes.withUnsafeBytes { unsafe writeAll(descriptor, $0) }
        guard code == 0 else { throw .system(call: "write", code: code) }
    }

    /// Writes all bytes, and returns 0 or the error number.
    ///
    /// Use this instead of another loop over `write`.
    package static func writeAll(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int32 {
        var written = 0
        while written < bytes.count, let base = bytes.baseAddress {
            let count = retrying {
                // The pointer and the count cover the rest of the buffer.
                unsafe systemWrite(descriptor, base + written, bytes.count - written)
            }
            if count > 0 {
                written += count
            } else if count == 0 {
                // Fail if nothing was written: retrying might never end.
                return EIO
            } else if errno == EAGAIN {
                waitUntilWritable(descriptor, milliseconds: -1)
            } else {
                return errno
            }
        }
        return 0
    }

    /// Waits until a descriptor accepts bytes, and returns whether it does; safe in a signal
    /// handler.
    @discardableResult static func waitUntilWritable(_ descriptor: Int32, milliseconds: Int32) -> Bool {
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        // `request` is one record, matching the count.
        return unsafe poll(&request, 1, milliseconds) == 1
    }

    /// Returns the system's message for an error number.
    ///
    /// TagStore has the same function in `SystemError`, but this target doesn't import other
    /// targets.
    static func message(_ code: Int32) -> String {
        // strerror returns a C string for every number, which is copied immediately.
        unsafe String(cString: strerror(code))
    }
}

/// Calls the C function `read`, which the method `read` would shadow.
private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    unsafe read(descriptor, bytes, count)
}

/// Calls the C function `write`.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    unsafe write(descriptor, bytes, count)
}

/// A clock for timeouts.
package enum MonotonicTime {
    private static let origin = ContinuousClock.now

    /// Returns the time since the first call.
    package static func now() -> Duration { ContinuousClock.now - origin }
}
