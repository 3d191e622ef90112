import Foundation
import JSON
import JSONRPC
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// An editor that speaks with a `tagflow lsp` of its own.
final class LanguageClient {
    let tagflow: TagflowProcess
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private var reader = MessageReader(.contentLength)
    /// What came and was not asked for yet.
    private var pending: [Message] = []
    private var requestCount: Int64 = 0

    /// Starts the server in the environment of a program.
    init(_ tagflow: TagflowProcess) throws {
        self.tagflow = tagflow
        process.executableURL = URL(fileURLWithPath: TagflowProcess.path)
        process.arguments = ["lsp"]
        process.environment = tagflow.environment
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        // Who writes to a server that has ended learns it from the write.
        _ = signal(SIGPIPE, SIG_IGN)
        try process.run()
    }

    deinit { process.terminate() }

    // MARK: Messages

    func send(_ message: Message) throws {
        try send(MessageFraming.contentLength.bytes(of: message))
    }

    func send(_ bytes: [UInt8]) throws {
        try input.fileHandleForWriting.write(contentsOf: Data(bytes))
    }

    func tell(_ method: String, _ parameters: JSONValue) throws {
        try send(.notification(method: method, params: parameters))
    }

    /// Sends a request; its identifier.
    func begin(_ method: String, _ parameters: JSONValue?) throws -> MessageID {
        requestCount += 1
        let id = MessageID.integer(requestCount)
        try send(.request(id: id, method: method, params: parameters))
        return id
    }

    /// Waits for the answer to a request.
    func answer(to id: MessageID) throws -> Result<JSONValue, ResponseError> {
        let message = try wait { message in
            switch message {
            case .result(id, _), .failure(.some(id), _): true
            default: false
            }
        }
        switch message {
        case .result(_, let value): return .success(value)
        case .failure(_, let error): return .failure(error)
        default: throw End()
        }
    }

    func ask(_ method: String, _ parameters: JSONValue? = nil) throws -> JSONValue {
        try answer(to: begin(method, parameters)).get()
    }

    /// The server ended, or what it sends is no message.
    struct End: Error {}

    /// Waits for a message, and takes it out of those that came.
    func wait(for isWanted: (Message) -> Bool) throws -> Message {
        while true {
            if let place = pending.firstIndex(where: isWanted) { return pending.remove(at: place) }
            guard try readMore() else { throw End() }
        }
    }

    private func readMore() throws -> Bool {
        let bytes = output.fileHandleForReading.availableData
        guard !bytes.isEmpty else { return false }
        reader.append(Array(bytes))
        while let item = reader.next() {
            guard case .message(let message) = item else { throw End() }
            pending.append(message)
        }
        return true
    }

    /// Everything that is sent until the server ends.
    func rest() throws -> [Message] {
        while try readMore() {}
        defer { pending = [] }
        return pending
    }

    // MARK: A session

    /// Says what the editor can do, and waits until the notes are read.
    func start(_ encoding: String = "utf-16", abilities: JSONValue = [:]) throws -> JSONValue {
        let answer = try ask(
            "initialize",
            [
                "processId": nil, "rootUri": .string(address("")),
                "capabilities": [
                    "general": ["positionEncodings": [.string(encoding)]],
                    "window": ["workDoneProgress": true],
                    "workspace": [
                        "applyEdit": true, "workspaceEdit": ["documentChanges": true],
                    ],
                    "textDocument": ["hover": ["contentFormat": ["plaintext"]]],
                ],
            ]
        )
        try tell("initialized", [:])
        _ = try wait { message in
            guard case .notification("$/progress", let parameters) = message else { return false }
            return parameters?["value"]?["kind"] == "end"
        }
        return answer
    }

    /// The folder of the notes.
    var folder: String { tagflow.folder.file("notes") }

    func address(_ file: String) -> String { "file://\(folder)" + (file.isEmpty ? "" : "/\(file)") }

    func document(_ file: String) -> JSONValue { ["uri": .string(address(file))] }

    func open(_ file: String, _ text: String, language: String = "markdown") throws {
        try tell(
            "textDocument/didOpen",
            [
                "textDocument": [
                    "uri": .string(address(file)), "languageId": .string(language), "version": 1,
                    "text": .string(text),
                ]
            ]
        )
    }

    /// The hints about a document, once there are so many.
    func diagnostics(_ file: String, count: Int) throws -> [JSONValue] {
        let address = address(file)
        let message = try wait { message in
            guard case .notification("textDocument/publishDiagnostics", let parameters) = message
            else { return false }
            return parameters?["uri"] == .string(address)
                && parameters?["diagnostics"]?.list?.count == count
        }
        guard case .notification(_, let parameters) = message else { throw End() }
        return parameters?["diagnostics"]?.list ?? []
    }

    /// The answer to a request about a place.
    func ask(
        _ method: String,
        _ file: String,
        _ line: Int64,
        _ character: Int64
    ) throws -> JSONValue {
        try ask(method, at(file, line, character))
    }

    func at(_ file: String, _ line: Int64, _ character: Int64) -> JSONValue {
        [
            "textDocument": document(file),
            "position": ["line": .integer(line), "character": .integer(character)],
        ]
    }

    /// Ends the session as an editor does; the exit code.
    func end() throws -> Int32 {
        #expect(try ask("shutdown") == .null)
        try send(.notification(method: "exit", params: nil))
        process.waitUntilExit()
        return process.terminationStatus
    }

    /// Ends the session as an editor that dies; the exit code.
    func closeInput() throws -> Int32 {
        try input.fileHandleForWriting.close()
        return waitForEnd()
    }

    /// Waits until the server ends; the exit code.
    func waitForEnd() -> Int32 {
        process.waitUntilExit()
        return process.terminationStatus
    }
}

extension LanguageClient {
    /// A client whose folder has some notes, and whose database some tags.
    static func withNotes(_ notes: [String: String] = [:]) throws -> LanguageClient {
        let tagflow = try TagflowProcess()
        try tagflow.run("add", "swift", "concurrency", "machine-learning", "deep work", "actors")
        try tagflow.run("alias", "ml", "machine-learning")
        try tagflow.run("select", "swift", "concurrency")
        try tagflow.run("save", "a talk")
        let client = try LanguageClient(tagflow)
        for (name, text) in notes {
            let file = URL(fileURLWithPath: "\(client.folder)/\(name)")
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(text.utf8).write(to: file)
        }
        try FileManager.default.createDirectory(
            atPath: client.folder,
            withIntermediateDirectories: true
        )
        return client
    }

    /// The labels of a completion.
    static func labels(_ answer: JSONValue) -> [String] {
        (answer["items"]?.list ?? []).compactMap { $0["label"]?.string }
    }
}
