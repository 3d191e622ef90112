internal import HTTPTypes
internal import TagService

/// The routes of saved views and statistics.
///
/// ```
/// PUT /api/v1/views/to%20read   {"q": "#reading -#done"}
///
/// 201   {"count":12,"q":"#reading -#done","view":"to read"}
/// ```
enum ViewRoutes {
    static let all = [list, save, delete, statistics]

    static let viewSchema = JSONSchema.object([
        .init(name: "view", schema: .string), .init(name: "q", schema: .string),
        .init(name: "count", schema: .integer, summary: "The number of matching items."),
    ])

    private static let list = Route(
        method: .get,
        path: "/views",
        scope: .read,
        summary: "Lists the saved views.",
        response: .json(.object([.init(name: "views", schema: .list(.named("View")))])),
        isOpenToSetTokens: true,
        work: .read { _, service in .json(["views": try service.views()]) }
    )

    private static let save = Route(
        method: .put,
        path: "/views/{view}",
        scope: .write,
        summary: "Saves a view, or changes its query.",
        body: .json(.object([.init(name: "q", schema: .string)])),
        response: .json(.named("View")),
        problems: [422],
        work: .write { call, service in
            let fields = try call.fields()
            try fields.allow("q")
            let saved = try service.saveView(call["view"], query: fields.string("q"))
            return .json(saved.view)
        }
    )

    private static let delete = Route(
        method: .delete,
        path: "/views/{view}",
        scope: .write,
        summary: "Deletes a view; its items stay.",
        response: .nothing,
        problems: [422],
        work: .write { call, service in
            try service.deleteView(call["view"])
            return .nothing
        }
    )

    private static let statistics = Route(
        method: .get,
        path: "/stats",
        scope: .read,
        summary: "Counts items by period and by tag.",
        query: [
            .init(
                name: "by",
                summary: "The length of the periods.",
                schema: .text(oneOf: StatisticsPeriod.allCases.map(\.rawValue))
            ),
            .query,
            .init(name: "set", summary: "Only items of this set.", schema: .string),
        ],
        response: .json(
            .object([
                .init(
                    name: "periods",
                    schema: .list(
                        .object([
                            .init(name: "start", schema: .string, summary: "Its first day."),
                            .init(name: "count", schema: .integer),
                        ])
                    )
                ),
                .init(name: "tags", schema: .list(.named("Facet"))),
            ])
        ),
        problems: [422],
        isOpenToSetTokens: true,
        work: .read { call, service in
            .json(
                try service.statistics(
                    by: try call.choice("by", default: StatisticsPeriod.month),
                    matching: ItemQuery(call.first("q") ?? ""),
                    of: call.first("set").map(SetReference.named)
                )
            )
        }
    )
}
