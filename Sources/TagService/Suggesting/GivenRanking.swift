internal import Suggestions

/// How well tags go with given tags and a label.
struct GivenRanking: Sendable {
    /// The identifiers of the given tags.
    let given: [UInt32]
    let label: String
    let limit: Int
    /// `nil` where nothing is given that counts.
    let ranking: NextRanking?
    /// The words of the label that count, by feature.
    let words: [(id: UInt32, name: String)]

    /// Whether a question is given the same.
    func isOf(given: [UInt32], label: String, limit: Int) -> Bool {
        self.limit == limit && self.given == given && self.label == label
    }
}
