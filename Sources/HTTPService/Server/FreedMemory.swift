internal import CMalloc

/// Freed memory that the allocator keeps for reuse.
enum FreedMemory {
    /// The interval between releases.
    private static let interval = Duration.seconds(10)
    /// The minimum size, in bytes, of a block that is released as soon as it is freed.
    ///
    /// The lists of candidates for suggestions are smaller. Mapping new pages for each of them would
    /// slow down queries.
    private static let largeBlock = 8 << 20

    /// Releases memory to the system periodically until the task is cancelled.
    ///
    /// Large blocks are released immediately. By default, glibc releases only the end of a heap, which
    /// is almost nothing after thousands of connections. It also raises the minimum size of separately
    /// mapped blocks to that of the largest freed block, up to 32 MB. Since each thread has a heap, the
    /// memory of a board's picture would then stay in every heap.
    static func giveBackRegularly() async {
        CMallocUsePages(Int32(largeBlock))
        while !Task.isCancelled {
            do { try await Task.sleep(for: interval) } catch { return }
            CMallocTrim()
        }
    }
}
