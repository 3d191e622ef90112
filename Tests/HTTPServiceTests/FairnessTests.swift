import Synchronization
import Testing

@testable import HTTPService

/// Limits that keep one client from exhausting shared resources.
@Suite struct FairnessTests {
    private static func client(_ number: Int64) -> ClientIdentity {
        ClientIdentity(caller: .token(id: number), network: ClientNetwork("203.0.113.9"))
    }

    /// The recorded reads.
    private final class Notes: Sendable {
        let order = Mutex<[Int64]>([])
        let running = Mutex((now: 0, most: 0))
    }

    /// Runs reads that all wait for the first one; returns the clients in the order of their reads.
    private func order(of reads: [Int64]) async -> [Int64] {
        let queue = FairQueue(limit: 1)
        let (gate, opening) = AsyncStream.makeStream(of: Void.self)
        let notes = Notes()
        await withTaskGroup { group in
            // An immediate task runs until it has to wait.
            group.addImmediateTask { await queue.run(for: Self.client(0)) { for await _ in gate { break } } }
            for read in reads {
                group.addImmediateTask {
                    await queue.run(for: Self.client(read)) { notes.order.withLock { $0.append(read) } }
                }
            }
            #expect(notes.order.withLock { $0.isEmpty })
            opening.yield()
        }
        return notes.order.withLock { $0 }
    }

    @Test func `a client with many reads doesn't keep others waiting`() async {
        #expect(await order(of: [1, 1, 1, 1, 2, 3, 2]) == [1, 2, 3, 1, 2, 1, 1])
        #expect(await order(of: [1, 1, 1]) == [1, 1, 1])
    }

    @Test func `as many reads run as the limit allows, and an error frees its place`() async throws {
        struct Failed: Error {}
        let queue = FairQueue(limit: 2)
        let notes = Notes()
        await withTaskGroup { group in
            for number in 0..<100 {
                group.addTask {
                    _ = try? await queue.run(for: Self.client(Int64(number % 3))) {
                        notes.running.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
                        await Task.yield()
                        notes.running.withLock { $0.now -= 1 }
                        if number.isMultiple(of: 7) { throw Failed() }
                    }
                }
            }
        }
        #expect(notes.running.withLock { $0 } == (0, 2))
    }

    @Test func `unsent responses have a limit for each network and for all`() {
        let size = UnsentBytes.smallest
        let unsent = UnsentBytes(limitPerNetwork: 2 * size, limit: 3 * size)
        let (first, second) = (ClientNetwork("192.0.2.1"), ClientNetwork("192.0.2.2"))
        #expect(unsent.reserve(size, for: first))
        #expect(unsent.reserve(size, for: first))
        #expect(!unsent.reserve(size, for: first))
        // Small responses aren't counted, and a network without unsent bytes gets one of any size.
        #expect(unsent.reserve(size - 1, for: first))
        #expect(unsent.reserve(size, for: second))
        #expect(!unsent.reserve(size, for: second))
        unsent.release(size - 1, of: first)
        unsent.release(size, of: first)
        #expect(unsent.reserve(size, for: second))
        for network in [first, second, second] { unsent.release(size, of: network) }
        #expect(unsent.reserve(100 * size, for: first))
        #expect(!unsent.reserve(size, for: first))
    }

    @Test func `a sign-in link works once and expires after ten minutes`() {
        let sessions = Sessions()
        let start = ContinuousClock.now
        #expect(sessions.signIn(sessions.makeLink(), at: start + .seconds(601)) == nil)
        #expect(sessions.signIn(sessions.makeLink(), at: start + .seconds(599)) != nil)
        let link = sessions.makeLink()
        #expect(sessions.signIn(link, at: start + .seconds(601)) == nil)
        // A link that has expired is used up.
        #expect(sessions.signIn(link, at: start) == nil)
        let once = sessions.makeLink()
        #expect(sessions.signIn(once) != nil)
        #expect(sessions.signIn(once) == nil)
    }
}
