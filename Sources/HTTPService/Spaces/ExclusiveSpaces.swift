/// The exclusive spaces that this node uses or was asked for, and its recent refusals.
struct ExclusiveSpaces {
    /// A space that isn't simply closed.
    struct Slot {
        var state = SpaceState.closed(retryTime: nil)
        /// The opening or closing in progress.
        var work: LimitedWork<Void>?
    }

    /// The spaces by name.
    var slots: [String: Slot] = [:]
    var refusals = Refusals()
    /// Whether the server stops and has released all spaces.
    var areReleased = false
    /// The last check that the folder responds, and when it began.
    var probe: (work: LimitedWork<Void>, begun: ContinuousClock.Instant)?

    /// The IDs of the last 5,000 to 10,000 requests that were refused.
    struct Refusals {
        private var newer: Set<String> = []
        private var older: Set<String> = []

        func contains(_ request: String) -> Bool {
            newer.contains(request) || older.contains(request)
        }

        mutating func insert(_ request: String) {
            guard request.utf8.count <= 200 else { return }
            if newer.count >= 5_000 { (older, newer) = (newer, []) }
            newer.insert(request)
        }
    }

    /// Time between two attempts of a retried request.
    static let retryInterval = Duration.milliseconds(50)
    /// Maximum number of spaces that are being opened.
    static let openingLimit = 1_000
    /// Maximum time that a readiness check waits for the folder.
    static let probeLimit = Duration.seconds(1)
    /// How long the folder may not respond before the node isn't ready: at least as long as its locks last.
    static let silenceLimit = Duration.seconds(60)
}
