internal import HTTPTypes
internal import JSON
internal import TagService

/// The routes of saved views and statistics.
///
/// ```
/// PUT /api/v1/views/to%20read   {"q": "#reading -#done"}
///
/// 201   {"count":12,"q":"#reading -#done","view":"to read"}
/// ```
enum ViewRoutes {
    static let all = [list, save, delete, share, unshare, atomFeed, jsonFeed, statistics]

    static let viewSchema = JSONSchema.object([
        .init(name: "view", schema: .string), .init(name: "q", schema: .string),
        .init(name: "count", schema: .integer, summary: "The number of matching items."),
        .init(
            name: "shared", schema: .object([.init(name: "page", schema: .boolean)]), isRequired: false,
            summary: "Present if anyone with a secret address can read the view."),
    ])

    private static let list = Route(
        method: .get, path: "/views", scope: .read, summary: "Lists the saved views.",
        response: .json(.object([.init(name: "views", schema: .list(.named("View")))])), isOpenToSetTokens: true,
        work: .read { _, service in .json(["views": try service.items.views()]) })

    private static let view = Field.path("view")
    private static let viewQuery = Field.body(required: "q", .text)

    private static let save = Route(
        method: .put, path: "/views/\(view)", scope: .write, summary: "Saves a view, or changes its query.",
        fields: [viewQuery], response: .json(.named("View")), problems: [422],
        work: .write { call, service in
            let saved = try service.items.saveView(call[view], query: call[viewQuery])
            return .json(saved.view)
        })

    private static let delete = Route(
        method: .delete, path: "/views/\(view)", scope: .write, summary: "Deletes a view; its items stay.",
        response: .nothing, problems: [422],
        work: .write { call, service in
            try service.items.deleteView(call[view])
            return .nothing
        })

    private static let hasPage = Field.body(
        "page", .flag, default: false, "Whether the address also opens a page, rather than feeds only.")

    private static let share = Route(
        method: .put, path: "/views/\(view)/share", scope: .write,
        summary: "Shares the view under a new secret address, and revokes an earlier one.", fields: [hasPage],
        isBodyOptional: true, response: .json(.named("SharedView")), problems: [422], returnsSecret: true,
        work: .write { call, service in
            let shared = try service.items.shareView(call[view], hasPage: call[hasPage])
            let root = call.origin + call.root
            return .json(
                SharedViewDocument(
                    view: shared.view, FeedAddresses(root: root, secret: shared.secret, hasPage: shared.hasPage)))
        })

    private static let unshare = Route(
        method: .delete, path: "/views/\(view)/share", scope: .write, summary: "Revokes the view's secret address.",
        response: .nothing, problems: [422],
        work: .write { call, service in
            try service.items.unshareView(call[view])
            return .nothing
        })

    private static let atomFeed = Route(
        method: .get, path: "/views/\(view)/feed.atom", scope: .read,
        summary: "Returns the newest 100 items of the view as an Atom feed.", response: .bytes(ViewFeed.atomType),
        isOpenToSetTokens: true,
        work: .read { call, service in
            let feed = try service.items.feed(ofView: call[view])
            return try .bytes(feed.atom(at: addresses(of: call)), ViewFeed.atomType)
        })

    private static let jsonFeed = Route(
        method: .get, path: "/views/\(view)/feed.json", scope: .read,
        summary: "Returns the newest 100 items of the view as a JSON Feed.", response: .bytes(ViewFeed.jsonType),
        isOpenToSetTokens: true,
        work: .read { call, service in
            let feed = try service.items.feed(ofView: call[view])
            return try .bytes(feed.json(at: addresses(of: call)), ViewFeed.jsonType)
        })

    /// Returns the addresses of the feeds of the view in the path.
    private static func addresses(of call: Call) throws -> FeedAddresses {
        let name = try call[view]
        return FeedAddresses(
            atom: call.origin + call.location("views", name, "feed.atom"),
            json: call.origin + call.location("views", name, "feed.json"))
    }

    private static let period = Field.query("by", .word, default: StatisticsPeriod.month, "The length of the periods.")

    private static let statistics = Route(
        method: .get, path: "/stats", scope: .read, summary: "Counts items by period and by tag.",
        fields: [period, Fields.itemQuery, Fields.onlySet, Fields.daily],
        response: .json(
            .object([
                .init(
                    name: "periods",
                    schema: .list(
                        .object([
                            .init(name: "start", schema: .string, summary: "Its first day."),
                            .init(name: "count", schema: .integer),
                        ]))), .init(name: "tags", schema: .list(.named("Facet"))),
                .init(
                    name: "streaks",
                    schema: .object([
                        .init(
                            name: "current", schema: .integer,
                            summary: "The number of days in a row with an item, up to today or yesterday."),
                        .init(name: "longest", schema: .integer),
                    ])), .init(name: "once", schema: .optional(rareTags), isRequired: false),
                .init(name: "unused", schema: .optional(rareTags), isRequired: false),
            ])), problems: [422], isOpenToSetTokens: true,
        work: .read { call, service in
            var query = ItemQuery(try call[Fields.itemQuery] ?? "")
            query.includesDailySets = try call[Fields.daily]
            let set = try call[Fields.onlySet]
            let isWhole = query.text.isEmpty && set == nil
            return .json(
                StatisticsDocument(
                    try service.items.statistics(by: call[period], matching: query, in: set),
                    try service.items.streaks(matching: query, in: set), try isWhole ? service.tags.rare() : nil))
        })

    private static let rareTags = JSONSchema.object([
        .init(name: "count", schema: .integer),
        .init(name: "tags", schema: .list(.string), summary: "The first 1,000 of the tags."),
    ])

    private struct StatisticsDocument: Encodable {
        var periods: [ItemStatistics.Period]
        var tags: [ItemQuery.Facet]
        var streaks: StreaksDocument
        /// The tags in one item; `nil` if the statistics are of some items only.
        var once: RareTags?
        /// The tags in no item, like ``once``.
        var unused: RareTags?

        struct StreaksDocument: Encodable {
            var current: Int
            var longest: Int
        }

        struct RareTags: Encodable {
            var count: Int
            var tags: [String]

            init(_ all: [String]) {
                count = all.count
                tags = Array(all.prefix(1_000))
            }
        }

        init(_ statistics: ItemStatistics, _ streaks: Streaks, _ rare: (once: [String], unused: [String])?) {
            periods = statistics.periods
            tags = statistics.tags
            self.streaks = StreaksDocument(current: streaks.current, longest: streaks.longest)
            once = rare.map { RareTags($0.once) }
            unused = rare.map { RareTags($0.unused) }
        }
    }
}
