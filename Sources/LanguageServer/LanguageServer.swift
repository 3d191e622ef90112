internal import JSON
internal import JSONRPC
package import TagService

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

// How a key that is typed becomes a list of tags, and a saved note becomes knowledge:
//
// 1. `LanguageServer.run` takes bytes, cuts them into `Message`s, and handles those in their order: notifications change the
//    `OpenDocument`s (`EditedText`) at once.
// 2. A request gets a `RequestScope`, everything as it is at that moment, and is answered by a task of its own: completion, hover,
//    names (rename, references, symbols) and actions are extensions of it. `TypedTag` of Things says what is being typed.
// 3. `Workspace` reads the notes of the open folders in a thread of its own; which tags they have is in `TagPlaces`.
// 4. What changes the database because of a saved note, and what looks for wrong tags, waits in `BackgroundWork`, one after the other,
//    so that completion never waits for it.

/// A language server for the tags of notes (LSP 3.17).
package actor LanguageServer {
    /// Answers what is typed.
    let suggesting: TagService
    /// Does all else.
    let service: TagService
    let set: SetReference
    let version: String
    private let indexedFrom: Int?
    let workspace = Workspace()
    let work = BackgroundWork()
    let spellings = SpellingMemory()
    /// The messages that go to the client, as bytes, in their order.
    package nonisolated let output: AsyncStream<[UInt8]>
    private let sink: AsyncStream<[UInt8]>.Continuation

    private var stage = Stage.new
    var client = ClientAbilities()
    var documents: [String: OpenDocument] = [:]
    /// The documents whose tags are to be looked at once more.
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
    ///   - suggesting: A service that is asked at each key, and for nothing that takes long.
    ///   - service: A service on the same database for all else.
    ///   - set: The set that saved notes are learnt in.
    ///   - version: The program's version.
    ///   - indexedFrom: The number of tags from which their index is kept in a file.
    package init(
        suggesting: TagService,
        service: TagService,
        set: SetReference,
        version: String,
        indexedFrom: Int? = TagService.defaultIndexedFrom
    ) {
        self.suggesting = suggesting
        self.service = service
        self.set = set
        self.version = version
        self.indexedFrom = indexedFrom
        (output, sink) = AsyncStream.makeStream()
    }

    /// Serves a client until it says `exit`, or nothing more comes from it.
    ///
    /// - Parameter input: What the client sends, in pieces of any size.
    /// - Returns: Whether the client had said `shutdown` before.
    package func run(_ input: AsyncStream<[UInt8]>) async -> Bool {
        suggesting.keepSuggestionsInMemory(indexedFrom: indexedFrom)
        // The first key does not wait until every tag is read.
        Task.detached { [suggesting] in
            _ = try? suggesting.suggestions(for: SuggestionQuery(limit: 1))
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
        await answerTheRest()
        // What was saved is learnt, also by a client that is gone.
        await work.finish()
        sink.finish()
        return stage == .shutDown
    }

    /// Answers what was asked before the end; what takes long is cancelled.
    private func answerTheRest() async {
        let rest = Array(tasks.values)
        let limit = Task.detached {
            // Cancelled, it has nothing to do any more.
            guard (try? await Task.sleep(for: .seconds(2))) != nil else { return }
            for task in rest { task.cancel() }
        }
        for task in rest { await task.value }
        limit.cancel()
    }

    // MARK: Messages

    /// Sends a message to the client.
    func send(_ message: Message) {
        sink.yield(MessageFraming.contentLength.bytes(of: message))
    }

    /// Asks the client for something; its answer changes nothing.
    func ask(_ method: String, _ parameters: JSONValue) {
        requestCount += 1
        send(.request(id: .string("tagflow-\(requestCount)"), method: method, params: parameters))
    }

    /// Tells the client something that a person may want to know.
    func log(_ text: String) {
        send(
            .notification(
                method: "window/logMessage",
                params: ["type": 2, "message": .string(text)]
            )
        )
    }

    private func handle(_ message: Message) {
        switch message {
        case .notification(let method, let parameters): take(method, parameters)
        case .request(let id, let method, let parameters): begin(id, method, parameters)
        case .result, .failure: break
        }
    }

    private func take(_ method: String, _ parameters: JSONValue?) {
        if method == "$/cancelRequest" {
            guard let id = parameters?["id"].flatMap(MessageID.init),
                let task = tasks.removeValue(forKey: id)
            else { return }
            task.cancel()
            send(
                .failure(id: id, ResponseError(code: -32_800, message: "the request is cancelled"))
            )
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

    private func begin(_ id: MessageID, _ method: String, _ parameters: JSONValue?) {
        guard tasks[id] == nil else {
            return send(.failure(id: id, .invalidRequest("a request of this 'id' is not done yet")))
        }
        switch (method, stage) {
        case ("initialize", .new):
            stage = .running
            send(.result(id: id, initialize(parameters)))
        case ("initialize", _):
            send(.failure(id: id, .invalidRequest("'initialize' is asked once")))
        case (_, .new):
            send(
                .failure(id: id, ResponseError(code: -32_002, message: "'initialize' comes first"))
            )
        case (_, .shutDown):
            send(.failure(id: id, .invalidRequest("after 'shutdown' there is nothing but 'exit'")))
        case ("shutdown", .running):
            stage = .shutDown
            work.add { await self.finish(id, .success(.null)) }
            tasks[id] = Task {}
        case (_, .running): answer(id, method, parameters)
        }
    }

    private func answer(_ id: MessageID, _ method: String, _ parameters: JSONValue?) {
        guard let answering = Answering(rawValue: method) else {
            return send(.failure(id: id, .methodNotFound(method)))
        }
        let scope = scope
        tasks[id] = Task.detached {
            let result: Result<JSONValue, ResponseError>
            do {
                result = .success(try await answering.answer(parameters, from: scope))
            } catch {
                result = .failure(ResponseError(error))
            }
            if answering.changesDatabase, case .success(let edit) = result {
                await self.hasChangedDatabase(answering == .command ? edit : .null)
            }
            await self.finish(id, result.map { answering == .command ? .null : $0 })
        }
    }

    /// Sends an answer, unless the request was cancelled.
    private func finish(_ id: MessageID, _ result: Result<JSONValue, ResponseError>) {
        guard tasks.removeValue(forKey: id) != nil else { return }
        switch result {
        case .success(let value): send(.result(id: id, value))
        case .failure(let error): send(.failure(id: id, error))
        }
    }

    /// Everything as it is now.
    var scope: RequestScope {
        RequestScope(
            suggesting: suggesting,
            service: service,
            set: set,
            documents: documents,
            workspace: workspace,
            client: client
        )
    }

    /// Applies an edit that a command made, and looks at all documents again.
    private func hasChangedDatabase(_ edit: JSONValue) {
        if edit != .null {
            if client.appliesEdits {
                ask("workspace/applyEdit", ["label": "tagflow", "edit": edit])
            } else {
                log("the editor takes no edits; 'tagflow notes fix --write' mends the notes")
            }
        }
        let spellings = spellings
        work.add { await spellings.forget() }
        checkAll()
        updateOthers()
    }
}

/// The requests that are answered while others go on.
private enum Answering: String {
    case completion = "textDocument/completion"
    case hover = "textDocument/hover"
    case references = "textDocument/references"
    case symbols = "workspace/symbol"
    case prepareRename = "textDocument/prepareRename"
    case rename = "textDocument/rename"
    case actions = "textDocument/codeAction"
    case command = "workspace/executeCommand"

    var changesDatabase: Bool { self == .rename || self == .command }

    func answer(_ parameters: JSONValue?, from scope: RequestScope) async throws -> JSONValue {
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

extension ResponseError {
    /// An error as clients show it: one line for people.
    fileprivate init(_ error: any Error) {
        switch error {
        case let error as ResponseError: self = error
        case is CancellationError:
            self.init(code: -32_800, message: "the request is cancelled")
        default: self = .requestFailed("\(error)")
        }
    }
}
