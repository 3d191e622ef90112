/// What happens to spaces that one machine at a time may have, by their names.
struct ExclusiveSpaces {
    /// Spaces that are being opened, each once.
    var opening: [String: LimitedWork<Void>] = [:]
    /// Spaces that are being closed, which must not be opened before that has ended.
    var closing: [String: LimitedWork<Void>] = [:]
    /// Until when spaces that were open on other machines are taken to be so still.
    var elsewhere: [String: ContinuousClock.Instant] = [:]
    /// Whether the folder answered, and when that was asked.
    var probe: (work: LimitedWork<Void>, begun: ContinuousClock.Instant)?

    /// The most threads that open spaces at once.
    static let mostOpenings = 1_000
    /// For how long a space that was open elsewhere is not asked for again.
    static let shyness = Duration.seconds(1)
    /// How long a question for the machine's health waits for the folder.
    static let probeLimit = Duration.seconds(1)
    /// How long the folder may be silent before the machine is not ready: as long as its locks last at least.
    static let silenceLimit = Duration.seconds(60)
}
