/// Refuses a body that arrives too slowly on average.
///
/// ``SlowClientHandler`` drops clients that send next to nothing for a while. A body of 1 MB could still take days at its rate.
struct BodyPace {
    /// The least number of bytes a second, once the grace period has passed.
    static let minimumRate = 500.0

    private let grace: Duration
    private let start = ContinuousClock.now
    private var received = 0

    /// Begins to measure.
    ///
    /// - Parameter grace: the time that the body may take at any rate.
    init(grace: Duration) {
        self.grace = grace
    }

    /// Counts bytes that have arrived.
    ///
    /// - Throws: a problem with status 408 if the body is too slow.
    mutating func count(_ bytes: Int) throws(Problem) {
        received += bytes
        let late = (ContinuousClock.now - start) - grace
        guard late > .zero, Double(received) < Self.minimumRate * (late / .seconds(1)) else {
            return
        }
        throw .tooSlow
    }
}
