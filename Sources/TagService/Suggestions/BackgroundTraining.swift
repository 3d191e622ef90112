internal import Dispatch
internal import Synchronization

/// The training of the linear models of a service on another thread, one at a time.
///
/// ```
/// training.begin { train(isStopped: { training.isStopped }) }
/// ```
final class BackgroundTraining: Sendable {
    private let isRunning = Atomic(false)
    private let isWatched = Atomic(false)
    private let hasStopped = Atomic(false)

    /// The queue of all trainings.
    private static let queue = DispatchQueue.global(qos: .background)

    /// When a program first looks for changes, so that a short one does nothing else, and how often it does later.
    private static let (delay, interval) = (DispatchTimeInterval.milliseconds(300), DispatchTimeInterval.seconds(10))

    /// Whether trainings should end.
    var isStopped: Bool { hasStopped.load(ordering: .relaxed) }

    /// Ends the training and allows no others, without waiting.
    func stop() { hasStopped.store(true, ordering: .relaxed) }

    /// Begins a training on another thread, unless another is running or none may begin anymore.
    func begin(_ training: @escaping @Sendable () -> Void) {
        guard !isStopped, !isRunning.exchange(true, ordering: .acquiringAndReleasing) else { return }
        Self.queue.async { [self] in
            training()
            isRunning.store(false, ordering: .releasing)
        }
    }

    /// Trains whenever enough items have changed, as long as the service exists and isn't closed.
    static func watch(_ service: TagService) {
        guard !service.training.isWatched.exchange(true, ordering: .relaxed) else { return }
        watch(service, after: delay)
    }

    private static func watch(_ service: TagService, after delay: DispatchTimeInterval) {
        queue.asyncAfter(deadline: .now() + delay) { [weak service] in
            guard let service, !service.training.isStopped else { return }
            service.suggestions.trainIfOutdated()
            watch(service, after: interval)
        }
    }
}
