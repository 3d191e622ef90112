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

    /// Whether the set is the chosen one, and not one that was named when the REPL was opened.
    private let followsChosen: Bool

    /// A session on a set.
    public init(set: SetReference, presenter: BoardPresenter) {
        self.set = set
        self.presenter = presenter
        followsChosen = set == .chosen
    }

    /// Holds on to the set that is shown, whatever other processes choose; where it is gone, takes the chosen one.
    public func holdSet(in service: TagService) async throws {
        guard followsChosen else { return }
        if case .named = set, (try? await service.name(of: set)) != nil { return }
        set = .named(try await service.name(of: .chosen))
    }

    /// Runs a step back or forth, and takes the set that it chooses.
    public func following(_ service: TagService, _ command: () async throws -> Void) async throws {
        try await holdSet(in: service)
        let chosen = try await service.name(of: .chosen)
        try await command()
        if followsChosen, try await service.name(of: .chosen) != chosen { set = .chosen }
        try await holdSet(in: service)
    }
}
