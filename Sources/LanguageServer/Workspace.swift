internal import Foundation
internal import Synchronization
internal import TagCore
internal import TagService
internal import TaggedFiles

/// The folders open in the editor, and the tags of their notes.
///
/// A separate thread reads the notes, because blocking file access in a task would delay responses. Requests that need
/// every note wait for `ready()`. Until then, other requests know only the tags in the database.
///
/// ```swift
/// try workspace.add("/home/ada/notes") { progress in print(progress.count) }
/// await workspace.ready()
/// workspace.files(with: ["sea"])
/// ```
final class Workspace: Sendable {
    /// A folder of the workspace.
    struct Root: Sendable {
        /// The path sent by the client, without a trailing slash.
        let path: String
        let folder: NoteFolder

        /// The prefix of the paths of the folder's files.
        var base: String { path == "/" ? "/" : path + "/" }
    }

    private struct State {
        var roots: [Root] = []
        var index = TagFileIndex()
        /// The paths of the folders that are being read.
        var isReading: Set<String> = []
        /// The files that were refreshed while folders were being read.
        ///
        /// The reading threads skip them, because they may have read an older version.
        var fresh: Set<String> = []
        var waiting: [CheckedContinuation<Void, Never>] = []
        var unknownTags = NoteTagMatcher()
        var isEnding = false
    }

    private let state = Mutex(State())
    /// The languages of notes to read.
    static let languages = Set(NoteLanguage.allCases)

    /// Adds a folder and starts reading its notes.
    ///
    /// - Parameters:
    ///   - path: The path of the folder.
    ///   - report: Called with the progress from time to time, and once at the end.
    /// - Throws: `NoteFileError` if the path isn't a readable folder.
    func add(_ path: String, report: @escaping @Sendable (WorkspaceProgress) -> Void) throws {
        let path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
        let root = Root(path: path, folder: try NoteFolder(path))
        state.withLock { state in
            state.roots.append(root)
            state.isReading.insert(path)
        }
        Thread.detachNewThread { [self] in read(root, report) }
    }

    /// Removes a folder.
    func remove(_ path: String) {
        let path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
        state.withLock { state in
            state.roots.removeAll { $0.path == path }
            state.index.removeAll(below: path + "/")
        }
    }

    /// Stops reading folders.
    func end() { state.withLock { $0.isEnding = true } }

    /// The error that stops reading when the server ends or the folder is removed.
    private struct Cancellation: Error {}

    private func read(_ root: Root, _ report: @Sendable (WorkspaceProgress) -> Void) {
        var reading = WorkspaceProgress()
        var batch: [(path: String, names: [String])] = []
        do {
            try root.folder.forEachNote(
                in: Self.languages,
                { file in
                    switch Result(catching: file.note) {
                    case .success(let found): batch.append((root.base + file.path, found.note.names))
                    case .failure: reading.unreadable += 1
                    }
                    reading.count += 1
                    guard batch.count >= Self.batchSize else { return }
                    try store(&batch, of: root)
                    report(reading)
                }, skipped: { error in if !error.isLink { reading.unreadable += 1 } })
            try store(&batch, of: root)
        } catch { if !(error is Cancellation) { reading.unreadable += 1 } }
        let waiting = state.withLock { state in
            state.isReading.remove(root.path)
            guard state.isReading.isEmpty else { return [] as [CheckedContinuation<Void, Never>] }
            state.fresh = []
            defer { state.waiting = [] }
            return state.waiting
        }
        for task in waiting { task.resume() }
        reading.isFinished = true
        report(reading)
    }

    private static let batchSize = 500

