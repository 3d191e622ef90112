internal import Foundation

/// Completion of file paths.
enum PathCompletion {
    /// The maximum number of paths to return.
    static let limit = 200

    /// Returns the paths that begin with the typed text, sorted.
    ///
    /// Directories end with a slash. Hidden files are included only if the dot was typed.
    ///
    /// - Complexity: O(*n* log *n*) in the number of files in the directory.
    static func paths(beginningWith typed: String) -> [String] {
        let slash = typed.lastIndex(of: "/").map { typed.index(after: $0) } ?? typed.startIndex
        let (folder, start) = (String(typed[..<slash]), typed[slash...])
        let files = FileManager.default
        // If the directory can't be read, there are no completions.
        let names = (try? files.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)) ?? []
        return names.filter { $0.hasPrefix(start) && ($0.first != "." || start.first == ".") }.sorted().prefix(limit)
            .map { name in
                var isDirectory: ObjCBool = false
                let path = folder + name
                let isThere = unsafe files.fileExists(atPath: path, isDirectory: &isDirectory)
                return isThere && isDirectory.boolValue ? path + "/" : path
            }
    }
}
