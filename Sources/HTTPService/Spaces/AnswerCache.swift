internal import Synchronization
internal import TagService

/// The latest answers to questions that are asked again and again, such as what people begin to type.
///
/// An answer holds until the next commit in its space. The cache has two halves: when the younger one is full, the older one is
/// forgotten, so that what is still asked for stays.
final class AnswerCache: Sendable {
    /// What an answer belongs to.
    struct Key: Hashable, Sendable {
        /// The state of the space, a number that no other state of any space has.
        var epoch: Int
        /// The path and the query as they were sent.
        var question: String
        /// The ids of the sets that the caller's token opens; `nil` means every set.
        var sets: [Int64]?
    }

    private struct State {
        var young: [Key: Answer] = [:]
        var old: [Key: Answer] = [:]
        /// The approximate size of the younger half, in bytes.
        var size = 0
    }

    private let state = Mutex(State())
    /// The greatest size of a half, in bytes.
    private let limit: Int

    /// Creates a cache that takes about so many bytes.
    init(limit: Int = 8 << 20) {
        self.limit = limit / 2
    }

    /// The answer to a question; `nil` if it must be worked out.
    func answer(_ key: Key) -> Answer? {
        state.withLock { state in
            if let answer = state.young[key] { return answer }
            guard let answer = state.old.removeValue(forKey: key) else { return nil }
            keep(answer, key, &state)
            return answer
        }
    }

    /// Keeps an answer, with its validator.
    func keep(_ answer: Answer, for key: Key) {
        state.withLock { keep(answer, key, &$0) }
    }

    private func keep(_ answer: Answer, _ key: Key, _ state: inout State) {
        guard case .bytes(let bytes) = answer.body, bytes.count < limit / 16 else { return }
        // A question that two clients ask at once is kept once.
        guard state.young.updateValue(answer, forKey: key) == nil else { return }
        state.size += bytes.count + key.question.utf8.count + Self.overhead
        guard state.size > limit else { return }
        (state.old, state.young, state.size) = (state.young, [:], 0)
    }

    /// What an entry takes beyond its texts, in bytes.
    private static let overhead = 400
}

/// The number of a space's state, moved by every commit.
final class Epoch: Sendable {
    private static let latest = Atomic<Int>(0)
    private let number: Atomic<Int>

    init() {
        number = Atomic(Self.next())
    }

    var current: Int { number.load(ordering: .acquiring) }

    /// Makes what was worked out before out of date.
    func move() {
        number.store(Self.next(), ordering: .releasing)
    }

    private static func next() -> Int {
        latest.wrappingAdd(1, ordering: .relaxed).newValue
    }
}
