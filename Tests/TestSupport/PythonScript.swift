internal import Foundation

/// A few lines of Python: another program than ours at a SQLite file.
package enum PythonScript {
    /// The error if a script ends with another exit code than 0 or is killed; its messages are in the test's output.
    package struct Failed: Error {
        /// The exit code, or the number of the signal.
        package let status: Int32
        /// The output of the script.
        package let output: String
    }

    /// Runs the lines with arguments, and variables in addition to the environment, and returns their output.
    ///
    /// - Throws: ``Failed``.
    @discardableResult package static func run(
        _ lines: String, _ arguments: String..., environment: [String: String] = [:]
    ) throws -> String { try run(lines, arguments, environment: environment) }

    /// Runs the lines with a list of arguments.
    package static func run(
        _ lines: String, _ arguments: [String], environment: [String: String] = [:]
    ) throws -> String {
        let process = Process()
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", "-c", lines] + arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let text = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let output = String(decoding: text, as: UTF8.self)
        guard process.terminationReason == .exit, process.terminationStatus == 0 else {
            throw Failed(status: process.terminationStatus, output: output)
        }
        return output
    }
}
