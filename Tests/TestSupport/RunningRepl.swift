internal import Foundation

/// A REPL of the program that is fed line by line while it runs.
package final class RunningRepl {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()

    /// Starts a REPL in the environment of a program.
    package init(_ tagflow: TagflowProcess, arguments: [String] = []) throws {
        process.executableURL = URL(fileURLWithPath: TagflowProcess.path)
        process.arguments = arguments
        process.environment = tagflow.environment
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
    }

    /// Types a line, waits for its output and returns it.
    package func type(_ line: String) throws -> String {
        // Only `sets` prints such a line, so it marks the end of the previous command.
        try input.fileHandleForWriting.write(contentsOf: Data("\(line)\nsets\n".utf8))
        var text = ""
        while !text.contains(" saved\n") {
            let bytes = output.fileHandleForReading.availableData
            guard !bytes.isEmpty else { break }
            text += String(decoding: bytes, as: UTF8.self)
        }
        return text
    }

    /// Kills the process, as a power loss would.
    package func kill() {
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }
}
