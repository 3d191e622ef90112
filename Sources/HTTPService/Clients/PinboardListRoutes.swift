internal import Foundation
internal import HTTPTypes
internal import JSON
internal import TagService
internal import TextMeasurement

/// The methods of Pinboard's API that read posts.
///
/// ```
/// GET /v1/posts/recent?count=1&tag=swift
///
/// 200   <posts dt="2026-01-31T08:30:00Z" user="ann"><post href="https://swift.org/" … /></posts>
/// ```
enum PinboardListRoutes {
    static let all = [get, recent, dates, list, suggest, update]

    static let tag = Field.query("tag", .text, "Tags that the items must have.")
    private static let count = Field.query("count", .pinboardCount, default: nil, "The number of posts, up to 100.")

    private static let get = PinboardRoutes.route(
        "/posts/get", scope: .read,
        "Lists the items of a day, by default the last day with an item, or the item with a URL.",
        [tag, PinboardRoutes.day, PinboardRoutes.url, PinboardRoutes.meta],
        work: .read { call, service in
            let items = ClientItems(call, service)
            if let url = try call[PinboardRoutes.url], !url.isEmpty {
                let tags = try service.tags.meant(call.words(tag))
                let item = try items.item(at: url).flatMap { item in tags.allSatisfy(item.tags.contains) ? item : nil }
                return try answer([item].compactMap(\.self), call, items)
            }
            let newest = try service.items.find(query(call, limit: 1)).items.first?.savedAt
            guard let day = try call[PinboardRoutes.day] ?? newest else { return try answer([], call, items) }
            let found = try service.items.find(query(call, during: day, limit: Fields.limits.upperBound))
            return try answer(found.items, call, items, day: dayText(day))
        })

    private static let recent = PinboardRoutes.route(
        "/posts/recent", scope: .read, "Lists the newest items.", [tag, count],
        work: .read { call, service in
            let count = try call[count] ?? 15
            let found = try service.items.find(query(call, limit: min(count, 100)))
            return try answer(found.items, call, ClientItems(call, service))
        })

    private static let dates = PinboardRoutes.route(
        "/posts/dates", scope: .read, "Counts the items of each day.", [tag],
        work: .read { call, service in
            let days = try service.items.statistics(by: .day, matching: query(call, limit: 0)).periods
                .filter { $0.count > 0 }.reversed()
            let tag = try call[tag] ?? ""
            let elements = days.map { PinboardXML.element("date", [("count", String($0.count)), ("date", $0.start)]) }
            let counts = days.map { ($0.start, JSONValue.integer(Int64($0.count))) }
            return try PinboardAnswer(
                xml: PinboardXML.element(
                    "dates", [("tag", tag), ("user", call.pinboardUser)], containing: elements.joined(separator: "\n")),
                json: [
                    "user": .string(call.pinboardUser), "tag": .string(tag),
                    "dates": .object(Dictionary(counts) { first, _ in first }),
                ]
            )
            .response(to: call)
        })

    private static let list = PinboardRoutes.route(
        "/posts/all", scope: .read, "Lists all items, newest first.",
        [tag] + PinboardList.fields + [PinboardRoutes.meta],
        work: .stream { call in try await PinboardList(call).response() })

    private static let suggest = PinboardRoutes.route(
        "/posts/suggest", scope: .suggest,
        "Suggests tags for a URL; tags of the shared model are popular, all others recommended.", [PinboardRoutes.url],
        work: .read { call, service in
            let url = try call.required(PinboardRoutes.url)
            let items = ClientItems(call, service)
            let item = call.caller.scope.includes(.read) ? try items.item(at: url) : nil
            let found = try suggestions(for: item, at: url, items).filter { $0.probability != nil }
            let (popular, recommended) = (
                found.filter { $0.new == true }.map { TagService.Tags.hyphenated($0.tag) },
                found.filter { $0.new != true }.map { TagService.Tags.hyphenated($0.tag) }
            )
            let elements =
                popular.map { PinboardXML.element("popular", containing: MarkupText($0).description) }
                + recommended.map { PinboardXML.element("recommended", containing: MarkupText($0).description) }
            return try PinboardAnswer(
                xml: PinboardXML.element("suggested", containing: elements.joined(separator: "\n")),
                json: [
                    ["popular": .list(popular.map(JSONValue.string))],
                    ["recommended": .list(recommended.map(JSONValue.string))],
                ]
            )
            .response(to: call)
        })

    /// Returns the suggestions for an item, or for a page that isn't saved yet.
    private static func suggestions(for item: Item?, at url: String, _ items: ClientItems) throws -> [Suggestion] {
        let evidence = ItemEvidence(
            title: item?.title ?? "", location: item == nil ? url : item?.location, note: item?.note ?? "", text: "")
        try evidence.checkLengths()
        let set = try item?.set ?? items.service.sets.usual(for: items.entrance)
        return try items.service.suggestions
            .find(
                for: SuggestionQuery(
                    given: item?.tags ?? [], item: evidence, savedItem: item?.id, set: set.map(SetReference.named),
                    explains: false)
            )
            .suggestions
    }

    private static let update = PinboardRoutes.route(
        "/posts/update", scope: .read, "Reports when an item was last saved, changed or deleted.",
        work: .read { call, service in
            let time = PinboardPost.time(try service.items.lastChange()?.formatted(.iso8601))
            return try PinboardAnswer(
                xml: PinboardXML.element("update", [("time", time)]), json: ["update_time": .string(time)]
            )
            .response(to: call)
        })

    // MARK: Posts

    private static func answer(
        _ found: [Item], _ call: Call, _ items: ClientItems, day: String? = nil
    ) throws -> ServiceResponse {
        let posts = found.map { PinboardPost($0, items) }
        let newest = posts.first?.time ?? LinkdingBookmark.unknownTime
        let date = day.map { "\($0)T00:00:00Z" } ?? newest
        return try PinboardAnswer(
            xml: PinboardXML.element(
                "posts", [("dt", day ?? newest), ("tag", try call[tag] ?? ""), ("user", call.pinboardUser)],
                containing: posts.map(\.xml).joined(separator: "\n")),
            json: ["date": .string(date), "user": .string(call.pinboardUser), "posts": .list(posts.map(\.json))]
        )
        .response(to: call)
    }

    /// Returns the query for items with the tags of a request, newest first.
    static func query(_ call: Call, during day: Date? = nil, limit: Int) throws -> ItemQuery {
        var query = try ItemQuery("sort:new", tags: call.words(tag), limit: limit, isLenient: true)
        query.matchesHyphens = true
        if let day {
            let next = dayText(day.addingTimeInterval(86_400))
            query.text += " since:\(dayText(day))T00:00:00Z before:\(next)T00:00:00Z"
        }
        return query
    }

    /// Returns the day of a time in UTC.
    private static func dayText(_ time: Date) -> String { String(time.formatted(.iso8601).prefix(10)) }
}
