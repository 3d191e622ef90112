/// What an examination found, a line each: the first of each kind, and how many there were.
final class FindingList {
    /// How many lines of a kind are kept.
    static let most = 20

    private var lines: [String] = []
    private var counts: [String: Int] = [:]

    /// Whether nothing was found.
    var isEmpty: Bool { counts.isEmpty }

    /// Adds a line of a kind.
    func add(_ text: String, kind: String) {
        counts[kind, default: 0] += 1
        if counts[kind, default: 0] <= Self.most { lines.append(text) }
    }

    /// The lines, and one for each kind that has more.
    var texts: [String] {
        lines
            + counts.filter { $0.value > Self.most }.sorted { $0.key < $1.key }
            .map { "\($0.key): \($0.value - Self.most) more like these" }
    }
}
