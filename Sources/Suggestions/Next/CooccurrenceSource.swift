public import TagCore

/// The co-occurrence counts of saved items that ``NextTags`` reads, from a database or from memory.
///
/// All counts must be consistent; a database must read them in one transaction.
///
/// ```swift
/// struct Selections: CooccurrenceSource {
///     var selections: [[UInt32]]
///
///     func selectionCount() -> Int { selections.count }
///
///     func uses(of features: [UInt32]) -> [UInt32] {
///         features.map { feature in UInt32(selections.count { $0.contains(feature) }) }
///     }
///
///     func mostUsed(limit: Int) -> [UInt32] {
///         let tags = Array(Set(selections.joined()))
///         return Array(zip(uses(of: tags), tags).sorted { $0.0 > $1.0 }.prefix(limit).map(\.1))
///     }
///
///     func pairs(of feature: UInt32) -> PairCounts {
///         var counts = PairCounts()
///         for selection in selections where selection.contains(feature) {
///             for other in selection where other != feature { counts.change(other, adding: true) }
///         }
///         return counts
///     }
///
///     func collectNewest(holding feature: UInt32, into pool: inout SelectionPool) {
///         for selection in selections.reversed() where selection.contains(feature) { pool.add(selection) }
///     }
/// }
/// ```
public protocol CooccurrenceSource {
    /// The error that reading can throw; `Never` for a source in memory.
    associatedtype Failure: Error

    /// Returns the number of items.
    func selectionCount() throws(Failure) -> Int

    /// Returns the number of items that contain each of `features`, in the given order; zero for unknown features.
    func uses(of features: [UInt32]) throws(Failure) -> [UInt32]

    /// Returns at most `limit` tags, most used first.
    func mostUsed(limit: Int) throws(Failure) -> [UInt32]

    /// Returns the counts of the features that occur together with `feature`. The row of a tag contains only tags; the
    /// row of a word also contains words.
    func pairs(of feature: UInt32) throws(Failure) -> PairCounts

    /// Adds the selections that contain `feature` to the pool, newest first, until it is full or there are no more.
    func collectNewest(holding feature: UInt32, into pool: inout SelectionPool) throws(Failure)
}
