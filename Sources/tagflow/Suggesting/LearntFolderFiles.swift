import Foundation
import TagService

/// The files of a learnt folder, opened; where Spark wrote a folder instead of a file, those of its parts.
struct LearntFolderFiles {
    private(set) var files: [LearntFile.Kind: [LearntFile]] = [:]

    /// Opens the files.
    ///
    /// - Throws: `CommandError` where one is missing or cannot be read.
    init(_ folder: String) throws {
        for kind in LearntFile.Kind.allCases {
            files[kind] = try Self.parts(of: "\(folder)/\(kind.rawValue)")
                .map { path in
                    let input = try InputFile.open(path)
                    return LearntFile(name: input.name, pieces: input.piece)
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
