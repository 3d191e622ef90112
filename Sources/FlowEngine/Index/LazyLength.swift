internal import Synchronization

/// A length that is worked out when it is first asked for.
///
/// Copies of an index share it, since it is replaced and not changed when the index changes.
final class LazyLength: Sendable {
    private let length = Mutex<Double?>(nil)

    /// Returns the length; works it out if nobody has yet.
    func value(_ workOut: () -> Double) -> Double {
        if let known = length.withLock({ $0 }) { return known }
        let length = workOut()
        self.length.withLock { $0 = length }
        return length
    }
}
