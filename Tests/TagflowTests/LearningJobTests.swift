import Foundation
import TestSupport
import Testing

/// The job in Scale/learning, by DuckDB; the cases stand in Tests/Scripts/learning_checks.py.
@Suite(.enabled(if: DuckDB.isInstalled, "needs PyPI's duckdb and numpy: .ci/duckdb fetches them"))
struct LearningJobTests {
    @Test(arguments: ["golden", "random", "import"])
    func `the job counts what was saved`(name: String) throws {
        let outcome = try DuckDB.python([DuckDB.script, TagflowProcess.path, name])
        #expect(outcome.code == 0, "\(outcome.output.suffix(4_000))")
    }
}

/// PyPI's DuckDB, which `.ci/duckdb` fetches.
enum DuckDB {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    private static let packages = root.appendingPathComponent(".build/duckdb").path
    static let script = root.appendingPathComponent("Tests/Scripts/learning_checks.py").path

    static let isInstalled =
        FileManager.default.fileExists(atPath: packages + "/done")
        && (try? python(["-c", "import duckdb, numpy"]).code) == 0

    static func python(_ arguments: [String]) throws -> (code: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3"] + arguments
        process.environment = ProcessInfo.processInfo.environment
            .merging(["PYTHONPATH": packages, "PYTHONDONTWRITEBYTECODE": "1"]) { $1 }
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: output, as: UTF8.self))
    }
}
