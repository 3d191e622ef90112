internal import JSON
package import TagService

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

// How a keystroke or a saved note is processed:
//
// 1. `LanguageServer.run` splits the input into `Message`s and handles them in order. Notifications update the
//    `OpenDocument`s (`EditedText`) immediately.
// 2. A request gets a `RequestScope`, a snapshot of the server's state, and runs as a `LanguageRequest` in a
//    separate task. Completion, hover, names (rename, references, symbols) and actions are extensions of
//    `RequestScope`. `TypedTag` of TaggedFiles finds the tag being typed.
// 3. `Workspace` reads the notes of the open folders on a separate thread; `TagFileIndex` records the tags of each
//    file.
// 4. Saving the tags of a note and checking the spelling of tags run one at a time in `BackgroundQueue`, so that
//    completion never waits for them.

/// A language server (LSP 3.17) that completes, checks and renames tags in notes.
///
/// ```swift
/// let server = LanguageServer(suggesting: memory, service: service, set: .chosen, version: "1.0")
/// async let didShutDown = server.run(input)
/// for await bytes in server.output { try output.write(contentsOf: bytes) }
/// exit(await didShutDown ? 0 : 1)
/// ```
package actor LanguageServer {
    /// The service for suggestions while the user is typing.
    let suggesting: TagService
    /// The service for everything else.
    let service: TagService
    let set: SetReference
    /// The set to save notes in.
    nonisolated var savingSet: SetReference { self.set == .chosen ? .entrance(.terminal) : self.set }
    let version: String
    let workspace = Workspace()
    let queue = BackgroundQueue()
    let spellings = SpellingCache()
    /// The bytes to write to the client.
    package nonisolated let output: AsyncStream<[UInt8]>
    private let sink: AsyncStream<[UInt8]>.Continuation

    private var stage = Stage.new
    var client = ClientCapabilities()
    var documents: [String: OpenDocument] = [:]
    /// The URIs of the documents whose tags will be checked.
    var unchecked: Set<String> = []
    private var tasks: [MessageID: Task<Void, Never>] = [:]
    private var requestCount = 0

    private enum Stage {
        case new
        case running
        case shutDown
    }

    /// Creates a server.
    ///
    /// - Parameters:
    ///   - suggesting: A service for suggestions at each keystroke; slow queries don't use it.
    ///   - service: A service on the same database for everything else.
    ///   - set: The tag set to save notes in.
    ///   - version: The program's version.
    package init(suggesting: TagService, service: TagService, set: SetReference, version: String) {
        self.suggesting = suggesting
        self.service = service
        self.set = set
        self.version = version
        (output, sink) = AsyncStream.makeStream()
    }

    /// Serves a client until it sends `exit` or closes the connection.
    ///
    /// - Parameter input: The bytes from the client, in pieces of any size.
    /// - Returns: Whether the client sent `shutdown` first.
    package func run(_ input: AsyncStream<[UInt8]>) async -> Bool {
        suggesting.suggestions.keepInMemory()
        // Load the tags before the first keystroke needs them.
        Task.detached { [self] in
            do { _ = try suggesting.suggestions.find(for: SuggestionQuery(limit: 1)) } catch {
                await log("can't load the tags: \(error)")
            }
        }
        var reader = MessageReader(.contentLength)
        messages: for await piece in input {
            reader.append(piece)
            while let item = reader.next() {
                switch item {
                case .error(let error): if let response = error.response { send(response) }
                case .message(.notification("exit", _)): break messages
                case .message(let message): handle(message)
                }
            }
            if reader.isBroken { break }
        }
        workspace.end()
        await finishRequests()
        // Finish saving notes even if the client is gone, so that suggestions learn from them.
        await queue.finish()
        sink.finish()
        return stage == .shutDown
    }

    /// Waits for the pending requests, and cancels them after two seconds.
    private func finishRequests() async {
        let rest = Array(tasks.values)
        let limit = Task.detached {
            do { try await Task.sleep(for: .seconds(2)) } catch { return }
            for task in rest { task.cancel() }
        }
        for task in rest { await task.value }
        limit.cancel()
    }

    // MARK: Messages

    /// Sends a message to the client.
    func send(_ message: Message) { sink.yield(MessageFraming.contentLength.bytes(of: message)) }

    /// Sends a request to the client; the response is ignored.
    func request(_ method: String, _ parameters: JSONValue) {
        requestCount += 1
        send(.request(id: .string("tagflow-\(requestCount)"), method: method, params: parameters))
    }

    /// Writes a warning to the client's log.
    func log(_ text: String) {
        send(.notification(method: "window/logMessage", params: ["type": 2, "message": .string(text)]))
    }

    private func handle(_ message: Message) {
        switch message {
        case .notification(let method, let parameters): receive(method, parameters)
        case .request(let id, let method, let parameters): start(id, method, parameters)
        case .result, .failure: break
        }
    }

    private func receive(_ method: String, _ parameters: JSONValue?) {
        if method == "$/cancelRequest" {
            guard let id = parameters?["id"].flatMap(MessageID.init), let task = tasks.removeValue(forKey: id) else {
                return
            }
            task.cancel()
            send(.failure(id: id, ResponseError(code: -32_800, message: "request canceled")))
            return
        }
        guard stage == .running else { return }
        switch method {
        case "initialized": watchFiles()
        case "textDocument/didOpen": open(parameters)
        case "textDocument/didChange": change(parameters)
        case "textDocument/didSave": save(parameters)
        case "textDocument/didClose": close(parameters)
        case "workspace/didChangeWatchedFiles": refresh(parameters)
        case "workspace/didChangeWorkspaceFolders": changeFolders(parameters)
        default: break
        }
    }

    // MARK: Requests

    private func start(_ id: MessageID, _ method: String, _ parameters: JSONValue?) {
        guard tasks[id] == nil else {
            return send(.failure(id: id, .invalidRequest("a request with this 'id' is still running")))
        }
        switch (method, stage) {
        case ("initialize", .new):
            stage = .running
            send(.result(id: id, initialize(parameters)))
        case ("initialize", _): send(.failure(id: id, .invalidRequest("'initialize' was already sent")))
        case (_, .new):
            send(
                .failure(
                    id: id, ResponseError(code: -32_002, message: "server not initialized; send 'initialize' first")))
        case (_, .shutDown): send(.failure(id: id, .invalidRequest("the server has shut down; only 'exit' is allowed")))
        case ("shutdown", .running):
            stage = .shutDown
            queue.add { await self.finish(id, .success(.null)) }
            tasks[id] = Task {}
        case (_, .running): run(id, method, parameters)
        }
    }

    private func run(_ id: MessageID, _ method: String, _ parameters: JSONValue?) {
        guard let request = LanguageRequest(rawValue: method) else {
            return send(.failure(id: id, .methodNotFound(method)))
        }
        let scope = scope
        tasks[id] = Task.detached {
            let result: Result<JSONValue, ResponseError>
            do { result = .success(try await request.result(parameters, in: scope)) } catch {
                result = .failure(ResponseError(error))
            }
            if request.changesDatabase, case .success(let edit) = result {
                await self.databaseDidChange(request == .command ? edit : .null)
            }
            await self.finish(id, result.map { request == .command ? .null : $0 })
        }
    }

    /// Sends the response, unless the request was cancelled.
    private func finish(_ id: MessageID, _ result: Result<JSONValue, ResponseError>) {
        guard tasks.removeValue(forKey: id) != nil else { return }
        switch result {
        case .success(let value): send(.result(id: id, value))
        case .failure(let error): send(.failure(id: id, error))
        }
    }

    /// A snapshot of the server's state.
    var scope: RequestScope {
        RequestScope(
            suggesting: suggesting, service: service, set: set, documents: documents, workspace: workspace,
            client: client)
    }

    /// Asks the client to apply the edit of a command, and checks all documents again.
    private func databaseDidChange(_ edit: JSONValue) {
        if edit != .null {
            if client.appliesEdits {
                request("workspace/applyEdit", ["label": "tagflow", "edit": edit])
            } else {
                log("this editor can't apply edits; run 'tagflow notes fix --write' to update the notes")
            }
        }
        let spellings = spellings
        queue.add { await spellings.removeAll() }
        checkAll()
        updateUnknownTags()
    }
}

extension ResponseError {
    /// Converts any error of a request.
    fileprivate init(_ error: any Error) {
        switch error {
        case let error as ResponseError: self = error
        case is CancellationError: self.init(code: -32_800, message: "request canceled")
        default: self = .requestFailed("\(error)")
        }
    }
}

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

/// The commands that code actions run.
///
/// The editor sends a command back with the names of its tags, such as:
///
/// ```
/// {"command": "tagflow.merge", "arguments": ["concurency", "concurrency"]}
/// ```
enum ServerCommand: String, CaseIterable {
    /// Merges the first tag into the second in the database and all notes.
    case merge = "tagflow.merge"
    /// Makes the first name an alias of the second tag.
    case alias = "tagflow.alias"
    /// Adds a tag to the database, optionally marked as distinct from a similar one.
    case add = "tagflow.know"
    /// Marks two similar tags as distinct, so that they aren't reported as near duplicates.
    case distinguish = "tagflow.distinguish"
}
