internal import HTTPTypes
internal import JSON
internal import TagService

/// The routes of webhooks.
///
/// ```
/// POST /api/v1/webhooks   {"url": "https://example.org/hook", "event": "items"}
///
/// 201   {"event":"items","id":1,"made":"2026-11-25T09:01:25Z","secret":"tf_…",
///        "url":"https://example.org/hook"}
/// ```
enum WebhookRoutes {
    static let all = [list, add, remove]

    static let schema = JSONSchema.object(fields)
    static let newSchema = JSONSchema.object(fields + [.init(name: "secret", schema: .string)])

    private static let events = JSONSchema.text(oneOf: Webhook.Event.allCases.map(\.rawValue))

    private static let fields: [JSONSchema.Field] = [
        .init(name: "id", schema: .integer), .init(name: "url", schema: .string),
        .init(
            name: "event", schema: events, isRequired: false,
            summary: "The kind of commits that are sent; absent if all are."), .init(name: "made", schema: .time),
        .init(
            name: "last",
            schema: .object([
                .init(name: "at", schema: .time), .init(name: "commit", schema: .integer),
                .init(name: "result", schema: .string, summary: "The status of the response, or why there is none."),
            ]), isRequired: false, summary: "The last attempt; absent if none was made."),
        .init(name: "retry", schema: .time, isRequired: false, summary: "When the next commit is tried again."),
    ]

    private static let list = Route(
        method: .get, path: "/webhooks", scope: .admin,
        summary: "Lists the webhooks with their last results, without their secrets.",
        response: .json(.object([.init(name: "webhooks", schema: .list(.named("Webhook")))])),
        work: .read { _, service in .json(["webhooks": try service.webhooks.all().map { WebhookDocument($0) }]) })

    private static let add = Route(
        method: .post, path: "/webhooks", scope: .admin,
        summary: "Adds a webhook, which is sent the commits from now on; only this response has its secret.",
        body: .json(
            .object([
                .init(name: "url", schema: .string, summary: "An http or https URL."),
                .init(
                    name: "secret", schema: .optional(.string), isRequired: false,
                    summary: "The key of the signatures; default: a random key."),
                .init(
                    name: "event", schema: .optional(events), isRequired: false,
                    summary: "The kind of commits; default: all."),
            ])), response: .json(.named("NewWebhook"), status: 201), problems: [422], returnsSecret: true,
        work: .write { call, service in
            let fields = try call.fields()
            try fields.allow("url", "secret", "event")
            let event = try fields.optionalString("event")
                .map { word in
                    guard let event = Webhook.Event(rawValue: word) else {
                        let words = Webhook.Event.allCases.map(\.rawValue).joined(separator: ", ")
                        throw Problem.field("/event", "'event' must be one of \(words)")
                    }
                    return event
                }
            let new = try service.webhooks.add(
                fields.string("url"), secret: fields.optionalString("secret"), event: event)
            return .created(
                WebhookDocument(new.webhook, secret: new.secret), at: call.location("webhooks", "\(new.webhook.id)"))
        })

    private static let remove = Route(
        method: .delete, path: "/webhooks/{id}", scope: .admin,
        summary: "Removes a webhook; commits that weren't delivered are dropped.", response: .nothing,
        work: .write { call, service in
            try service.webhooks.remove(call.identifier())
            return .nothing
        })
}
