internal import CMalloc

/// Memory that was freed and that the allocator keeps for later.
enum FreedMemory {
    /// How often it is given back.
    private static let interval = Duration.seconds(10)
    /// The size in bytes from which a block is given back when it is freed.
    ///
    /// The lists of candidates among a million tags are below it: with new pages for each, a question took half as long again.
    private static let largeBlock = 8 << 20

    /// Gives it back to the system now and then, until the task is cancelled; large blocks at once.
    ///
    /// glibc gives back by itself only what lies at the end of a heap: after some thousands of connections nearly nothing. It raises the
    /// size from which a block has pages of its own to that of the largest that was freed, up to 32 MB, and has a heap for each thread:
    /// the picture of a board then stays in every one of them.
    static func giveBackRegularly() async {
        CMallocUsePages(Int32(largeBlock))
        while !Task.isCancelled {
            do { try await Task.sleep(for: interval) } catch { return }
            CMallocTrim()
        }
    }
}
