public import ChipRendering
internal import Terminal

extension BoardColors {
    /// Determines the colors of the terminal from the environment.
    ///
    /// `NO_COLOR` turns colors off, and `CLICOLOR_FORCE` turns them on.
    public init(environment: [String: String], isTerminal: Bool) {
        switch ColorDepth(environment: environment, isTerminal: isTerminal) {
        case .none: self = .none
        case .sixteen: self = .sixteen
        case .palette, .trueColor: self = .palette
        }
    }
}

extension TextBoardStyle {
    /// Returns whether chips are drawn on a light background: that of the terminal on standard input and output, or that in
    /// `COLORFGBG`.
    ///
    /// Asks the terminal unless one of the streams is redirected.
    public static func isOnLight(environment: [String: String]) -> Bool {
        // Without a terminal, nothing can be asked.
        guard TerminalDevice.areTerminals([0, 1]), let device = try? TerminalDevice(input: 0, output: 1) else {
            return TerminalBackground(environment: environment) == .light
        }
        return TerminalBackground.of(device, environment: environment) == .light
    }
}
