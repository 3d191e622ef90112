internal import Foundation

/// An answer that arrives as long as the server sends it, such as events, read by curl.
package final class RunningStream {
    private let process = Process()
    private let file: String

    /// Begins to read.
    ///
    /// - Parameters:
    ///   - server: the server.
    ///   - path: the path below `/api/v1`, or the whole path if it begins with `//`.
    ///   - token: the token.
    /// - Throws: the error of running curl.
    package init(_ server: RunningServer, _ path: String, token: String = RunningServer.adminToken) throws {
        file = server.folder.file(UUID().uuidString)
        try Data().write(to: URL(fileURLWithPath: file))
        let place = path.hasPrefix("//") ? String(path.dropFirst()) : "/api/v1\(path)"
        process.executableURL = URL(fileURLWithPath: "/usr/bin/curl")
        process.arguments = ["-sN", "-H", "Authorization: Bearer \(token)", server.url + place]
        process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: file))
        try process.run()
    }

    deinit {
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// The received data.
    package var text: String {
        // A file that cannot be read has nothing in it yet.
        (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
    }

    /// Waits until something has arrived several times; returns whether it has, within 30 seconds.
    package func has(_ wanted: String, times: Int) -> Bool {
        wait(30) { text.components(separatedBy: wanted).count > times }
    }

    /// Waits for data; returns whether it arrived within seconds.
    package func has(_ wanted: String, within seconds: Double = 30) -> Bool { wait(seconds) { text.contains(wanted) } }

    /// Waits for the end of the response; returns whether it ended within seconds.
    package func hasEnded(within seconds: Double = 30) -> Bool { wait(seconds) { !process.isRunning } }

    private func wait(_ seconds: Double, _ isReached: () -> Bool) -> Bool {
        let end = Date().addingTimeInterval(seconds)
        while !isReached() {
            guard Date() < end else { return false }
            Thread.sleep(forTimeInterval: 0.02)
        }
        return true
    }
}
