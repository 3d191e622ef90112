import Foundation
import TestSupport

@testable import HTTPService

/// A server in the test's own process, with settings that the program doesn't have.
///
/// Other tests block the threads that it needs, so use it in the separate process of an exit test.
final class EmbeddedServer {
    let url: String
    private let folder: TemporaryFolder
    private let task: Task<Void, any Error>

    /// Starts a server on a free port, and waits until it listens.
    init(_ change: (inout ServerSettings) -> Void) async throws {
        folder = try TemporaryFolder()
        var settings = ServerSettings(
            content: .database(path: folder.file("tags.sqlite")), address: .host("127.0.0.1", port: 0))
        settings.setAdminToken(RunningServer.adminToken)
        change(&settings)
        let (running, continuation) = AsyncStream.makeStream(of: HTTPServer.Running.self)
        let server = HTTPServer(settings) { continuation.yield($0) }
        task = Task {
            defer { continuation.finish() }
            try await server.run()
        }
        var addresses = running.makeAsyncIterator()
        url = await addresses.next()?.url ?? ""
    }

    deinit { task.cancel() }

    /// The arguments of curl for a request below `/api/v1`.
    func arguments(
        _ method: String, _ path: String, _ body: String? = nil, token: String = RunningServer.adminToken
    ) -> [String] {
        let content = body.map { ["-H", "Content-Type: application/json", "--data-binary", $0] }
        return ["-sS", "-i", "-X", method, "-H", "Authorization: Bearer \(token)"] + (content ?? []) + [
            "\(url)/api/v1\(path)"
        ]
    }

    /// Sends a request, without blocking a thread that the server needs.
    func send(
        _ method: String, _ path: String, _ body: String? = nil, token: String = RunningServer.adminToken
    ) async throws -> RunningServer.Answer {
        let arguments = ["--max-time", "60"] + arguments(method, path, body, token: token)
        let output = try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result { try RunningServer.curl(arguments) }) }
        }
        return RunningServer.answer(output)
    }
}
