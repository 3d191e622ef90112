package import Foundation

/// The articles and doc comments of a target, so that tests can compare their code with compiled code.
package struct DocumentedTarget: Sendable {
    private static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private let name: String

    /// The target of a name.
    package init(_ name: String) { self.name = name }

    /// The folder of its sources.
    package var sources: URL { Self.package.appending(path: "Sources/\(name)") }

    /// The folder of its tests.
    package var tests: URL { Self.package.appending(path: "Tests/\(name)Tests") }

    /// The text of an article of its catalog.
    package func text(_ article: String) throws -> String {
        let url = sources.appending(path: "\(name).docc/\(article).md")
        return try String(contentsOf: url, encoding: .utf8)
    }

    /// The texts of all Swift files below a folder.
    package static func files(below folder: URL) throws -> [String] {
        let folder = folder.resolvingSymlinksInPath()
        return try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
            .sorted().map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }
    }

    /// The blocks of Swift in an article, as lines without indentation and without empty lines.
    package func code(_ article: String) throws -> [[String]] {
        try text(article).components(separatedBy: "```swift\n").dropFirst()
            .map { block in Self.lines(of: block.components(separatedBy: "```")[0]) }
    }

    /// The blocks of Swift in its doc comments, as lines without indentation and without empty lines.
    package func docCommentExamples() throws -> [[String]] {
        try Self.files(below: sources).flatMap(Self.docCommentExamples)
    }

    /// The blocks of Swift in the doc comments of a file.
    package static func docCommentExamples(in file: String) -> [[String]] {
        let comments = file.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { $0.hasPrefix("///") }.map { $0.dropFirst(3) }.joined(separator: "\n")
        return comments.components(separatedBy: "```swift\n").dropFirst()
            .map { lines(of: $0.components(separatedBy: "```")[0]) }
    }

    /// The lines of code that are not empty, without indentation.
    package static func lines(of code: String) -> [String] {
        code.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }
}

extension [String] {
    /// Whether these lines contain others, regardless of line breaks.
    package func holds(_ block: [String]) -> Bool { withoutSpace.contains(block.withoutSpace) }

    private var withoutSpace: String { joined().filter { !$0.isWhitespace } }
}
