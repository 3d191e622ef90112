internal import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A yes-or-no question on a terminal in line mode.
public enum Confirmation {
    /// Whether Ctrl-C was pressed since the question was asked.
    private static let isInterrupted = Atomic(false)

    /// Reads the answer to a question that was just printed.
    ///
    /// - Parameter interrupted: Called if Ctrl-C was pressed or the input ended, to start a new
    ///   line.
    /// - Returns: Whether the answer is yes; the end of input and Ctrl-C mean no.
    /// - Throws: The error of `interrupted`.
    public static func confirm(whereInterrupted interrupted: () throws -> Void) throws -> Bool {
        isInterrupted.store(false, ordering: .relaxed)
        // The signal sets the flag instead of ending the program. The structures are local and
        // outlive the calls.
        var ours = sigaction()
        var before = sigaction()
        #if canImport(Glibc)
        unsafe ours.__sigaction_handler.sa_handler = { _ in
            Confirmation.isInterrupted.store(true, ordering: .relaxed)
        }
        #else
        unsafe ours.__sigaction_u.__sa_handler = { _ in
            Confirmation.isInterrupted.store(true, ordering: .relaxed)
        }
        #endif
        unsafe sigemptyset(&ours.sa_mask)
        unsafe sigaction(SIGINT, &ours, &before)
        defer { unsafe sigaction(SIGINT, &before, nil) }
        guard let line = nextLine() else {
            try interrupted()
            return false
        }
        let answer = line.split(whereSeparator: \.isWhitespace).joined().lowercased()
        return ["y", "yes"].contains(answer)
    }

    /// The next line of standard input; `nil` at its end, or after a signal.
    ///
    /// The C library's streams would take an end for the end of all input.
    private static func nextLine() -> String? {
        var bytes: [UInt8] = []
        while true {
            // The signal may go to any thread: it need not end the wait of this one.
            var input = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
            let isReady = unsafe poll(&input, 1, 50) > 0
            if isInterrupted.load(ordering: .relaxed) { return nil }
            guard isReady else { continue }
            var byte: UInt8 = 0
            // The kernel writes the one byte that it is given.
            guard unsafe read(0, &byte, 1) == 1 else { return nil }
            if byte == UInt8(ascii: "\n") { return String(decoding: bytes, as: UTF8.self) }
            if bytes.count < 1_000 { bytes.append(byte) }
        }
    }
}
