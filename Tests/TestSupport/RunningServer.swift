internal import Foundation

/// A server of the program on a free port, asked with curl.
package final class RunningServer {
    /// An answer to a request.
    package struct Answer {
        package var status: Int
        /// The header fields, by their names in small letters.
        package var headers: [String: String]
        package var body: String

        /// The body as JSON.
        package var json: Any? {
            // Invalid JSON is nil, which no test accepts.
            try? JSONSerialization.jsonObject(with: Data(body.utf8), options: .fragmentsAllowed)
        }

        /// A member of the body, which is an object.
        package subscript(name: String) -> Any? { (json as? [String: Any])?[name] }
    }

    /// The server's own admin token.
    package static let adminToken = "the token of the tests"

    package let folder: TemporaryFolder
    package private(set) var url = ""
    /// Its output when it started to listen.
    package private(set) var greeting = ""
    private let process = Process()
    private let errors = Pipe()

    /// Starts a server and waits until it listens.
    ///
    /// - Parameters:
    ///   - arguments: options beyond the address and the database, which is `tags.sqlite` unless they name another content.
    ///   - folder: the folder of the database; `nil` for a separate folder.
    ///   - environment: variables beyond those that every server has.
    /// - Throws: the error of starting it.
    package init(_ arguments: String..., folder: TemporaryFolder? = nil, environment: [String: String] = [:]) throws {
        self.folder = try folder ?? TemporaryFolder()
        let path = URL(fileURLWithPath: TagflowProcess.path).deletingLastPathComponent()
            .appendingPathComponent("tagflow-server")
        process.executableURL = path
        let content = arguments.contains("--spaces") ? [] : ["--database", database]
        let address = arguments.contains("--listen") ? [] : ["--listen", "127.0.0.1:0"]
        process.arguments = content + address + arguments
        process.environment = [
            "HOME": self.folder.path, "PATH": "/usr/bin:/bin", "TAGFLOW_ADMIN_TOKEN": Self.adminToken,
        ]
        .merging(environment) { $1 }
        process.standardError = errors
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        while !greeting.contains("sign in once") {
            let bytes = errors.fileHandleForReading.availableData
            guard !bytes.isEmpty else { break }
            greeting += String(decoding: bytes, as: UTF8.self)
        }
        let line = greeting.split(separator: "\n").first { $0.hasPrefix("listening on ") }
        url = line.map { String($0.dropFirst("listening on ".count)) } ?? ""
    }

    deinit { kill() }

    /// The path of its database.
    package var database: String { folder.file("tags.sqlite") }

    /// The link that signs a browser in.
    package var signInURL: String {
        greeting.split(separator: "\n").first { $0.hasPrefix("sign in once: ") }
            .map { String($0.dropFirst("sign in once: ".count)) } ?? ""
    }

    /// Sends a request.
    ///
    /// - Parameters:
    ///   - method: its method.
    ///   - path: its path and query, below `/api/v1` unless it begins with `//`.
    ///   - body: its body; JSON by default.
    ///   - headers: further header fields.
    ///   - token: the token; empty for none.
    /// - Returns: the answer.
    /// - Throws: the error of running curl.
    package func send(
        _ method: String, _ path: String, _ body: String? = nil, headers: [String] = [], token: String = adminToken
    ) throws -> Answer {
        let place = path.hasPrefix("//") ? String(path.dropFirst()) : "/api/v1\(path)"
        var arguments = ["-sS", "-i", "--max-time", "240", "-X", method]
        if method == "HEAD" { arguments += ["--head"] }
        if !token.isEmpty { arguments += ["-H", "Authorization: Bearer \(token)"] }
        for header in headers { arguments += ["-H", header] }
        if let body {
            let file = folder.file(UUID().uuidString)
            try Data(body.utf8).write(to: URL(fileURLWithPath: file))
            arguments += ["--data-binary", "@\(file)"]
            if !headers.contains(where: { $0.lowercased().hasPrefix("content-type:") }) {
                arguments += ["-H", "Content-Type: application/json"]
            }
        }
        return Self.answer(try Self.curl(arguments + ["-H", "Expect:", url + place]))
    }

    /// Runs curl and returns its output.
    package static func curl(_ arguments: [String]) throws -> String {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/curl")
        process.arguments = arguments
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Reads the output of curl with `-i`.
    package static func answer(_ text: String) -> Answer {
        let parts = text.replacingOccurrences(of: "\r\n", with: "\n")
            .split(separator: "\n\n", maxSplits: 1, omittingEmptySubsequences: false)
        let lines = (parts.first ?? "").split(separator: "\n")
        let status = lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            headers[line[..<colon].lowercased()] = line[line.index(after: colon)...]
                .trimmingCharacters(in: .whitespaces)
        }
        return Answer(status: status, headers: headers, body: parts.count > 1 ? String(parts[1]) : "")
    }

    /// Asks the server to stop; its exit code.
    package func stop() -> Int32 {
        process.terminate()
        process.waitUntilExit()
        return process.terminationReason == .exit ? process.terminationStatus : -1
    }

    /// Asks the server to stop, and does not wait.
    package func beginToStop() { process.terminate() }

    /// Kills the server, as a power loss would.
    package func kill() {
        guard process.isRunning else { return }
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }
}
