/// Every route of a space, in the order of the OpenAPI document.
enum Routes {
    static let all: [Route] =
        SuggestionRoutes.all + TagRoutes.all + TagRoutes.named + TagListRoutes.all + SimilarTagRoutes.all
        + ImplicationRoutes.all + SetRoutes.all + MemberRoutes.all + BoardRoutes.all + ItemRoutes.all
        + ItemListRoutes.all + DismissedTagRoutes.all + ReviewRoutes.all + ViewRoutes.all + UndoRoutes.all
        + EventRoutes.all + FileRoutes.all + TokenRoutes.all + ConnectionRoutes.all + RuleRoutes.all + GroupRoutes.all
        + DescriptionRoutes.all + WebhookRoutes.all + RemoteRoutes.all + SyncRoutes.all + LinkdingRoutes.all
        + PinboardRoutes.all

    /// Returns the routes of an API.
    static func of(_ api: ClientAPI) -> [Route] { all.filter { $0.api == api } }
}
