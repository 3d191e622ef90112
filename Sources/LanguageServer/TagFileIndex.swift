internal import TagCore

/// An index of the tags in files, as last read from disk.
///
/// ```swift
/// var index = TagFileIndex()
/// index.setTags(["sea", "photo"], of: "/notes/trip.md")
/// index.files(with: ["sea"])  // ["/notes/trip.md"]
/// ```
struct TagFileIndex: Sendable {
    /// A tag as spelled in one of its files.
    struct Tag: Sendable {
        var name: String
        /// The numbers of the files that have the tag.
        var files: Set<Int> = []
    }

    private var tags: [String: Tag] = [:]
    private var paths: [String] = []
    private var numbers: [String: Int] = [:]
    private var keys: [Int: [String]] = [:]

    /// Replaces the tags of a file.
    ///
    /// - Parameters:
    ///   - names: The tags; empty for a deleted file.
    ///   - path: The path of the file.
    mutating func setTags(_ names: [String], of path: String) {
        let number = number(of: path)
        for key in keys[number] ?? [] {
            tags[key]?.files.remove(number)
            if tags[key]?.files.isEmpty == true { tags[key] = nil }
        }
        var fileKeys: [String] = []
        for name in names {
            let key = TagKey(name).text
            guard !key.isEmpty, !fileKeys.contains(key) else { continue }
            fileKeys.append(key)
            tags[key, default: Tag(name: name)].files.insert(number)
        }
        keys[number] = fileKeys.isEmpty ? nil : fileKeys
    }

    private mutating func number(of path: String) -> Int {
        if let number = numbers[path] { return number }
        numbers[path] = paths.count
        paths.append(path)
        return paths.count - 1
    }

    /// Returns the paths of the files that have any of the given tags, sorted.
    func files(with keys: Set<String>) -> [String] {
        keys.reduce(into: Set<Int>()) { $0.formUnion(tags[$1]?.files ?? []) }.map { paths[$0] }.sorted()
    }

    /// Returns the number of files that have a tag.
    func count(of key: String) -> Int { tags[key]?.files.count ?? 0 }

    /// All tags.
    var all: [Tag] { Array(tags.values) }

    /// Removes the files in a folder and its subfolders.
    mutating func removeAll(below folder: String) {
        for path in paths where path.hasPrefix(folder) { setTags([], of: path) }
    }
}
