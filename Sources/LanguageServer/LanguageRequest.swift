internal import JSON

/// The LSP requests that run concurrently, each in a separate task.
enum LanguageRequest: String {
    case completion = "textDocument/completion"
    case hover = "textDocument/hover"
    case references = "textDocument/references"
    case symbols = "workspace/symbol"
    case prepareRename = "textDocument/prepareRename"
    case rename = "textDocument/rename"
    case actions = "textDocument/codeAction"
    case command = "workspace/executeCommand"

    /// Whether the request may change the database.
    var changesDatabase: Bool { self == .rename || self == .command }

    /// Computes the result.
    ///
    /// The result of a command is the edit that the client should apply.
    func result(_ parameters: JSONValue?, in scope: RequestScope) async throws -> JSONValue {
        switch self {
        case .completion: try await scope.completion(parameters)
        case .hover: try await scope.hover(parameters)
        case .references: try await scope.references(parameters)
        case .symbols: try await scope.symbols(parameters)
        case .prepareRename: scope.prepareRename(parameters)
        case .rename: try await scope.rename(parameters)
        case .actions: try await scope.actions(parameters)
        case .command: try await scope.execute(parameters) ?? .null
        }
    }
}
