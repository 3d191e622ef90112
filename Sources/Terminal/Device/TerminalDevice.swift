#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The two ends of a terminal: the input of keys and the output of drawings.
package struct TerminalDevice: Sendable {
    /// The descriptor that keys are read from.
    package let input: Int32
    /// The descriptor that the drawing is written to.
    package let output: Int32
    private let owner: DescriptorOwner?

    /// Uses descriptors that the caller keeps open, as standard input and output.
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

    /// Whether a terminal can be drawn on, by its `TERM`; an absent or empty one counts as `dumb`.
    package static func canBeDrawnOn(_ environment: [String: String]) -> Bool {
        !["", "dumb"].contains(environment["TERM"] ?? "")
    }

    /// Whether every descriptor is a terminal.
    package static func areTerminals(_ descriptors: [Int32]) -> Bool {
        descriptors.allSatisfy { isatty($0) == 1 }
    }

    /// Opens the process's controlling terminal, wherever its standard streams lead.
    ///
    /// - Parameter path: Another terminal's device, as a test has one.
    /// - Returns: The terminal, closed when its last copy goes.
    /// - Throws: `TerminalError.noTerminal` without a terminal.
    package static func open(path: String = "/dev/tty") throws(TerminalError) -> TerminalDevice {
        let descriptor = Int32(
            truncatingIfNeeded: SystemCall.retrying {
                Int(openFile(path, O_RDWR | O_CLOEXEC | O_NOCTTY))
            }
        )
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

    /// The size the system knows, else the one in `COLUMNS` and `LINES`, else 80 by 24.
    package func size(environment: [String: String] = [:]) -> CellSize {
        var window = winsize()
        // TIOCGWINSZ fills the one record that it is given.
        let isKnown = unsafe ioctl(output, UInt(TIOCGWINSZ), &window) == 0
        let columns = isKnown ? Int(window.ws_col) : 0
        let rows = isKnown ? Int(window.ws_row) : 0
        return CellSize(
            columns: columns > 0 ? columns : Self.number(environment["COLUMNS"]) ?? 80,
            rows: rows > 0 ? rows : Self.number(environment["LINES"]) ?? 24
        )
    }

    private static func number(_ text: String?) -> Int? {
        text.flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    }
}

/// A descriptor that is closed with its last owner.
private final class DescriptorOwner: Sendable {
    let descriptor: Int32

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { _ = close(descriptor) }
}

/// The C function `open`, by a name that the type's own `open` does not hide.
private func openFile(_ path: String, _ flags: Int32) -> Int32 {
    // The path is a C string for the length of the call.
    unsafe open(path, flags)
}
