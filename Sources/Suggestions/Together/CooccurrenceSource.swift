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
///     func uses(of tags: [UInt32]) -> [UInt32] {
///         tags.map { tag in UInt32(selections.count { $0.contains(tag) }) }
///     }
///
///     func mostUsed(limit: Int) -> [UInt32] {
///         let tags = Array(Set(selections.joined()))
///         return Array(zip(uses(of: tags), tags).sorted { $0.0 > $1.0 }.prefix(limit).map(\.1))
///     }
///
///     func pairs(of tag: UInt32) -> PairCounts {
///         var counts = PairCounts()
///         for selection in selections where selection.contains(tag) {
///             for other in selection where other != tag { counts.change(other, adding: true) }
///         }
///         return counts
///     }
///
///     func newestSelections(holding tag: UInt32, limit: Int) -> [[UInt32]] {
///         selections.filter { $0.contains(tag) }.suffix(limit).reversed()
///     }
/// }
/// ```
public protocol CooccurrenceSource {
    /// The error that reading can throw; `Never` for a source in memory.
    associatedtype Failure: Error

    /// Returns the number of items.
    func selectionCount() throws(Failure) -> Int

    /// Returns the number of items that contain each of `tags`, in the given order; zero for unknown tags.
    func uses(of tags: [UInt32]) throws(Failure) -> [UInt32]

    /// Returns at most `limit` tags, most used first.
    func mostUsed(limit: Int) throws(Failure) -> [UInt32]

    /// Returns the counts of the tags that occur together with `tag`.
    func pairs(of tag: UInt32) throws(Failure) -> PairCounts

    /// Returns the tags of the newest items that contain `tag`, newest item first.
    ///
    /// - Parameters:
    ///   - tag: the tag that all of the items have.
    ///   - limit: the maximum number of items.
    /// - Returns: all tags of each item, each tag once, including `tag`.
    /// - Throws: the errors of the source.
    func newestSelections(holding tag: UInt32, limit: Int) throws(Failure) -> [[UInt32]]
}
