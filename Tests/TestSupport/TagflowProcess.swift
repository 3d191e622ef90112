package import Foundation

/// Runs the built program as a separate process.
package struct TagflowProcess {
    /// The result of a run.
    package struct Outcome {
        package var code: Int32
        package var output: String
        package var errors: String
    }

    /// The program next to the tests' binary.
    package static let path = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        .appendingPathComponent("tagflow").path

    /// A separate folder with its database.
    package let folder: TemporaryFolder
    /// The environment that it is run in.
    package var environment: [String: String]

    /// A program with an empty folder.
    package init() throws {
        folder = try TemporaryFolder()
        environment = [
            "HOME": folder.path, "PATH": "/usr/bin:/bin", "COLUMNS": "60",
            "TAGFLOW_DATABASE": folder.file("tags.sqlite"),
        ]
    }

    /// Runs the program to its end.
    @discardableResult package func run(_ arguments: String..., input: Data = Data()) throws -> Outcome {
        try run(arguments, input: input)
    }

    /// Runs the program to its end, optionally in a folder.
    @discardableResult package func run(
        _ arguments: [String], input: Data = Data(), directory: String? = nil
    ) throws -> Outcome {
        // Files take any amount of output, which pipes would hold up.
        let (out, err, standardInput) = (file(), file(), file())
        try input.write(to: standardInput)
        for file in [out, err] { try Data().write(to: file) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: Self.path)
        process.arguments = arguments
        process.environment = environment
        if let directory { process.currentDirectoryURL = URL(fileURLWithPath: directory) }
        process.standardInput = try FileHandle(forReadingFrom: standardInput)
        process.standardOutput = try FileHandle(forWritingTo: out)
        process.standardError = try FileHandle(forWritingTo: err)
        try process.run()
        process.waitUntilExit()
        return Outcome(
            code: process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus,
            output: String(decoding: try Data(contentsOf: out), as: UTF8.self),
            errors: String(decoding: try Data(contentsOf: err), as: UTF8.self))
    }

    /// Feeds lines to the REPL.
    package func repl(_ lines: String..., arguments: [String] = []) throws -> Outcome {
        try run(arguments, input: Data((lines.joined(separator: "\n") + "\n").utf8))
    }

    private func file() -> URL { URL(fileURLWithPath: folder.file(UUID().uuidString)) }
}
