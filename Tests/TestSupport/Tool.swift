package import Foundation

/// Another program that reads our output in a test.
package struct Tool: Sendable {
    /// The program's path; `nil` if it isn't installed.
    package let path: String?
    /// The comment of a skipped test.
    package let comment: String

    /// Looks for a program by its name; a package of Debian has it.
    package init(_ name: String, package: String) {
        path = ["/usr/bin", "/usr/local/bin", "/bin"].map { "\($0)/\(name)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
        comment = "\(name) is not installed; apt-get install \(package)"
    }

    /// Whether the program is there.
    package var isInstalled: Bool { path != nil }

    /// Runs the program to its end; returns its output and exit code.
    @discardableResult package func run(
        _ arguments: [String], environment: [String: String]? = nil
    ) throws -> (code: Int32, output: Data) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path ?? "/nowhere")
        process.arguments = arguments
        if let environment { process.environment = environment }
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationStatus, output)
    }
}
