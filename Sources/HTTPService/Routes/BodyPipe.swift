internal import Foundation
internal import Synchronization

/// Hands parts of a file from one side, which waits for the network, to another, which blocks its thread; holds some of them.
final class BodyPipe: Sendable {
    private struct State {
        var parts: [[UInt8]] = []
        var size = 0
        var isFinished = false
        var isStopped = false
        var failure: (any Error)?
    }

    /// How much is held until the sender waits, in bytes.
    private static let limit = 1 << 20

    private let state = Mutex(State())
    private let changed = DispatchSemaphore(value: 0)
    private let (changes, continuation) = AsyncStream<Void>
        .makeStream(
            bufferingPolicy: .bufferingNewest(1)
        )

    /// Appends a part, and waits until there is room for the next.
    ///
    /// - Returns: false once nobody reads any more.
    func append(_ bytes: [UInt8]) async -> Bool {
        put(bytes)
        while true {
            let (isFull, isStopped) = state.withLock { ($0.size > Self.limit, $0.isStopped) }
            if isStopped { return false }
            guard isFull else { return true }
            var iterator = changes.makeAsyncIterator()
            await iterator.next()
        }
    }

    /// Appends a part, and blocks the thread until there is room for the next.
    ///
    /// - Throws: `CancellationError` once nobody reads any more.
    func appendBlocking(_ bytes: [UInt8]) throws {
        put(bytes)
        while true {
            let (isFull, isStopped) = state.withLock { ($0.size > Self.limit, $0.isStopped) }
            if isStopped { throw CancellationError() }
            guard isFull else { return }
            changed.wait()
        }
    }

    /// The next part; empty at the end. Blocks the thread until there is one.
    func next() throws -> [UInt8] {
        while true {
            let (part, failure) = take()
            if let failure { throw failure }
            if let part { return part }
            changed.wait()
        }
    }

    /// The next part; `nil` at the end.
    func nextPart() async throws -> [UInt8]? {
        while true {
            let (part, failure) = take()
            if let failure { throw failure }
            if let part { return part.isEmpty ? nil : part }
            var iterator = changes.makeAsyncIterator()
            await iterator.next()
        }
    }

    /// Says that nothing more comes.
    func finish() { change { $0.isFinished = true } }

    /// Says that what comes cannot be read any more.
    func fail(_ error: any Error) { change { $0.failure = error } }

    /// Says that nobody reads any more.
    func stop() { change { $0.isStopped = true } }

    private func put(_ bytes: [UInt8]) {
        change { state in
            state.parts.append(bytes)
            state.size += bytes.count
        }
    }

    /// What was appended since, as one part; an empty part at the end, `nil` if it is awaited.
    private func take() -> (part: [UInt8]?, failure: (any Error)?) {
        let taken: (part: [UInt8]?, failure: (any Error)?) = state.withLock { state in
            if let failure = state.failure { return (nil, failure) }
            if state.parts.isEmpty { return (state.isFinished ? [] : nil, nil) }
            defer { (state.parts, state.size) = ([], 0) }
            return (Array(state.parts.joined()), nil)
        }
        if taken.part?.isEmpty == false { wake() }
        return taken
    }

    private func change(_ body: @Sendable (inout State) -> Void) {
        state.withLock { body(&$0) }
        wake()
    }

    private func wake() {
        changed.signal()
        continuation.yield()
    }
}
