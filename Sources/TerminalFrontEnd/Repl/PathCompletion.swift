internal import Foundation

/// The files that the beginning of a path may mean.
enum PathCompletion {
    /// The most that are found.
    static let limit = 200

    /// The paths that begin as typed, in order, directories with a slash; hidden files only if
    /// their dot was typed.
    ///
    /// - Complexity: Linear in the files of the directory.
    static func paths(beginningWith typed: String) -> [String] {
        let slash = typed.lastIndex(of: "/").map { typed.index(after: $0) } ?? typed.startIndex
        let (folder, start) = (String(typed[..<slash]), typed[slash...])
        let files = FileManager.default
        // A directory that cannot be read has nothing to offer.
        let names = (try? files.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)) ?? []
        return
            names.filter { $0.hasPrefix(start) && ($0.first != "." || start.first == ".") }
            .sorted().prefix(limit)
            .map { name in
                var isDirectory: ObjCBool = false
                let path = folder + name
                let isThere = unsafe files.fileExists(atPath: path, isDirectory: &isDirectory)
                return isThere && isDirectory.boolValue ? path + "/" : path
            }
    }
}
