/// The saved items and counts that suggestions for a new item read, from a database or from memory.
///
/// In addition to the counts of ``NextTags``. A source that hides items, for a token
/// with limited sets, leaves them out of every count and list. Each function is called once per query unless
/// documented otherwise.
package protocol ItemSource: CooccurrenceSource {
    /// Returns the numbers of words in the given order; `nil` for a word that no item contains. Called twice per query.
    func numbers(of words: [String]) throws(Failure) -> [UInt32?]

    /// Returns the number of items that contain each word ("n_w"), in the given order. Called twice per query.
    ///
    /// A word can be listed several times.
    func itemCounts(ofWords words: [UInt32]) throws(Failure) -> [UInt32]

    /// Returns the newest items that contain a word, newest first. Called up to 48 times per query.
    func postings(of word: UInt32, limit: Int) throws(Failure) -> [Posting]

    /// Returns all words of each item, in the given order of items.
    func words(of items: [Int64]) throws(Failure) -> WordLists

    /// Returns the tags of each item, in the given order of items.
    func tags(of items: [Int64]) throws(Failure) -> TagLists

    /// Returns the record of each tag's name, in the given order.
    func nameRecords(of tags: [UInt32]) throws(Failure) -> [NameRecord]

    /// Returns the counts of all tags' names by place.
    func nameRates() throws(Failure) -> NameRates
}
