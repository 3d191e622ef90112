import Foundation
import JSON
import TestSupport
import Testing

/// Tests with pytest-lsp, which validates the server's messages and sends the capabilities of real editors.
@Suite(.timeLimit(.minutes(30))) struct LanguageClientCasesTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    private static let client = root.appending(path: ".build/pytest-lsp").path
    private static let python = Tool("python3", package: "python3")

    @Test(
        .enabled(
            if: python.isInstalled && FileManager.default.fileExists(atPath: client),
            "needs pytest-lsp; run .ci/pytest-lsp to install it from PyPI"))
    func `pytest-lsp accepts all messages in both encodings`() throws {
        let tagflow = try TagflowProcess()
        try tagflow.run("add", "swift", "machine-learning", "reading")
        try tagflow.run("alias", "rd", "reading")
        let notes = URL(fileURLWithPath: tagflow.folder.file("notes"))
        try FileManager.default.createDirectory(at: notes, withIntermediateDirectories: true)
        try Data("#swift\n".utf8).write(to: notes.appending(path: "b.md"))
        var environment = tagflow.environment
        environment["TAGFLOW"] = TagflowProcess.path
        environment["NOTES"] = notes.path
        environment["PYTHONPATH"] = Self.client
        environment["PYTHONDONTWRITEBYTECODE"] = "1"
        let cases = Self.root.appending(path: "Tests/Scripts/language_client_cases.py").path
        let outcome = try Self.python.run(
            ["-W", "ignore", "-m", "pytest", "-q", "-p", "no:cacheprovider", cases], environment: environment)
        let text = String(decoding: outcome.output, as: UTF8.self)
        #expect(outcome.code == 0 && text.contains("16 passed"), "\(text)")
    }
}
