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

    /// Types a line and waits until it is answered; what was printed until then.
    package func type(_ line: String) throws -> String {
        // Only `sets` prints such a line, so that it tells that what stood before it is done.
        try input.fileHandleForWriting.write(contentsOf: Data("\(line)\nsets\n".utf8))
        var text = ""
        while !text.contains(" saved\n") {
            let bytes = output.fileHandleForReading.availableData
            guard !bytes.isEmpty else { break }
            text += String(decoding: bytes, as: UTF8.self)
        }
        return text
    }

    /// Ends the process at once, as a power loss would.
    package func kill() {
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }
}
