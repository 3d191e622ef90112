internal import JSON
internal import TagCore
internal import TagService
internal import TaggedFiles

/// A note of the workspace with its occurrences of certain tags.
struct TaggedNote: Sendable {
    let uri: String
    /// The version of an open document, or nil for a file on disk.
    let version: Int?
    let text: EditedText
    let note: Note
    let tags: [NoteTag]
    /// The length of the byte order mark, which isn't part of the text that editors see.
    private let markLength: Int

    /// Finds the tags with the given keys, or returns nil if the note has none of them.
    init?(_ uri: String, version: Int?, _ text: EditedText?, _ note: Note, _ keys: Set<String>) {
        tags = note.tags.filter { keys.contains(TagKey($0.name).text) }
        guard !tags.isEmpty else { return nil }
        self.uri = uri
        self.version = version
        markLength = text == nil && note.text.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        self.text = text ?? EditedText(Array(note.text.bytes[markLength...]))
        self.note = note
    }

    /// Returns the LSP range of each tag, or nil for a tag whose YAML source differs from its name.
    func ranges(in encoding: PositionEncoding) -> [JSONValue?] {
        var positions = AscendingPositions(text, encoding)
        return tags.map { tag in
            tag.range.map { range in
                let visible = max(0, range.lowerBound - markLength)..<max(0, range.upperBound - markLength)
                return positions.value(of: visible)
            }
        }
    }

    /// Returns the edits that replace the tags with other names.
    ///
    /// - Throws: `UnwritableTagError` with the first tag that can't be replaced.
    func edits(to name: (String) -> String, in encoding: PositionEncoding) throws(UnwritableTagError) -> [JSONValue] {
        let names = tags.reduce(into: [:]) { $0[$1.name] = name($1.name) }
        // Editors get edits of the tags' bytes, so duplicates stay.
        if let left = note.replacing(names, removingDuplicates: false).left.first {
            throw UnwritableTagError(self, left)
        }
        var edits: [JSONValue] = []
        for (tag, range) in zip(tags, ranges(in: encoding)) {
            guard let range, let bytes = tag.written(name(tag.name)) else { throw UnwritableTagError(self, tag) }
            edits.append(["range": range, "newText": .string(String(decoding: bytes, as: UTF8.self))])
        }
        return edits
    }
}

/// The error for a tag that can't be replaced with another name.
struct UnwritableTagError: Error {
    let uri: String
    let tag: NoteTag

    init(_ note: TaggedNote, _ tag: NoteTag) {
        uri = note.uri
        self.tag = tag
    }
}

/// A cache of corrections for misspelled tags, valid until the database changes.
///
/// Finding near duplicates compares all tags, which is too slow to do at each pause in typing.
///
/// ```swift
/// let corrections = try await cache.corrections(of: ["swfit"], from: service)
/// corrections["swfit"]?.tag  // "swift"
/// ```
actor SpellingCache {
    private var commit: Int64?
    /// The corrections by name; a correct name has the value nil.
    private var names: [String: TagSpelling?] = [:]

    /// Returns the corrections of the misspelled names.
    func corrections(of requested: Set<String>, from service: TagService) async throws -> [String: TagSpelling] {
        let last = try service.lastCommit()
        if last != commit { (commit, names) = (last, [:]) }
        let missing = requested.filter { names[$0] == nil }
        if !missing.isEmpty {
            let found = try service.tags.spellings(of: missing)
            for name in missing { names[name] = .some(found[name]) }
        }
        return requested.reduce(into: [:]) { spellings, name in
            if let spelling = names[name] ?? nil { spellings[name] = spelling }
        }
    }

    /// Empties the cache.
    ///
    /// Call this after a change that may not increase the commit number.
    func removeAll() { commit = nil }
}

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
