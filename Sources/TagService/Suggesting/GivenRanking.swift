internal import Suggestions

/// How well tags go with given tags and a title.
///
/// A class, since its many arrays would be counted one by one each time it is handed on.
final class GivenRanking: Sendable {
    /// The identifiers of the given tags.
    let given: [UInt32]
    let title: String
    let limit: Int
    /// `nil` where nothing is given that counts.
    let ranking: NextRanking?
    /// The words of the title that count, by feature.
    let words: [(id: UInt32, name: String)]

    init(
        given: [UInt32],
        title: String,
        limit: Int,
        ranking: NextRanking?,
        words: [(id: UInt32, name: String)]
    ) {
        self.given = given
        self.title = title
        self.limit = limit
        self.ranking = ranking
        self.words = words
    }

    /// Whether nothing is given that counts.
    var isEmpty: Bool { ranking == nil }

    /// Whether a query is given the same.
    func isOf(given: [UInt32], title: String, limit: Int) -> Bool {
        self.limit == limit && self.given == given && self.title == title
    }
}

extension GivenRanking: TagScores {
    func best(_ limit: Int, where isWanted: (UInt32) -> Bool) -> [NextTag] {
        ranking?.best(limit, where: isWanted) ?? []
    }

    func scores(_ limit: Int) -> [(tag: UInt32, score: Double)] { ranking?.scores(limit) ?? [] }

    func explain(_ tags: [UInt32]) -> [NextTag] { ranking?.explain(tags) ?? [] }
}
