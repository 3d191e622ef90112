#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The height of a terminal.
///
/// A taller board isn't printed completely after each change.
public enum TerminalHeight {
    /// Returns the number of rows of the terminal at a descriptor, or the value of `LINES`, or nil.
    public static func rows(of descriptor: Int32, environment: [String: String]) -> Int? {
        guard isatty(descriptor) == 1 else { return nil }
        var size = winsize()
        // The kernel fills the structure that it is given for this request.
        if unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0 { return Int(size.ws_row) }
        return environment["LINES"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    }
}

/// The width that boards are drawn for.
public enum TerminalWidth {
    /// The default width, in cells.
    public static let fallback = 80

    /// The maximum number of columns of a terminal.
    private static let most = 65_535

    /// Returns the value of `COLUMNS`, or the number of columns of the terminal at a descriptor, or 80.
    public static func columns(of descriptor: Int32, environment: [String: String]) -> Int {
        if let columns = environment["COLUMNS"].flatMap({ Int($0) }), columns > 0 { return min(columns, most) }
        var size = winsize()
        // The kernel fills the structure that it is given for this request.
        if unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return Int(size.ws_col) }
        return fallback
    }
}
