internal import CMalloc

/// Memory that was freed and that the allocator keeps for later.
enum FreedMemory {
    /// How often it is given back.
    private static let interval = Duration.seconds(10)

    /// Gives it back to the system now and then, until the task is cancelled.
    ///
    /// glibc gives back by itself only what lies at the end of a heap: after some thousands of connections nearly nothing.
    static func giveBackRegularly() async {
        while !Task.isCancelled {
            do { try await Task.sleep(for: interval) } catch { return }
            CMallocTrim()
        }
    }
}
