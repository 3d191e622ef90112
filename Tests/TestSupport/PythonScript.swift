internal import Foundation

/// A few lines of Python: another program than ours at a SQLite file.
package enum PythonScript {
    /// Runs the lines with arguments, and variables in addition to the environment, to their end, which may be a kill;
    /// returns their output.
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
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: text, as: UTF8.self)
    }
}
