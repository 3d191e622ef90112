import Foundation
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Training at the end of an import.
@Suite struct ImportTrainingTests {
    /// Returns lines about items of three topics.
    private static func lines(_ count: Int, words: Int = 2) -> Data {
        let topics = ["sea", "hills", "city"]
        let lines = (0..<count)
            .map { number in
                let title = (0..<words).map { "\(topics[number % 3])\((number + $0 * 7) % 40)" }.joined(separator: " ")
                return #"{"title": "\#(title) n\#(number)", "tags": ["\#(topics[number % 3])"]}"#
            }
        return Data(lines.joined(separator: "\n").utf8)
    }

    private func model(_ tagflow: TagflowProcess) -> Data? {
        FileManager.default.contents(atPath: tagflow.folder.file("tags.sqlite-linear"))
    }

    @Test func `an import that leaves 1,000 tagged items trains, and a later one only if enough items changed`() throws
    {
        let tagflow = try TagflowProcess()
        try tagflow.run("import", "--from", "ndjson", "-", input: Self.lines(999))
        #expect(model(tagflow) == nil)
        try tagflow.run("import", "--from", "ndjson", "--dry-run", "-", input: Self.lines(1_050))
        #expect(model(tagflow) == nil)
        let outcome = try tagflow.run("import", "--from", "ndjson", "-", input: Self.lines(1_050))
        #expect(outcome.output.hasPrefix("imported 51 items") && outcome.errors.isEmpty, "\(outcome)")
        let first = try #require(model(tagflow))
        try tagflow.run("import", "--from", "ndjson", "-", input: Self.lines(1_060))
        #expect(model(tagflow) == first)
        try tagflow.run("import", "--from", "ndjson", "-", input: Self.lines(1_200))
        #expect(model(tagflow) != first)
        #expect(try tagflow.run("doctor").code == 0)
    }

    @Test func `an import succeeds if the file of the model can't be written`() throws {
        let tagflow = try TagflowProcess()
        try FileManager.default.createDirectory(
            atPath: tagflow.folder.file("tags.sqlite-linear"), withIntermediateDirectories: false)
        let outcome = try tagflow.run("import", "--from", "ndjson", "-", input: Self.lines(1_000))
        #expect(outcome.code == 0 && outcome.output.hasPrefix("imported 1000 items"))
        #expect(
            outcome.errors.hasPrefix("tagflow: the import is complete, but learning from its items failed: "),
            "\(outcome.errors)")
    }

    @Test(arguments: [["import", "--from", "ndjson", "-"], ["doctor", "--train"]])
    func `Ctrl-C stops the training, and the import stays`(arguments: [String]) throws {
        let tagflow = try TagflowProcess()
        let isImport = arguments[0] == "import"
        if !isImport {
            try tagflow.run("import", "--from", "ndjson", "-", input: Self.lines(4_000, words: 30))
            try FileManager.default.removeItem(atPath: tagflow.folder.file("tags.sqlite-linear"))
        }
        let input = URL(fileURLWithPath: tagflow.folder.file("input"))
        try Self.lines(isImport ? 4_000 : 0, words: 30).write(to: input)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: TagflowProcess.path)
        process.arguments = arguments
        process.environment = tagflow.environment
        process.standardInput = try FileHandle(forReadingFrom: input)
        let (output, errors) = (Pipe(), Pipe())
        (process.standardOutput, process.standardError) = (output, errors)
        try process.run()
        // The report of the import comes before the training.
        if isImport { _ = output.fileHandleForReading.availableData } else { usleep(1_000_000) }
        usleep(500_000)
        kill(process.processIdentifier, SIGINT)
        process.waitUntilExit()
        let message = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        #expect(process.terminationReason == .exit && process.terminationStatus == 130)
        let context = isImport ? "the import is complete, but " : ""
        #expect(message == "tagflow: \(context)learning was interrupted; repeat it with 'tagflow doctor --train'\n")
        #expect(model(tagflow) == nil)
        #expect(try tagflow.run("items", "--format", "json", "--limit", "1").output.contains(#""total":4000"#))
    }
}
