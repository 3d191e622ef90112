/// Work that is done one after the other, in the order in which it came, while requests are answered.
final class BackgroundWork: Sendable {
    private let queue: AsyncStream<@Sendable () async -> Void>.Continuation
    private let task: Task<Void, Never>

    init() {
        let (stream, queue) = AsyncStream<@Sendable () async -> Void>.makeStream()
        self.queue = queue
        task = Task.detached(priority: .utility) {
            for await body in stream { await body() }
        }
    }

    /// Adds work.
    func add(_ body: @escaping @Sendable () async -> Void) { queue.yield(body) }

    /// Waits until all work is done; none is taken any more.
    func finish() async {
        queue.finish()
        await task.value
    }
}
