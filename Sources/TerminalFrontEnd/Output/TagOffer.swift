/// The offer of a known tag instead of a new tag that resembles it.
///
/// ```
/// "films" is new; use "film" (41 uses)?
/// ```
public struct TagOffer: Hashable, Sendable {
    /// The new tag.
    public var new: String
    /// The known tag.
    public var known: String
    /// The number of uses of the known tag.
    public var uses: Int

    /// Creates an offer.
    public init(new: String, known: String, uses: Int) {
        self.new = new
        self.known = known
        self.uses = uses
    }

    /// The offer as a question.
    public var question: String { "\"\(new)\" is new; use \"\(known)\" (\(String.counted(uses, "use")))?" }
}
