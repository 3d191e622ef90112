import Foundation

/// The articles and doc comments of the documentation.
enum Articles {
    private static let package = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    /// The sources of the target.
    static let sources = package.appending(path: "Sources/FlowEngine")
    /// The sources of its tests.
    static let tests = package.appending(path: "Tests/FlowEngineTests")

    static func text(_ name: String) throws -> String {
        let url = sources.appending(path: "FlowEngine.docc/\(name).md")
        return try String(contentsOf: url, encoding: .utf8)
    }

    /// Returns the texts of all Swift files below a folder.
    static func files(below folder: URL) throws -> [String] {
        let folder = folder.resolvingSymlinksInPath()
        return try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(".swift") }.sorted()
            .map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }
    }

    /// The blocks of Swift in an article, as lines without indentation and without empty lines.
    static func code(_ name: String) throws -> [[String]] {
        try text(name).components(separatedBy: "```swift\n").dropFirst()
            .map { block in lines(of: block.components(separatedBy: "```")[0]) }
    }

    /// The blocks of Swift in doc comments, as lines without indentation and without empty lines.
    static func docCommentExamples() throws -> [[String]] {
        try files(below: sources)
            .flatMap { file in
                let comments = file.split(separator: "\n")
                    .map { $0.trimmingCharacters(in: .whitespaces) }
                    .filter { $0.hasPrefix("///") }
                    .map { $0.dropFirst(3) }
                    .joined(separator: "\n")
                return comments.components(separatedBy: "```swift\n").dropFirst()
                    .map { lines(of: $0.components(separatedBy: "```")[0]) }
            }
    }

    static func lines(of code: String) -> [String] {
        code.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { !$0.isEmpty }
    }
}
