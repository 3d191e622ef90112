/// The number of colors of a terminal, according to the environment.
package enum ColorDepth: Int, Comparable, Sendable {
    /// No colors, only attributes such as bold and reverse.
    case none
    /// The sixteen colors that the user configures in the terminal.
    case sixteen
    /// xterm's palette of 256 colors.
    case palette
    /// All 24-bit colors.
    case trueColor

    /// Returns whether the left depth has fewer colors.
    package static func < (left: ColorDepth, right: ColorDepth) -> Bool { left.rawValue < right.rawValue }

    /// Reads the depth from the environment.
    ///
    /// A nonempty `NO_COLOR` turns colors off. `CLICOLOR_FORCE`, unless it's empty or `0`, turns
    /// them on even if the output isn't a terminal. `NO_COLOR` takes precedence.
    ///
    /// ```text
    /// TERM=xterm                             sixteen
    /// TERM=xterm-256color                    palette
    /// TERM=xterm-256color COLORTERM=24bit    trueColor
    /// TERM=xterm-256color NO_COLOR=1         none
    /// ```
    ///
    /// - Parameters:
    ///   - environment: The environment variables of the process.
    ///   - isTerminal: Whether the output is a terminal.
    package init(environment: [String: String], isTerminal: Bool) {
        let isForced = !["", "0"].contains(environment["CLICOLOR_FORCE"] ?? "")
        guard environment["NO_COLOR"]?.isEmpty ?? true, isTerminal || isForced else {
            self = .none
            return
        }
        let named = Self(environment: environment)
        self = isForced ? max(named, .sixteen) : named
    }

    private init(environment: [String: String]) {
        let term = environment["TERM"] ?? ""
        if Self.isColorless(term) {
            self = .none
        } else if term == "linux" {
            // Ignore COLORTERM: it may be inherited from another terminal, and the console has only 16 colors.
            self = .sixteen
        } else if ["truecolor", "24bit"].contains(environment["COLORTERM"] ?? "") || term.hasSuffix("-direct")
            || Self.trueColorTerminals.contains(term)
        {
            self = .trueColor
        } else if term.contains("256color") {
            self = .palette
        } else {
            self = .sixteen
        }
    }

    /// Returns whether a type of terminal has no colors: it's unknown, a DEC terminal, or its name ends
    /// in `-m` or `-mono`.
    private static func isColorless(_ term: String) -> Bool {
        let isDEC = term.hasPrefix("vt") && term.dropFirst(2).first?.isNumber == true
        return isDEC || ["", "dumb", "unknown"].contains(term) || term.hasSuffix("-m") || term.hasSuffix("-mono")
    }

    private static let trueColorTerminals: Set<String> = [
        "xterm-kitty", "xterm-ghostty", "alacritty", "foot", "wezterm",
    ]
}
