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
