internal import Synchronization

/// How long the questions of a space take of late, which decides on which thread the next one is answered.
///
/// A change of threads and back takes some 100 µs, about as long as a short question. A long one on the thread of its connection
/// would hold up all others of that thread.
final class QuestionPace: Sendable {
    /// The mean time in nanoseconds, in which each question counts an eighth.
    private let mean = Atomic<Int64>(100_000_000)

    /// The time in nanoseconds up to which others can wait.
    private static let quick: Int64 = 2_000_000

    /// Whether the next question is likely to be answered before others notice.
    var isQuick: Bool { mean.load(ordering: .relaxed) <= Self.quick }

    /// Takes note of how long a question took.
    func note(_ took: Duration) {
        let (seconds, rest) = took.components
        let time = min(seconds, 60) * 1_000_000_000 + rest / 1_000_000_000
        // Of two that write at once one may be lost, which changes nothing for long.
        let before = mean.load(ordering: .relaxed)
        mean.store(before + (time - before) / 8, ordering: .relaxed)
    }
}
