internal import Suggestions
internal import TagStore

/// The words of reasons, with the names of tags and the titles of items.
struct ReasonWording {
    /// The names of tags that are known already.
    let names: [UInt32: String]
    let reader: StoreReader

    /// Returns a reason in words.
    func text(_ reason: Reason) throws -> String {
        switch reason {
        case .with(let tag), .implied(let tag), .goesWith(let tag):
            let name = try name(of: tag)
            return reason.text { _ in name }
        case .similar(let item, _):
            let row = try reader.item(id: item)
            let title = row.map { $0.title.isEmpty ? $0.location ?? "" : $0.title } ?? ""
            return reason.text(title: { _ in title })
        default: return reason.text()
        }
    }

    private func name(of tag: UInt32) throws -> String { try names[tag] ?? reader.tag(id: Int64(tag))?.name ?? "?" }

    /// Returns what a tag's estimate is composed of.
    func explanation(of next: NextTag) throws -> SuggestionExplanation {
        SuggestionExplanation(
            popularity: next.popularity,
            terms: try next.contributions.map { part in
                var given = try text(part.reason)
                if case .with(let tag) = part.reason { given = try name(of: tag) }
                return SuggestionTerm(
                    given: given, linear: part.linear, local: part.local, neighbors: part.neighbors,
                    rule: part.rule == 0 ? nil : part.rule, item: part.item == 0 ? nil : part.item)
            })
    }
}
