internal import CMalloc

/// Memory that was freed and that the allocator keeps for later.
enum FreedMemory {
    /// The interval of releases.
    private static let interval = Duration.seconds(10)
    /// The minimum size, in bytes, of a block that is released when it is freed.
    ///
    /// The lists of candidates among a million tags are below it: with new pages for each, a question took half as long again.
    private static let largeBlock = 8 << 20

    /// Releases memory to the system periodically, until the task is cancelled; large blocks immediately.
    ///
    /// By itself, glibc releases only memory at the end of a heap: after thousands of connections nearly nothing. It raises the
    /// size of separately mapped blocks to the largest freed block, up to 32 MB, and has a heap for each thread:
    /// the picture of a board then stays in every one of them.
    static func giveBackRegularly() async {
        CMallocUsePages(Int32(largeBlock))
        while !Task.isCancelled {
            do { try await Task.sleep(for: interval) } catch { return }
            CMallocTrim()
        }
    }
}
