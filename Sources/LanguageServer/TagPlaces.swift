internal import TagCore

/// Which files have which tags, as last seen on disk.
struct TagPlaces: Sendable {
    /// A tag as some file writes it.
    struct Tag: Sendable {
        var name: String
        /// The files, by number.
        var files: Set<Int> = []
    }

    private var tags: [String: Tag] = [:]
    private var paths: [String] = []
    private var numbers: [String: Int] = [:]
    private var keys: [Int: [String]] = [:]

    /// Puts the tags of a file in the place of what it had.
    ///
    /// - Parameters:
    ///   - names: The tags; none for a file that is gone.
    ///   - path: The file.
    mutating func put(_ names: [String], at path: String) {
        let number = number(of: path)
        for key in keys[number] ?? [] {
            tags[key]?.files.remove(number)
            if tags[key]?.files.isEmpty == true { tags[key] = nil }
        }
        var own: [String] = []
        for name in names {
            let key = TagKey(name).text
            guard !key.isEmpty, !own.contains(key) else { continue }
            own.append(key)
            tags[key, default: Tag(name: name)].files.insert(number)
        }
        keys[number] = own.isEmpty ? nil : own
    }

    private mutating func number(of path: String) -> Int {
        if let number = numbers[path] { return number }
        numbers[path] = paths.count
        paths.append(path)
        return paths.count - 1
    }

    /// The files that have one of some tags, in the order of their paths.
    func files(with keys: Set<String>) -> [String] {
        keys.reduce(into: Set<Int>()) { $0.formUnion(tags[$1]?.files ?? []) }
            .map { paths[$0] }.sorted()
    }

    /// How many files have a tag.
    func count(of key: String) -> Int { tags[key]?.files.count ?? 0 }

    /// All tags.
    var all: [Tag] { Array(tags.values) }

    /// Removes the files below a folder.
    mutating func removeAll(below folder: String) {
        for path in paths where path.hasPrefix(folder) { put([], at: path) }
    }
}
