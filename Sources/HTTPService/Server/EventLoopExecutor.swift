internal import NIOCore
internal import NIOPosix

/// Runs tasks on the thread of an event loop: the loop that accepts connections, so that accepting waits for no other task.
///
/// Nothing that waits or takes long may run on it.
final class EventLoopExecutor: TaskExecutor {
    private let eventLoop: any EventLoop

    private init(_ eventLoop: any EventLoop) {
        self.eventLoop = eventLoop
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        eventLoop.execute { [self] in unsafe job.runSynchronously(on: asUnownedTaskExecutor()) }
    }

    /// The executors of all event loops, which live as long as the process, as tasks do not keep theirs alive.
    private static let all: [ObjectIdentifier: EventLoopExecutor] = {
        let loops = MultiThreadedEventLoopGroup.singleton.makeIterator()
        return Dictionary(
            loops.map { (ObjectIdentifier($0), EventLoopExecutor($0)) },
            uniquingKeysWith: { first, _ in first }
        )
    }()

    /// The executor of a channel's event loop; `nil` for a loop of another owner.
    static func of(_ channel: any Channel) -> EventLoopExecutor? {
        all[ObjectIdentifier(channel.eventLoop)]
    }
}
