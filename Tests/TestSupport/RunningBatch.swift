package import Foundation

/// A `suggest --batch` that is asked while it runs.
package final class RunningBatch {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()

    /// Starts it in the environment of a program.
    package init(_ tagflow: TagflowProcess) throws {
        process.executableURL = URL(fileURLWithPath: TagflowProcess.path)
        process.arguments = ["suggest", "--batch"]
        process.environment = tagflow.environment
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
    }

    /// Sends queries, one per line, and returns the responses, one per line.
    package func ask(_ questions: Data) throws -> String {
        try input.fileHandleForWriting.write(contentsOf: questions + Data("\n".utf8))
        var answers = Data()
        let count = questions.count { $0 == UInt8(ascii: "\n") } + 1
        while answers.count(where: { $0 == UInt8(ascii: "\n") }) < count {
            let bytes = output.fileHandleForReading.availableData
            guard !bytes.isEmpty else { break }
            answers += bytes
        }
        return String(decoding: answers, as: UTF8.self)
    }

    /// Kills the process, as a power loss would.
    package func end() {
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }
}
