internal import CMalloc

/// Periodically releases freed memory that the allocator keeps for reuse.
enum FreedMemory {
    /// The interval between releases.
    private static let interval = Duration.seconds(10)
    /// The minimum size, in bytes, of a block that is released as soon as it is freed.
    ///
    /// It's larger than the lists of candidates for suggestions, because mapping new pages for every
    /// list would slow down queries.
    private static let largeBlock = 8 << 20

    /// Releases memory to the system periodically until the task is cancelled.
    ///
    /// Also makes the allocator release large blocks immediately. By default, glibc releases only the end
    /// of a heap, which is almost nothing after thousands of connections. It also stops mapping blocks
    /// separately once a block of their size was freed, up to 32 MB. Each thread has its own heap, so
    /// every heap would keep the memory of the largest picture that its thread drew.
    static func giveBackRegularly() async {
        CMallocUsePages(Int32(largeBlock))
        while !Task.isCancelled {
            do { try await Task.sleep(for: interval) } catch { return }
            CMallocTrim()
        }
    }
}
