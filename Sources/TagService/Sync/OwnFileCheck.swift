internal import Sync
internal import TagStore

/// The files of this device that were read, because something may have changed them.
///
/// Other devices can't repair a damaged file, but its writer has its registers, and sends them again.
struct OwnFileCheck {
    /// When the check began, in milliseconds since 1970.
    let time: Int64
    /// The files that are as they were written.
    private(set) var intact: [StoreFileName] = []
    /// The files that something has changed.
    private(set) var damaged: [StoreFileName] = []

    /// Reads the files that need it, which are usually none.
    init(of remote: SyncStore, _ listing: SyncListing, at now: Int64, _ store: TagStore) throws {
        time = now
        let (state, known) = try store.read { (try $0.syncState(), try $0.syncFiles()) }
        guard let device = state?.device else { return }
        for name in SyncFiles(known, in: listing).unchecked(by: device, at: now) {
            do { if try remote.read(name, { _ in }) { intact.append(name) } } catch let error as SyncStoreError {
                if error.isAboutContent { damaged.append(name) }
                // The next exchange reads a file again that couldn't be read.
            }
        }
    }
}

extension SyncStoreError {
    /// Whether a file has other content than its writer gave it.
    fileprivate var isAboutContent: Bool {
        // Nothing newer has written the files of this device.
        if case .newerFormat = self { return true }
        return kind == .damagedFile
    }
}
