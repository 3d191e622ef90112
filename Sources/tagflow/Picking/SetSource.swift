import Synchronization
import TagService

/// The tags of a set in pages, so that a picker can show the first page before reading the others.
struct SetSource {
    let service: TagService
    let set: SetReference
    /// The tags that aren't offered, because the user already named them with `--given`.
    let excluded: Set<String>
    /// Whether the picker starts with the set's selection.
    let keepsSelection: Bool

    /// The number of tags that are read before the picker opens.
    private static let firstPage = 1_000
    /// The size of later pages: small enough not to delay other queries.
    private static let nextPage = 20_000

    /// Returns the first page of tags.
    ///
    /// If the picker starts with the set's selection, returns all tags, so that no selected tag is
    /// missing.
    func first() throws -> PickableTags {
        var tags = try service.suggestions.pickableTags(in: set, limit: keepsSelection ? nil : Self.firstPage)
        tags.tags = offered(tags.tags)
        return tags
    }

    /// Returns a function that reads the pages after the first, or `nil` if there are no more tags.
    func more(after first: PickableTags) -> (@Sendable () throws -> [PickableTag]?)? {
        guard let rest = first.rest else { return nil }
        let pages = Pages(source: self, rest: rest)
        return { try pages.next() }
    }

    private func offered(_ tags: [PickableTag]) -> [PickableTag] {
        var tags = tags
        if !excluded.isEmpty { tags.removeAll { excluded.contains($0.name) } }
        guard !keepsSelection else { return tags }
        for place in tags.indices where tags[place].isSelected { tags[place].isSelected = false }
        return tags
    }

    /// The pages that haven't been read yet.
    private final class Pages: Sendable {
        private let source: SetSource
        private let rest: Mutex<PickableRest?>

        init(source: SetSource, rest: PickableRest) {
            self.source = source
            self.rest = Mutex(rest)
        }

        /// Returns the next page, or `nil` at the end.
        func next() throws -> [PickableTag]? {
            try rest.withLock { rest in
                guard let start = rest else { return nil }
                let page = try source.service.suggestions.pickableTags(after: start, limit: nextPage)
                rest = page.rest
                return source.offered(page.tags)
            }
        }
    }
}
