public import TagCore

/// What ranking the next tag reads of the saved selections; a database or memory can stand behind it.
///
/// All counts must belong to one moment: a database answers within one read transaction.
public protocol CooccurrenceSource {
    /// What reading can throw; `Never` for a source in memory.
    associatedtype Failure: Error

    /// The number of saved selections, N.
    func selectionCount() throws(Failure) -> Int

    /// How many saved selections hold each of `features`, in their order; zero for an unknown one.
    func uses(of features: [UInt32]) throws(Failure) -> [UInt32]

    /// The tags that most saved selections hold, most used first, at most `limit`.
    func mostUsed(limit: Int) throws(Failure) -> [UInt32]

    /// The features that occur with `feature`, without itself. A tag's row holds tags alone, a word's row both kinds.
    func pairs(of feature: UInt32) throws(Failure) -> PairCounts

    /// Adds the newest selections that hold `feature` to the pool, newest first, until it is full or has all.
    func collectNewest(holding feature: UInt32, into pool: inout SelectionPool) throws(Failure)
}
