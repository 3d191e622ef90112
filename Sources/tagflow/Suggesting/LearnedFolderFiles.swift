import Foundation
import TagService

/// The open files of a folder written by Scale/learning/learn.py.
///
/// Spark may write a folder of parts instead of a file; the parts are then read in order.
struct LearnedFolderFiles {
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

    /// Returns the path itself for a file, or the parts in a folder, sorted by name.
    private static func parts(of path: String) throws -> [String] {
        var isFolder: ObjCBool = false
        // The pointer is only used during the call.
        _ = unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        guard isFolder.boolValue else { return [path] }
        return try FileManager.default.contentsOfDirectory(atPath: path).filter { $0.hasPrefix("part-") }.sorted()
            .map { "\(path)/\($0)" }
    }
}
