import Foundation

/// Packages of PyPI that a script in `.ci` fetches into a folder of `.build`, for scripts in Tests/Scripts.
package struct PythonPackages: Sendable {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    private let folder: String
    /// Whether they were fetched and can be used.
    package private(set) var areInstalled = false

    /// Looks for packages.
    ///
    /// - Parameters:
    ///   - folder: the name of their folder, which is that of the script in `.ci`.
    ///   - modules: their import names.
    package init(_ folder: String, modules: String) {
        self.folder = Self.root.appendingPathComponent(".build/\(folder)").path
        areInstalled =
            FileManager.default.fileExists(atPath: self.folder + "/done")
            && (try? python(["-c", "import \(modules)"]).code) == 0
    }

    /// Runs a script of Tests/Scripts with them; returns its output and exit code.
    package func run(_ script: String, _ arguments: [String]) throws -> (code: Int32, output: String) {
        try python([Self.root.appendingPathComponent("Tests/Scripts/\(script)").path] + arguments)
    }

    private func python(_ arguments: [String]) throws -> (code: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3"] + arguments
        process.environment = ProcessInfo.processInfo.environment.merging([
            "PYTHONPATH": folder, "PYTHONDONTWRITEBYTECODE": "1",
        ]) { $1 }
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
