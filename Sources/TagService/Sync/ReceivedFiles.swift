internal import Sync
internal import TagStore

/// The unread files of a store, without those that a base among them replaces.
struct ReceivedFiles {
    /// The files.
    private(set) var files: [ReceivedFile] = []
    /// The messages about damaged files, which were skipped.
    private(set) var problems: [String] = []

    /// Reads files in the given order.
    ///
    /// - Throws: `SyncStoreError` unless it's about one damaged file.
    init(_ names: [StoreFileName], of store: SyncStore) throws {
        var replaced: Set<StoreFileName> = []
        for name in names where !replaced.contains(name) {
            do {
                guard let file = try Self.read(name, of: store) else { continue }
                files.append(file)
                replaced.formUnion(file.replaced)
            } catch let error as SyncStoreError where error.kind == .damagedFile { problems.append(error.description) }
        }
    }

    private static func read(_ name: StoreFileName, of store: SyncStore) throws -> ReceivedFile? {
        var file = ReceivedFile(name: name)
        let damage = SyncStoreError.damagedFile(path: store.target.path(of: name))
        do {
            let isThere = try store.read(name) { line in
                let count = file.registers.count
                try file.append(line: line)
                guard file.registers[count...].allSatisfy(ReceivedValue.isExact) else { throw ReceivedFile.Damaged() }
            }
            guard isThere else { return nil }
        } catch is ReceivedFile.Damaged { throw damage }
        guard file.header != nil else { throw damage }
        return file
    }
}

/// The values that rows have only in the form in which tagflow writes them.
///
/// Other forms come from damaged or foreign files. A row would show them differently, and the device would seem to have changed
/// them.
enum ReceivedValue {
    /// Returns whether a row shows the value of a register exactly.
    static func isExact(_ register: Register) -> Bool {
        guard let text = register.content.value.string else { return true }
        return switch register.key.field {
        case .attributes: isEqual(ItemBookmark(syncedText: text)?.syncedText, text)
        case .words: isEqual(LearnedWords.text(of: LearnedWords.words(in: text)), text)
        case .setting(let name): isSetting(name, text)
        default: true
        }
    }

    private static func isSetting(_ name: String, _ json: String) -> Bool {
        let layout = SyncedLayout.layout(of: [name: json])
        do {
            _ = try LayoutSettings(json: layout)
            return isEqual(SyncedLayout.settings(of: layout)[name], json)
        } catch { return false }
    }

    private static func isEqual(_ shown: String?, _ text: String) -> Bool {
        shown.map(ExactText.init) == ExactText(text)
    }
}
