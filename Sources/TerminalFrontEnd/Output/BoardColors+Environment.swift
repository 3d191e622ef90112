public import ChipRendering
internal import Terminal

extension BoardColors {
    /// The colors that the environment allows: those of the terminal, never with NO_COLOR, always
    /// with CLICOLOR_FORCE.
    public init(environment: [String: String], isTerminal: Bool) {
        switch ColorDepth(environment: environment, isTerminal: isTerminal) {
        case .none: self = .none
        case .sixteen: self = .sixteen
        case .palette, .trueColor: self = .palette
        }
    }
}
