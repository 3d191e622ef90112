internal import HTTPTypes
internal import JSON
internal import TagService

/// The methods of Pinboard's API for tags.
///
/// ```
/// GET /v1/tags/get?format=json
///
/// 200   {"deep-learning":3,"swift":12}
/// ```
enum PinboardTagRoutes {
    static let all = [list, delete, rename]

    private static let list = PinboardRoutes.route(
        "/tags/get", scope: .read, "Lists the tags of items, with their numbers of items.",
        work: .read { call, service in
            let query = ItemQuery(limit: 0, facetLimit: Int.max)
            var counts: [String: Int] = [:]
            for facet in try service.items.find(query).facets {
                counts[TagService.Tags.hyphenated(facet.tag), default: 0] += facet.count
            }
            let tags = counts.sorted { $0.key < $1.key }
            let elements = tags.map { PinboardXML.element("tag", [("count", String($0.value)), ("tag", $0.key)]) }
            return try PinboardAnswer(
                xml: PinboardXML.element("tags", containing: elements.joined(separator: "\n")),
                json: .object(counts.mapValues { .integer(Int64($0)) })
            )
            .response(to: call)
        })

    private static let delete = PinboardRoutes.route(
        "/tags/delete", scope: .write, "Deletes a tag everywhere.", [PinboardListRoutes.tag], isOpenToSetTokens: false,
        work: .write { call, service in
            let tag = try service.tags.meant([call.required(PinboardListRoutes.tag)])[0]
            try service.tags.delete([tag])
            return try PinboardAnswer.tagResult("done").response(to: call)
        })

    private static let old = Field.query("old", .text, "The tag.")
    private static let new = Field.query("new", .text, "Its new name; if there is such a tag, they are merged.")

    private static let rename = PinboardRoutes.route(
        "/tags/rename", scope: .write, "Renames a tag, or merges it into the tag that has the new name.", [old, new],
        isOpenToSetTokens: false,
        work: .write { call, service in
            let (given, new) = (try call.required(old), try call.required(new))
            let old = try service.tags.meant([given])[0]
            let target = try service.tags.meant([new])[0]
            let isMerge =
                try service.tags.isKnown(target) && service.tags.named(target).tag != service.tags.named(old).tag
            if isMerge { try service.tags.merge(old, into: target) } else { try service.tags.rename(old, to: new) }
            return try PinboardAnswer.tagResult("done").response(to: call)
        })
}
