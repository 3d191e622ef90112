#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A terminal: a descriptor to read keys from and a descriptor to draw on.
package struct TerminalDevice: Sendable {
    /// The descriptor to read keys from.
    package let input: Int32
    /// The descriptor to write output to.
    package let output: Int32
    private let owner: DescriptorOwner?

    /// Creates a terminal from descriptors that the caller keeps open, such as standard input and
    /// output.
    ///
    /// - Throws: `TerminalError.notATerminal` if one of them isn't a terminal.
    package init(input: Int32, output: Int32) throws(TerminalError) {
        for descriptor in [input, output] where !Self.areTerminals([descriptor]) {
            throw .notATerminal(descriptor: descriptor)
        }
        self.input = input
        self.output = output
        owner = nil
    }

    /// Returns whether `TERM` is the type of a terminal that can be drawn on.
    ///
    /// An absent or empty `TERM` counts as `dumb`.
    ///
    /// ```swift
    /// #expect(TerminalDevice.canBeDrawnOn(["TERM": "xterm"]))
    /// #expect(!TerminalDevice.canBeDrawnOn(["TERM": "dumb"]))
    /// ```
    package static func canBeDrawnOn(_ environment: [String: String]) -> Bool {
        !["", "dumb"].contains(environment["TERM"] ?? "")
    }

    /// Returns whether every descriptor is a terminal.
    package static func areTerminals(_ descriptors: [Int32]) -> Bool { descriptors.allSatisfy { isatty($0) == 1 } }

    /// Opens the controlling terminal of the process, even if its standard streams are redirected.
    ///
    /// - Parameter path: The device file; tests pass that of another terminal.
    /// - Returns: The terminal, which is closed when its last copy is destroyed.
    /// - Throws: `TerminalError.noTerminal` if the process doesn't have a terminal.
    package static func open(path: String = "/dev/tty") throws(TerminalError) -> TerminalDevice {
        let descriptor = Int32(
            truncatingIfNeeded: SystemCall.retrying { Int(openFile(path, O_RDWR | O_CLOEXEC | O_NOCTTY)) })
        guard descriptor >= 0 else {
            switch errno {
            case ENXIO, ENOENT, ENODEV, ENOTTY: throw .noTerminal
            default: throw .system(call: "open \(path)", code: errno)
            }
        }
        let owner = DescriptorOwner(descriptor)
        guard isatty(descriptor) == 1 else { throw .notATerminal(descriptor: descriptor) }
        return TerminalDevice(owner: owner)
    }

    private init(owner: DescriptorOwner) {
        input = owner.descriptor
        output = owner.descriptor
        self.owner = owner
    }

    /// Returns the size of the terminal as reported by the system.
    ///
    /// A smaller `COLUMNS` narrows it. If the system doesn't know the size, it's taken from `COLUMNS` and `LINES`, or is 80 columns
    /// and 24 rows.
    package func size(environment: [String: String] = [:]) -> CellSize {
        var window = winsize()
        // TIOCGWINSZ fills the one record passed to it.
        let isKnown = unsafe ioctl(output, UInt(TIOCGWINSZ), &window) == 0
        let columns = isKnown ? Int(window.ws_col) : 0
        let rows = isKnown ? Int(window.ws_row) : 0
        let wanted = Self.number(environment["COLUMNS"])
        return CellSize(
            columns: columns > 0 ? min(columns, wanted ?? columns) : wanted ?? 80,
            rows: rows > 0 ? rows : Self.number(environment["LINES"]) ?? 24)
    }

    private static func number(_ text: String?) -> Int? { text.flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } }
}

/// A descriptor that is closed when its last owner is destroyed.
private final class DescriptorOwner: Sendable {
    let descriptor: Int32

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { _ = close(descriptor) }
}

/// Calls the C function `open`, which the method `open` would shadow.
private func openFile(_ path: String, _ flags: Int32) -> Int32 {
    // The path is a C string during the call.
    unsafe open(path, flags)
}
