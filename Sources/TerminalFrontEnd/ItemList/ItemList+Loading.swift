internal import TagService
internal import Terminal

/// A query that runs in the background.
struct ItemLoad: Hashable, Sendable {
    var query: ItemQuery
    /// The item to highlight afterwards; nil keeps the index of the highlight.
    var kept: Int64?

    /// Whether the items are appended to the loaded ones.
    var isContinuation: Bool { query.after != nil }
}

/// Loading items a page at a time.
///
/// At most one query runs. While it does, only the last wanted query is remembered, so that typing never queues
/// outdated queries.
extension ItemList {
    /// The number of items to load first, and the maximum number to load together.
    static let (firstPage, largestPage) = (200, 5_000)

    /// Loads the items that match the typed query.
    mutating func find() -> [Effect] {
        load(ItemLoad(query: ItemQuery(editor.text, limit: Self.firstPage, isTyping: true)))
    }

    /// Loads the shown items again after a change.
    mutating func reload(keeping item: Int64?) -> [Effect] {
        let limit = highlight + Self.firstPage
        let query = ItemQuery(shownQuery, limit: limit, isTyping: true)
        return load(ItemLoad(query: query, kept: item))
    }

    /// Loads more items if the highlight is near the last loaded item.
    mutating func loadMore() -> [Effect] {
        let margin = max(Self.firstPage / 2, 2 * size.rows)
        guard let next, running == nil, isGoingToEnd || highlight + margin >= items.count else { return [] }
        // Pages grow with the list, so that its end is reached after few queries.
        let limit = min(max(items.count, Self.firstPage), Self.largestPage)
        return load(ItemLoad(query: ItemQuery(shownQuery, limit: limit, after: next, isTyping: true)))
    }

    private mutating func load(_ load: ItemLoad) -> [Effect] {
        guard running == nil else {
            wanted = load
            return []
        }
        running = load
        let (service, set) = (service, set)
        return [
            .run {
                do { return .loaded(try service.items.find(load.query, in: set), by: load) } catch {
                    return .loadingFailed(Remark.text(of: error))
                }
            }
        ]
    }

    /// Shows loaded items, unless another load is wanted.
    mutating func finish(_ load: ItemLoad, with page: ItemQuery.Page) -> [Effect] {
        if let effects = startWantedLoad() { return effects }
        show(page, of: load)
        showHighlight()
        return releaseKeys() + loadMore()
    }

    /// Shows why items couldn't be loaded, and keeps the loaded ones.
    mutating func finishLoading(failure reason: String) -> [Effect] {
        if let effects = startWantedLoad() { return effects }
        problem = reason
        isGoingToEnd = false
        return releaseKeys()
    }

    private mutating func startWantedLoad() -> [Effect]? {
        running = nil
        guard let next = wanted else { return nil }
        wanted = nil
        return load(next)
    }

    private mutating func show(_ page: ItemQuery.Page, of load: ItemLoad) {
        let text = load.query.text
        if text == editor.text { problem = nil }
        if load.isContinuation {
            append(page)
            if isGoingToEnd { highlight = items.count - 1 }
            return
        }
        show(page)
        if text != shownQuery { (highlight, top) = (0, 0) }
        shownQuery = text
        isGoingToEnd = false
        if let place = load.kept.flatMap({ id in items.firstIndex { $0.id == id } }) { highlight = place }
    }
}
