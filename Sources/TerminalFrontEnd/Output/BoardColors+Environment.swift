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
