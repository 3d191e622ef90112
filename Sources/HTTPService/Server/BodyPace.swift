/// A check for request bodies that arrive too slowly on average.
///
/// ``SlowClientHandler`` drops clients that send almost nothing for a while, but at the minimum rate
/// that it requires, a body of 1 MB could still take days.
struct BodyPace {
    /// The minimum average rate after the grace period, in bytes per second.
    static let minimumRate = 500.0

    private let grace: Duration
    private let start = ContinuousClock.now
    private var received = 0

    /// Starts the measurement.
    ///
    /// - Parameter grace: the time before the rate is checked.
    init(grace: Duration) { self.grace = grace }

    /// Counts bytes that have arrived.
    ///
    /// - Throws: a problem with status 408 if the body is too slow.
    mutating func count(_ bytes: Int) throws(Problem) {
        received += bytes
        let late = (ContinuousClock.now - start) - grace
        guard late > .zero, Double(received) < Self.minimumRate * (late / .seconds(1)) else { return }
        throw .tooSlow
    }
}
