/// The number of colors that the terminal shows, according to its environment.
package enum ColorDepth: Int, Comparable, Sendable {
    /// No colors; bold, reverse and the like remain.
    case none
    /// The sixteen colors of the terminal's own palette.
    case sixteen
    /// xterm's palette of 256 colors.
    case palette
    /// Any color of 24 bits.
    case trueColor

    /// Orders depths from none to any color.
    package static func < (left: ColorDepth, right: ColorDepth) -> Bool {
        left.rawValue < right.rawValue
    }

    /// Reads the depth from the environment.
    ///
    /// `NO_COLOR`, when it is not empty, turns colors off, and `CLICOLOR_FORCE`, when it is neither
    /// empty nor `0`, turns them on even if the output isn't a terminal; `NO_COLOR` takes
    /// precedence.
    ///
    /// - Parameters:
    ///   - environment: The process's variables.
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
            // A variable that another terminal has set does not give the console more colors.
            self = .sixteen
        } else if ["truecolor", "24bit"].contains(environment["COLORTERM"] ?? "")
            || term.hasSuffix("-direct") || Self.trueColorTerminals.contains(term)
        {
            self = .trueColor
        } else if term.contains("256color") {
            self = .palette
        } else {
            self = .sixteen
        }
    }

    /// Whether a terminal of this type has no colors: one that is not named, DEC's, and those that
    /// are named to have none.
    private static func isColorless(_ term: String) -> Bool {
        let isDEC = term.hasPrefix("vt") && term.dropFirst(2).first?.isNumber == true
        return isDEC || ["", "dumb", "unknown"].contains(term) || term.hasSuffix("-m")
            || term.hasSuffix("-mono")
    }

    private static let trueColorTerminals: Set<String> = [
        "xterm-kitty", "xterm-ghostty", "alacritty", "foot", "wezterm",
    ]
}
