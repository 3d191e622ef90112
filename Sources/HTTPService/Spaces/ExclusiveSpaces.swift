/// What happens to spaces that one machine at a time may have, by their names.
struct ExclusiveSpaces {
    /// Spaces that are being opened, each once.
    var opening: [String: LimitedWork<Void>] = [:]
    /// Spaces that are being closed, which must not be opened before that has ended.
    var closing: [String: LimitedWork<Void>] = [:]
    /// Spaces that were open on other machines.
    var elsewhere: [String: Absence] = [:]
    /// The requests that were refused lately.
    var refusals = Refusals()
    /// Whether the server stops and has let all spaces go.
    var areGone = false
    /// Whether the folder answered, and when that was asked.
    var probe: (work: LimitedWork<Void>, begun: ContinuousClock.Instant)?

    /// A space that another machine has.
    struct Absence {
        /// Until when it is taken to be there still.
        var until: ContinuousClock.Instant
        /// When the other machine was asked for it.
        var wished: ContinuousClock.Instant
    }

    /// The names of the requests that were refused lately.
    struct Refusals {
        private var newer: Set<String> = []
        private var older: Set<String> = []

        /// Whether a request was refused, and is not forgotten yet.
        func holds(_ request: String) -> Bool { newer.contains(request) || older.contains(request) }

        /// Adds a request, and forgets those of long ago.
        mutating func add(_ request: String) {
            guard request.utf8.count <= 200 else { return }
            if newer.count >= 5_000 { (older, newer) = (newer, []) }
            newer.insert(request)
        }
    }

    /// How long a request that came back waits before the space is asked for again.
    static let pause = Duration.milliseconds(50)
    /// The most threads that open spaces at once.
    static let mostOpenings = 1_000
    /// For how long a space that was open elsewhere is not asked for again.
    static let shyness = Duration.seconds(1)
    /// How long a question for the machine's health waits for the folder.
    static let probeLimit = Duration.seconds(1)
    /// How long the folder may be silent before the machine is not ready: as long as its locks last at least.
    static let silenceLimit = Duration.seconds(60)
}
