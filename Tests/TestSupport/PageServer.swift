internal import Foundation

/// The server of Tests/Scripts/foreign_pages.py on a free port of 127.0.0.1; it ends with this object.
///
/// Nothing of it changes after `init`, so it can be shared.
package final class PageServer: @unchecked Sendable {
    /// Its port.
    package let port: Int
    private let process = Process()
    private let input = Pipe()

    /// Starts the server and waits until it listens.
    package init(tls: Bool = false) throws {
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Scripts/foreign_pages.py")
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", script.path] + (tls ? ["tls"] : [])
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        guard let port = Int(line.trimmingCharacters(in: .whitespacesAndNewlines)) else {
            throw CocoaError(.fileReadUnknown)
        }
        self.port = port
    }

    deinit { kill(process.processIdentifier, SIGKILL) }

    /// The server of all tests that don't ask for the received requests; it ends with the process.
    package static func shared() throws -> PageServer { try sharedResult.get() }

    private static let sharedResult = Result { try PageServer() }

    /// The URL of a path.
    package func url(_ path: String, host: String = "127.0.0.1") -> String { "http://\(host):\(port)\(path)" }

    /// A page with a body and a type.
    package func body(_ bytes: some Sequence<UInt8>, type: String?) -> String {
        let hex = bytes.map { String(format: "%02x", $0) }.joined()
        let encoded = type?.addingPercentEncoding(withAllowedCharacters: .alphanumerics)
        return url("/body?hex=\(hex)" + (encoded.map { "&type=\($0)" } ?? ""))
    }
}
