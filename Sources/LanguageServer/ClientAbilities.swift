internal import JSON
internal import JSONRPC

/// What a client says that it can do.
struct ClientAbilities: Sendable {
    var encoding = PositionEncoding.utf16
    var readsMarkdown = false
    var insertsOrReplaces = false
    var takesVersions = false
    var appliesEdits = false
    var watchesFiles = false
    var showsProgress = false

    init() {}

    /// Reads the parameters of `initialize`.
    init(_ parameters: JSONValue?) {
        let client = parameters?["capabilities"]
        let encodings = client?["general"]?["positionEncodings"]?.list?.compactMap(\.string) ?? []
        encoding = encodings.contains(PositionEncoding.utf8.rawValue) ? .utf8 : .utf16
        let text = client?["textDocument"]
        let item = text?["completion"]?["completionItem"]
        insertsOrReplaces = item?["insertReplaceSupport"]?.boolean ?? false
        let formats = text?["hover"]?["contentFormat"]?.list?.compactMap(\.string) ?? []
        readsMarkdown = formats.contains("markdown")
        let workspace = client?["workspace"]
        takesVersions = workspace?["workspaceEdit"]?["documentChanges"]?.boolean ?? false
        appliesEdits = workspace?["applyEdit"]?.boolean ?? false
        watchesFiles = workspace?["didChangeWatchedFiles"]?["dynamicRegistration"]?.boolean ?? false
        showsProgress = client?["window"]?["workDoneProgress"]?.boolean ?? false
    }
}
