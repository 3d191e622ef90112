#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Everything needed to restore the terminal, in a form that a signal handler can use.
///
/// A lease has a fixed address and never changes. It's never freed, because a handler on another
/// thread may be reading it. The leak is small: a session creates one or two leases.
@unsafe struct TerminalLease {
    /// The descriptor for sequences and settings.
    let descriptor: Int32
    /// The settings before the session.
    let original: termios
    /// The settings of the session.
    let raw: termios
    /// The sequence that turns the session's modes on.
    let enter: UnsafeBufferPointer<UInt8>
    /// The sequence that turns the session's modes off.
    let leave: UnsafeBufferPointer<UInt8>

    /// Creates a lease at an address that stays valid until the process ends.
    static func make(
        descriptor: Int32, original: termios, raw: termios, enter: String, leave: String
    ) -> UnsafeMutablePointer<TerminalLease> {
        let pointer = UnsafeMutablePointer<TerminalLease>.allocate(capacity: 1)
        // The memory was just allocated for exactly one value, and nobody else has the address yet.
        unsafe pointer.initialize(
            to: TerminalLease(
                descriptor: descriptor, original: original, raw: raw, enter: permanentBytes(enter),
                leave: permanentBytes(leave)))
        return unsafe pointer
    }

    private static func permanentBytes(_ text: String) -> UnsafeBufferPointer<UInt8> {
        let bytes = Array(text.utf8)
        let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
        // The buffer has exactly the array's size.
        _ = unsafe buffer.initialize(from: bytes)
        return UnsafeBufferPointer(buffer)
    }

    /// Applies settings to the terminal immediately; safe in a signal handler.
    func apply(_ settings: termios) {
        var settings = settings
        while unsafe tcsetattr(descriptor, TCSANOW, &settings) == -1, errno == EINTR {}
    }

    /// Writes a sequence; safe in a signal handler.
    ///
    /// Gives up if the terminal doesn't accept bytes for a tenth of a second, for example after Ctrl-S.
    func send(_ bytes: UnsafeBufferPointer<UInt8>) {
        var sent = 0
        while sent < bytes.count, unsafe SystemCall.waitUntilWritable(descriptor, milliseconds: 100) {
            guard let base = bytes.baseAddress else { return }
            // The offset stays below the buffer's count.
            let count = unsafe write(descriptor, base + sent, bytes.count - sent)
            if count < 0, errno != EINTR { return }
            sent += max(count, 0)
        }
    }

    /// Moves to the first row of an inline drawing and clears it; safe in a signal handler.
    func eraseInline(row: Int) {
        var bytes: InlineArray<16, UInt8> = .init(repeating: 0)
        var count = 0
        func append(_ byte: UInt8) {
            bytes[count] = byte
            count += 1
        }
        append(0x0D)
        let rows = min(max(row, 0), CellSize.limit)
        if rows > 0 {
            append(0x1B)
            append(UInt8(ascii: "["))
            var divisor = 1000
            while divisor > 0 {
                if rows >= divisor { append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rows / divisor % 10)) }
                divisor /= 10
            }
            append(UInt8(ascii: "A"))
        }
        append(0x1B)
        append(UInt8(ascii: "["))
        append(UInt8(ascii: "J"))
        // The first `count` bytes of the array on the stack were written above.
        unsafe bytes.span.extracting(first: count).withUnsafeBufferPointer { unsafe send($0) }
    }
}
