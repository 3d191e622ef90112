internal import JSON

/// The capabilities of the client that the server depends on.
struct ClientCapabilities: Sendable {
    var encoding = PositionEncoding.utf16
    var readsMarkdown = false
    /// Whether a completion may have one range to insert and another to replace.
    var insertsOrReplaces = false
    /// Whether workspace edits may name document versions.
    var acceptsVersions = false
    var appliesEdits = false
    var watchesFiles = false
    var showsProgress = false

    init() {}

    /// Creates capabilities from the parameters of `initialize`.
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
        acceptsVersions = workspace?["workspaceEdit"]?["documentChanges"]?.boolean ?? false
        appliesEdits = workspace?["applyEdit"]?.boolean ?? false
        watchesFiles = workspace?["didChangeWatchedFiles"]?["dynamicRegistration"]?.boolean ?? false
        showsProgress = client?["window"]?["workDoneProgress"]?.boolean ?? false
    }
}
