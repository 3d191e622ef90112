internal import NIOCore
internal import NIOPosix

/// An executor that runs tasks on an event loop's thread.
///
/// The task that accepts connections runs here, so that it never waits for a thread of the global
/// executor. Work that blocks or takes long must not run here.
final class EventLoopExecutor: TaskExecutor {
    private let eventLoop: any EventLoop

    private init(_ eventLoop: any EventLoop) { self.eventLoop = eventLoop }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        eventLoop.execute { [self] in unsafe job.runSynchronously(on: asUnownedTaskExecutor()) }
    }

    /// The executors of all event loops.
    ///
    /// They are never released, because a task doesn't retain its executor.
    private static let all: [ObjectIdentifier: EventLoopExecutor] = {
        let loops = MultiThreadedEventLoopGroup.singleton.makeIterator()
        return Dictionary(
            loops.map { (ObjectIdentifier($0), EventLoopExecutor($0)) }, uniquingKeysWith: { first, _ in first })
    }()

    /// Returns the executor of a channel's event loop; `nil` for a loop outside the shared group.
    static func of(_ channel: any Channel) -> EventLoopExecutor? { all[ObjectIdentifier(channel.eventLoop)] }
}
