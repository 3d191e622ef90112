#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A yes-or-no question on a terminal in line mode.
public enum Confirmation {
    /// Reads the answer to a question that was just printed.
    ///
    /// - Parameter interrupted: Called if Ctrl-C was pressed or the input ended, to start a new
    ///   line.
    /// - Returns: Whether the answer is yes; the end of input and Ctrl-C mean no.
    /// - Throws: The error of `interrupted`.
    public static func confirm(whereInterrupted interrupted: () throws -> Void) throws -> Bool {
        guard let line = Interruption.catching({ isInterrupted in nextLine(isInterrupted) }) else {
            try interrupted()
            return false
        }
        let answer = line.split(whereSeparator: \.isWhitespace).joined().lowercased()
        return ["y", "yes"].contains(answer)
    }

    /// Returns the next line of standard input, or `nil` at the end of the input or after Ctrl-C.
    ///
    /// Reads the descriptor, because after Ctrl-D a C stream would report the end of the input
    /// forever.
    static func nextLine(_ isInterrupted: () -> Bool) -> String? {
        var bytes: [UInt8] = []
        while true {
            // Poll with a timeout: the signal may be delivered to another thread, which wouldn't
            // interrupt this one.
            var input = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
            let isReady = unsafe poll(&input, 1, 50) > 0
            if isInterrupted() { return nil }
            guard isReady else { continue }
            var byte: UInt8 = 0
            // `byte` is one byte, matching the count.
            guard unsafe read(0, &byte, 1) == 1 else { return nil }
            if byte == UInt8(ascii: "\n") { return String(decoding: bytes, as: UTF8.self) }
            if bytes.count < 1_000 { bytes.append(byte) }
        }
    }
}
