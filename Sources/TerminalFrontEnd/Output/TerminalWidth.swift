#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The height of a terminal, past which boards are not printed whole after each change.
public enum TerminalHeight {
    /// The rows of the terminal at a descriptor, otherwise `$LINES`; `nil` if both are unknown.
    public static func rows(of descriptor: Int32, environment: [String: String]) -> Int? {
        guard isatty(descriptor) == 1 else { return nil }
        var size = winsize()
        // The kernel fills the structure that it is given for this request.
        if unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0 {
            return Int(size.ws_row)
        }
        return environment["LINES"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    }
}

/// The width that boards are drawn for.
public enum TerminalWidth {
    /// The default width, in cells.
    public static let fallback = 80

    /// The most columns that a terminal can have.
    private static let most = 65_535

    /// The columns of the terminal at a descriptor, else of `$COLUMNS`, else 80.
    public static func columns(of descriptor: Int32, environment: [String: String]) -> Int {
        var size = winsize()
        // The kernel fills the structure that it is given for this request.
        if unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 {
            return Int(size.ws_col)
        }
        guard let columns = environment["COLUMNS"].flatMap({ Int($0) }), columns > 0 else {
            return fallback
        }
        return min(columns, most)
    }
}
