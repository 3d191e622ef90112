#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// A line typed on the terminal without being shown, such as a passphrase.
public enum HiddenInput {
    /// Reads a line of standard input while the terminal doesn't show typed characters.
    ///
    /// - Returns: The line, or `nil` at the end of the input, after Ctrl-C, or if the terminal can't hide what is typed.
    public static func line() -> String? {
        var settings = termios()
        // The structures are only used during the calls.
        guard unsafe tcgetattr(0, &settings) == 0 else { return nil }
        var hidden = settings
        hidden.c_lflag &= ~tcflag_t(ECHO)
        return Interruption.catching { isInterrupted -> String? in
            guard unsafe tcsetattr(0, TCSAFLUSH, &hidden) == 0 else { return nil }
            defer { _ = unsafe tcsetattr(0, TCSAFLUSH, &settings) }
            return Confirmation.nextLine(isInterrupted)
        }
    }
}
