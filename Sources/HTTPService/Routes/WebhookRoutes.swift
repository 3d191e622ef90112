internal import HTTPTypes
internal import JSON
internal import PageFetching
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

    private static let fields: [JSONSchema.Field] = [
        .init(name: "id", schema: .integer), .init(name: "url", schema: .string),
        .init(
            name: "event", schema: FieldType<Webhook.Event>.word.schema, isRequired: false,
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

    private static let url = Field.body(required: "url", .text, "An http or https URL.")
    private static let secret = Field.body("secret", .text, "The key of the signatures; default: a random key.")
    private static let event: Field<Webhook.Event?> = .body("event", .word, "The kind of commits; default: all.")

    private static let add = Route(
        method: .post, path: "/webhooks", scope: .admin,
        summary: "Adds a webhook, which is sent the commits from now on; only this response has its secret.",
        fields: [url, secret, event], response: .json(.named("NewWebhook"), status: 201), problems: [422],
        returnsSecret: true,
        work: .write { call, service in
            let address = try call[url]
            if let refusal = call.server.settings.webhookSender.refusal(of: address) {
                throw Problem.field("/\(url.name)", refusal.messageDescription)
            }
            let new = try service.webhooks.add(address, secret: call[secret], event: call[event])
            return .created(
                WebhookDocument(new.webhook, secret: new.secret), at: call.location("webhooks", "\(new.webhook.id)"))
        })

    private static let remove = Route(
        method: .delete, path: "/webhooks/\(Fields.id)", scope: .admin,
        summary: "Removes a webhook; commits that weren't delivered are dropped.", response: .nothing,
        work: .write { call, service in
            try service.webhooks.delete(call[Fields.id])
            return .nothing
        })
}
