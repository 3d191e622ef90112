import Foundation
import TestSupport
import Testing

/// The lines that the server writes with `--log-format json`.
@Suite struct LogFormatTests {
    /// Runs a server until it listens or ends, stops it, and returns its lines and its exit code.
    private static func run(
        _ arguments: [String], environment: [String: String] = [:], in folder: TemporaryFolder
    ) throws -> (lines: [String], code: Int32) {
        let process = Process()
        let errors = Pipe()
        process.executableURL = URL(fileURLWithPath: TagflowProcess.path).deletingLastPathComponent()
            .appendingPathComponent("tagflow-server")
        process.arguments = ["--listen", "127.0.0.1:0"] + arguments
        process.environment = ["HOME": folder.path, "PATH": "/usr/bin:/bin"].merging(environment) { $1 }
        process.standardError = errors
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        var output = Data()
        while !String(decoding: output, as: UTF8.self).contains("listening") {
            let bytes = errors.fileHandleForReading.availableData
            guard !bytes.isEmpty else { break }
            output += bytes
        }
        process.terminate()
        output += errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let lines = String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
        return (lines, process.terminationStatus)
    }

    private static func fields(_ line: String) throws -> [String: String] {
        try JSONDecoder().decode([String: String].self, from: Data(line.utf8))
    }

    @Test(arguments: [(["--log-format", "json"], [:]), ([], ["TAGFLOW_LOG_FORMAT": "json"])])
    func `each line is an object with a time, a level and a message`(
        arguments: [String], environment: [String: String]
    ) throws {
        let folder = try TemporaryFolder()
        let (lines, code) = try Self.run(
            arguments + ["--database", folder.file("tags.sqlite")], environment: environment, in: folder)
        #expect(code == 0 && !lines.isEmpty)
        var messages: [String: [String: String]] = [:]
        for line in lines {
            let fields = try Self.fields(line)
            #expect(fields["time"]?.hasSuffix("Z") == true, "\(line)")
            #expect(fields["level"] == "info" && fields["label"] != nil, "\(line)")
            messages[fields["message"] ?? ""] = fields
        }
        let listening = try #require(messages["listening"])
        #expect(listening["url"]?.hasPrefix("http://127.0.0.1:") == true)
        #expect(listening["sign-in"]?.contains("/sign-in?key=") == true)
    }

    @Test func `the error that ends the server is an object`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("no\u{1B}tes.sqlite")
        try Data("notes".utf8).write(to: URL(fileURLWithPath: path))
        let (lines, code) = try Self.run(["--log-format", "json", "--database", path], in: folder)
        #expect(code == 78)
        let line = try #require(lines.last)
        #expect(!line.contains("\u{1B}"))
        let fields = try Self.fields(line)
        #expect(fields["level"] == "critical")
        #expect(fields["message"]?.contains("tes.sqlite") == true, "\(line)")
    }

    @Test func `an unknown format is refused`() throws {
        let folder = try TemporaryFolder()
        let outcome = try Self.run([], environment: ["TAGFLOW_LOG_FORMAT": "xml"], in: folder)
        #expect(outcome.code == 64)
        #expect(outcome.lines.contains { $0.contains("TAGFLOW_LOG_FORMAT must be text or json") })
    }
}
