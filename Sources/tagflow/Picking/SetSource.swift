import TagService

/// The tags of a set, in pages: a picker shows the first of them before the others are read.
struct SetSource {
    let service: TagService
    let set: SetReference
    /// The tags that are not offered, since they are given already.
    let excluded: Set<String>
    /// Whether the picker starts with the set's selection.
    let keepsSelection: Bool

    /// The number of tags that are read before the picker opens.
    private static let firstPage = 1_000
    /// The size of later pages: small enough not to delay other queries.
    private static let nextPage = 20_000

    /// The first tags of the set; all of them if its selection counts, so that none is missed.
    func first() async throws -> PickableTags {
        var tags = try service.pickableTags(
            of: set,
            limit: keepsSelection ? nil : Self.firstPage
        )
        tags.tags = offered(tags.tags)
        return tags
    }

    /// Waits for the tags after the first page; `nil` if that page is complete.
    func more(after first: PickableTags) -> (@Sendable () async throws -> [PickableTag]?)? {
        guard let rest = first.rest else { return nil }
        let pages = Pages(source: self, rest: rest)
        return { try await pages.next() }
    }

    private func offered(_ tags: [PickableTag]) -> [PickableTag] {
        var tags = tags
        if !excluded.isEmpty { tags.removeAll { excluded.contains($0.name) } }
        guard !keepsSelection else { return tags }
        for place in tags.indices where tags[place].isSelected { tags[place].isSelected = false }
        return tags
    }

    /// The pages that are still to be read.
    private actor Pages {
        private let source: SetSource
        private var rest: PickableRest?

        init(source: SetSource, rest: PickableRest) {
            self.source = source
            self.rest = rest
        }

        /// The next page; nil at the end.
        func next() async throws -> [PickableTag]? {
            guard let rest else { return nil }
            let page = try source.service.pickableTags(rest, limit: nextPage)
            self.rest = page.rest
            return source.offered(page.tags)
        }
    }
}
