internal import Foundation
internal import Synchronization
internal import TagCore
internal import TagService
internal import TaggedFiles

/// The folders that an editor has open, and the tags of the notes in them.
///
/// A thread of its own reads the notes, since a task that reads files would hold up those that answer. Until it has read them all,
/// who needs every note waits (`ready`), and who does not asks the database alone.
final class Workspace: Sendable {
    /// A folder of the workspace.
    struct Root: Sendable {
        /// The path by which the client knows it, without a slash at the end.
        let path: String
        let folder: NoteFolder

        /// The path of what is in it begins so.
        var base: String { path == "/" ? "/" : path + "/" }
    }

    private struct State {
        var roots: [Root] = []
        var places = TagPlaces()
        /// Files that were written while the folders are read, which the reading does not overwrite.
        var isReading: Set<String> = []
        var fresh: Set<String> = []
        var waiting: [CheckedContinuation<Void, Never>] = []
        var others = OtherTags()
        var isEnding = false
    }

    private let state = Mutex(State())
    /// What notes are written in that are looked for.
    static let languages = Set(NoteLanguage.allCases)

    /// Adds a folder and reads it.
    ///
    /// - Parameters:
    ///   - path: Its path.
    ///   - tell: Called with the number of notes that were read, from time to time, and at the end with what could not be.
    /// - Returns: Whether there is such a folder.
    func add(_ path: String, tell: @escaping @Sendable (WorkspaceReading) -> Void) -> Bool {
        let path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
        guard let folder = try? NoteFolder(path) else { return false }
        let root = Root(path: path, folder: folder)
        state.withLock { state in
            state.roots.append(root)
            state.isReading.insert(path)
        }
        Thread.detachNewThread { [self] in read(root, tell) }
        return true
    }

    /// Takes a folder out.
    func remove(_ path: String) {
        let path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
        state.withLock { state in
            state.roots.removeAll { $0.path == path }
            state.places.removeAll(below: path + "/")
        }
    }

    /// Ends the reading of folders.
    func end() {
        state.withLock { $0.isEnding = true }
    }

    private struct Ended: Error {}

    private func read(_ root: Root, _ tell: @Sendable (WorkspaceReading) -> Void) {
        var reading = WorkspaceReading()
        var batch: [(path: String, names: [String])] = []
        try? root.folder.forEachNote(
            in: Self.languages,
            { file in
                switch Result(catching: file.note) {
                case .success(let found):
                    batch.append((root.base + file.path, found.note.names))
                case .failure: reading.unread += 1
                }
                reading.count += 1
                guard batch.count >= Self.batchSize else { return }
                try put(&batch, of: root)
                tell(reading)
            },
            leftOut: { error in if !error.isLink { reading.unread += 1 } }
        )
        try? put(&batch, of: root)
        let waiting = state.withLock { state in
            state.isReading.remove(root.path)
            guard state.isReading.isEmpty else { return [] as [CheckedContinuation<Void, Never>] }
            state.fresh = []
            defer { state.waiting = [] }
            return state.waiting
        }
        for task in waiting { task.resume() }
        reading.isOver = true
        tell(reading)
    }

    private static let batchSize = 500

    private func put(_ batch: inout [(path: String, names: [String])], of root: Root) throws {
        try state.withLock { state in
            guard !state.isEnding else { throw Ended() }
            guard state.roots.contains(where: { $0.path == root.path }) else { throw Ended() }
            for (path, names) in batch where !state.fresh.contains(path) {
                state.places.put(names, at: path)
            }
        }
        batch = []
    }

    /// Waits until all folders are read.
    func ready() async {
        await withCheckedContinuation { continuation in
            let isReady = state.withLock { state in
                if !state.isReading.isEmpty { state.waiting.append(continuation) }
                return state.isReading.isEmpty
            }
            if isReady { continuation.resume() }
        }
    }

    // MARK: Files

    /// Reads a file again, or forgets it where there is no note any more.
    func refresh(_ path: String) {
        guard let (root, relative) = place(of: path) else { return }
        let file = root.folder.note(at: relative, in: Self.languages)
        let names = file.flatMap { try? $0.note().note.names } ?? []
        state.withLock { state in
            if !state.isReading.isEmpty { state.fresh.insert(path) }
            state.places.put(names, at: path)
        }
    }

    /// The folder that a file is in, and its path from there: of several the innermost.
    func place(of path: String) -> (root: Root, relative: String)? {
        let roots = state.withLock { $0.roots }
        let root = roots.filter { path.hasPrefix($0.base) }
            .max { $0.path.utf8.count < $1.path.utf8.count }
        return root.map { ($0, String(path.dropFirst($0.base.count))) }
    }

    /// The files that have one of some tags on disk.
    func files(with keys: Set<String>) -> [String] {
        state.withLock { $0.places.files(with: keys) }
    }

    /// Whether a file is one that the reading of its folder leaves out: it is hidden, or ignored.
    func leavesOut(_ path: String) -> Bool {
        guard NoteLanguage(path: path) != nil, let (root, relative) = place(of: path),
            FileManager.default.fileExists(atPath: path)
        else { return false }
        return root.folder.note(at: relative, in: Self.languages) == nil
    }

    /// A note on disk.
    func note(at path: String) -> Note? {
        guard let (root, relative) = place(of: path) else { return nil }
        return root.folder.note(at: relative, in: Self.languages)
            .flatMap { try? $0.note().note }
    }

    // MARK: Tags

    /// How many notes have a tag.
    func count(of key: String) -> Int { state.withLock { $0.places.count(of: key) } }

    /// All tags of the notes with how many have each.
    var tags: [(name: String, count: Int)] {
        state.withLock { $0.places.all }.map { ($0.name, $0.files.count) }
    }

    /// Looks again which tags of the notes the database does not know.
    func updateOthers(with service: TagService) async throws {
        let tags = tags
        let unknown = try service.unknownNames(among: Set(tags.map(\.name)))
        let others = OtherTags(tags.filter { unknown.contains($0.name) })
        state.withLock { $0.others = others }
    }

    /// The tags of the notes that the database does not know.
    var others: OtherTags { state.withLock { $0.others } }
}

/// How far the reading of a folder has come.
struct WorkspaceReading: Sendable {
    /// The notes that were read.
    var count = 0
    /// Those of them that could not be, and folders.
    var unread = 0
    var isOver = false
}

/// The tags of notes that the database does not know yet.
struct OtherTags: Sendable {
    private var tags: [PickableTag] = []
    private var filter = TagFilter()

    init() {}

    /// Tags with how many notes have each.
    init(_ tags: [(name: String, count: Int)]) {
        self.tags = tags.sorted { ($1.count, $0.name) < ($0.count, $1.name) }
            .map { PickableTag($0.name, weight: Double($0.count)) }
        filter = TagFilter(self.tags)
    }

    /// Those that match a typed text, best first, with how many notes have each.
    func matches(_ text: String, limit: Int) -> [(name: String, count: Int)] {
        guard !tags.isEmpty, limit > 0 else { return [] }
        return filter.matches(text).prefix(limit).map { (tags[$0].name, Int(tags[$0].weight)) }
    }
}
