import Foundation
import TagService

/// The open files of a learned folder; if Spark wrote a folder instead of a file, its parts.
struct LearntFolderFiles {
    private(set) var files: [LearnedFile.Kind: [LearnedFile]] = [:]

    /// Opens the files.
    ///
    /// - Throws: `CommandError` if a file is missing or can't be read.
    init(_ folder: String) throws {
        for kind in LearnedFile.Kind.allCases {
            files[kind] = try Self.parts(of: "\(folder)/\(kind.rawValue)")
                .map { path in
                    let input = try InputFile.open(path)
                    return LearnedFile(name: input.name, pieces: input.piece)
                }
        }
    }

    /// The file itself, or the parts of a folder in the order of their names.
    private static func parts(of path: String) -> [String] {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
            return [path]
        }
        return names.filter { $0.hasPrefix("part-") }.sorted().map { "\(path)/\($0)" }
    }
}
