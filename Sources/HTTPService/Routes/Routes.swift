/// Every route below `/api/v1`, in the order of the OpenAPI document.
enum Routes {
    static let all: [Route] =
        SuggestionRoutes.all + TagRoutes.all + ImplicationRoutes.all + SetRoutes.all
        + MemberRoutes.all + BoardRoutes.all
        + ItemRoutes.all + ViewRoutes.all + UndoRoutes.all + EventRoutes.all + FileRoutes.all
        + TokenRoutes.all
}
