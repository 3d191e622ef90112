import Foundation
import JSON
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// An editor connected to a new `tagflow lsp` process.
final class LanguageClient {
    let tagflow: TagflowProcess
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private var reader = MessageReader(.contentLength)
    /// The received messages that no test has asked for yet.
    private var pending: [Message] = []
    private var requestCount: Int64 = 0

    /// Starts the server with the database and home folder of `tagflow`.
    init(_ tagflow: TagflowProcess) throws {
        self.tagflow = tagflow
        process.executableURL = URL(fileURLWithPath: TagflowProcess.path)
        process.arguments = ["lsp"]
        process.environment = tagflow.environment
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        // Writing to a server that has exited should throw instead of killing the tests.
        _ = signal(SIGPIPE, SIG_IGN)
        try process.run()
    }

    deinit { process.terminate() }

    // MARK: Messages

    func send(_ message: Message) throws { try send(MessageFraming.contentLength.bytes(of: message)) }

    func send(_ bytes: [UInt8]) throws { try input.fileHandleForWriting.write(contentsOf: Data(bytes)) }

    func notify(_ method: String, _ parameters: JSONValue) throws {
        try send(.notification(method: method, params: parameters))
    }

    /// Sends a request and returns its ID.
    func begin(_ method: String, _ parameters: JSONValue?) throws -> MessageID {
        requestCount += 1
        let id = MessageID.integer(requestCount)
        try send(.request(id: id, method: method, params: parameters))
        return id
    }

    /// Waits for the response to a request.
    func response(to id: MessageID) throws -> Result<JSONValue, ResponseError> {
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

    /// Sends a request and returns its result.
    func request(_ method: String, _ parameters: JSONValue? = nil) throws -> JSONValue {
        try response(to: begin(method, parameters)).get()
    }

    /// The error if the server has exited or sends an invalid message.
    struct End: Error {}

    /// Waits for a message and removes it from the pending messages.
    func wait(for isMatch: (Message) -> Bool) throws -> Message {
        while true {
            if let index = pending.firstIndex(where: isMatch) { return pending.remove(at: index) }
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

    /// Returns the messages that the server sends until it exits.
    func rest() throws -> [Message] {
        while try readMore() {}
        defer { pending = [] }
        return pending
    }

    // MARK: Session

    /// Initializes the session and waits until the notes are read.
    func start(_ encoding: String = "utf-16") throws -> JSONValue {
        let result = try request(
            "initialize",
            [
                "processId": nil, "rootUri": .string(address("")),
                "capabilities": [
                    "general": ["positionEncodings": [.string(encoding)]], "window": ["workDoneProgress": true],
                    "workspace": ["applyEdit": true, "workspaceEdit": ["documentChanges": true]],
                    "textDocument": ["hover": ["contentFormat": ["plaintext"]]],
                ],
            ])
        try notify("initialized", [:])
        _ = try wait { message in
            guard case .notification("$/progress", let parameters) = message else { return false }
            return parameters?["value"]?["kind"] == "end"
        }
        return result
    }

    /// The folder of the notes.
    var folder: String { tagflow.folder.file("notes") }

    func address(_ file: String) -> String { "file://\(folder)" + (file.isEmpty ? "" : "/\(file)") }

    func document(_ file: String) -> JSONValue { ["uri": .string(address(file))] }

    func open(_ file: String, _ text: String, language: String = "markdown") throws {
        try notify(
            "textDocument/didOpen",
            [
                "textDocument": [
                    "uri": .string(address(file)), "languageId": .string(language), "version": 1, "text": .string(text),
                ]
            ])
    }

    /// Waits until a document has the given number of diagnostics, and returns them.
    func diagnostics(_ file: String, count: Int) throws -> [JSONValue] {
        let address = address(file)
        let message = try wait { message in
            guard case .notification("textDocument/publishDiagnostics", let parameters) = message else { return false }
            return parameters?["uri"] == .string(address) && parameters?["diagnostics"]?.list?.count == count
        }
        guard case .notification(_, let parameters) = message else { throw End() }
        return parameters?["diagnostics"]?.list ?? []
    }

    /// Sends a request for a position and returns its result.
    func request(_ method: String, _ file: String, _ line: Int64, _ character: Int64) throws -> JSONValue {
        try request(method, at(file, line, character))
    }

    /// The parameters for a position in a document.
    func at(_ file: String, _ line: Int64, _ character: Int64) -> JSONValue {
        ["textDocument": document(file), "position": ["line": .integer(line), "character": .integer(character)]]
    }

    /// Ends the session as an editor does, and returns the exit code.
    func end() throws -> Int32 {
        #expect(try request("shutdown") == .null)
        try send(.notification(method: "exit", params: nil))
        process.waitUntilExit()
        return process.terminationStatus
    }

    /// Closes the pipe as an editor that crashes does, and returns the exit code.
    func closeInput() throws -> Int32 {
        try input.fileHandleForWriting.close()
        return waitForEnd()
    }

    /// Waits until the server exits, and returns the exit code.
    func waitForEnd() -> Int32 {
        process.waitUntilExit()
        return process.terminationStatus
    }
}

extension LanguageClient {
    /// Creates a client with notes in its folder and several tags in its database.
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
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        try FileManager.default.createDirectory(atPath: client.folder, withIntermediateDirectories: true)
        return client
    }

    /// Returns the labels of a completion list.
    static func labels(_ completion: JSONValue) -> [String] {
        (completion["items"]?.list ?? []).compactMap { $0["label"]?.string }
    }
}