    private func store(_ batch: inout [(path: String, names: [String])], of root: Root) throws {
        try state.withLock { state in
            guard !state.isEnding else { throw Cancellation() }
            guard state.roots.contains(where: { $0.path == root.path }) else { throw Cancellation() }
            for (path, names) in batch where !state.fresh.contains(path) { state.index.setTags(names, of: path) }
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

    /// Rereads a file, or removes its tags if it isn't a note anymore.
    func refresh(_ path: String) {
        guard root(of: path) != nil else { return }
        let names = note(at: path)?.names ?? []
        state.withLock { state in
            if !state.isReading.isEmpty { state.fresh.insert(path) }
            state.index.setTags(names, of: path)
        }
    }

    /// Returns the innermost workspace folder that contains a file, and the file's path relative to it.
    func root(of path: String) -> (root: Root, relative: String)? {
        let roots = state.withLock { $0.roots }
        let root = roots.filter { path.hasPrefix($0.base) }.max { $0.path.utf8.count < $1.path.utf8.count }
        return root.map { ($0, String(path.dropFirst($0.base.count))) }
    }

    /// Returns the paths of the files that have any of the given tags on disk.
    func files(with keys: Set<String>) -> [String] { state.withLock { $0.index.files(with: keys) } }

    /// Returns whether an existing note isn't part of its folder because it's hidden or ignored.
    func skips(_ path: String) -> Bool {
        guard NoteLanguage(path: path) != nil, let (root, relative) = root(of: path),
            FileManager.default.fileExists(atPath: path)
        else { return false }
        return root.folder.note(at: relative, in: Self.languages) == nil
    }

    /// Returns the note in a file, or nil if it isn't in the workspace or can't be read.
    func note(at path: String) -> Note? {
        guard let (root, relative) = root(of: path), let file = root.folder.note(at: relative, in: Self.languages)
        else { return nil }
        do { return try file.note().note } catch {
            // A note that can't be read or parsed has no tags; the next save tries again.
            return nil
        }
    }

    // MARK: Tags

    /// Returns the number of notes that have a tag.
    func count(of key: String) -> Int { state.withLock { $0.index.count(of: key) } }

    /// All tags of the notes, each with the number of notes that have it.
    var tags: [(name: String, count: Int)] { state.withLock { $0.index.all }.map { ($0.name, $0.files.count) } }

    /// Updates `unknownTags` from the database.
    func updateUnknownTags(with service: TagService) async throws {
        let tags = tags
        let unknown = try service.tags.unknownNames(among: Set(tags.map(\.name)))
        let matcher = NoteTagMatcher(tags.filter { unknown.contains($0.name) })
        state.withLock { $0.unknownTags = matcher }
    }

    /// The tags of the notes that the database doesn't contain.
    var unknownTags: NoteTagMatcher { state.withLock { $0.unknownTags } }
}

/// The progress of reading a folder.
struct WorkspaceProgress: Sendable {
    /// The number of notes read, including unreadable ones.
    var count = 0
    /// The number of notes and folders that couldn't be read.
    var unreadable = 0
    var isFinished = false
}

/// A matcher for tags of notes by typed text.
struct NoteTagMatcher: Sendable {
    private var tags: [PickableTag] = []
    private var filter = TagFilter()

    init() {}

    /// Creates a matcher for tags, weighted by the number of notes that have each.
    init(_ tags: [(name: String, count: Int)]) {
        self.tags = tags.sorted { ($1.count, $0.name) < ($0.count, $1.name) }
            .map { PickableTag($0.name, weight: Double($0.count)) }
        filter = TagFilter(self.tags)
    }

    /// Returns the tags that match a typed text, best first, with their numbers of notes.
    func matches(_ text: String, limit: Int) -> [(name: String, count: Int)] {
        guard !tags.isEmpty, limit > 0 else { return [] }
        return filter.matches(text).prefix(limit).map { (tags[$0].name, Int(tags[$0].weight)) }
    }
}

/// A serial queue for work that runs in the background while the server responds to requests.
///
/// ```swift
/// let queue = BackgroundQueue()
/// queue.add { await server.checkAll() }
/// await queue.finish()
/// ```
final class BackgroundQueue: Sendable {
    private let queue: AsyncStream<@Sendable () async -> Void>.Continuation
    private let task: Task<Void, Never>

    init() {
        let (stream, queue) = AsyncStream<@Sendable () async -> Void>.makeStream()
        self.queue = queue
        task = Task.detached(priority: .utility) { for await body in stream { await body() } }
    }

    /// Appends work to the queue.
    func add(_ body: @escaping @Sendable () async -> Void) { queue.yield(body) }

    /// Closes the queue and waits until all its work is done.
    func finish() async {
        queue.finish()
        await task.value
    }
}
