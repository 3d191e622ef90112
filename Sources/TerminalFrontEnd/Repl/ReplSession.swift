public import TagService

/// What a REPL remembers from one line to the next.
public final class ReplSession {
    /// The set that commands are about.
    public var set: SetReference
    /// How boards are drawn, with the settings that are being tried.
    public var presenter: BoardPresenter
    /// What `find` showed last, by number from 1.
    public var found: [String] = []

    /// Whether the board is always seen, so that commands need not print it.
    public var isBoardShown = false

    /// A session on a set.
    public init(set: SetReference, presenter: BoardPresenter) {
        self.set = set
        self.presenter = presenter
    }
}
