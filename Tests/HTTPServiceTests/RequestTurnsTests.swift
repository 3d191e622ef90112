import NIOEmbedded
import Synchronization
import TestSupport
import Testing

@testable import HTTPService

/// Requests that take turns by address before they are parsed.
@Suite struct RequestTurnsTests {
    /// The connections that have had turns, in order.
    private final class Notes: Sendable { let begun = Mutex<[String]>([]) }

    /// Waiting connections by name, whose first letter is their address.
    private struct Queue {
        let turns: RequestTurns
        let notes = Notes()
        var channels: [String: EmbeddedChannel] = [:]

        init(limit: Int) { turns = RequestTurns(limit: limit) }

        mutating func wait(_ name: String, _ kind: RequestTurns.Kind = .first) {
            let (channel, notes) = (channels[name] ?? EmbeddedChannel(), notes)
            channels[name] = channel
            turns.wait(channel, of: ClientNetwork(String(name.prefix(1))), kind) {
                notes.begun.withLock { $0.append(name) }
            }
        }

        func end(_ name: String) { channels[name].map { turns.end($0) } }

        var begun: [String] { notes.begun.withLock(\.self) }
    }

    /// Ends each turn in order, until nothing waits; returns the connections in the order of their turns.
    private func order(_ queue: Queue) -> [String] {
        var ended = 0
        while ended < queue.begun.count {
            queue.end(queue.begun[ended])
            ended += 1
        }
        return queue.begun
    }

    @Test func `addresses take turns, whatever the number of their connections`() {
        var queue = Queue(limit: 1)
        for name in ["a0", "a1", "a2", "a3", "b1", "c1", "b2"] { queue.wait(name) }
        #expect(queue.begun == ["a0"])
        #expect(order(queue) == ["a0", "a1", "b1", "c1", "a2", "b2", "a3"])
    }

    @Test func `the first request of a connection comes before later requests of its address`() {
        var queue = Queue(limit: 1)
        queue.wait("a0")
        for name in ["a1", "a2"] { queue.wait(name, .later) }
        for name in ["a3", "a4"] { queue.wait(name, .first) }
        #expect(order(queue) == ["a0", "a3", "a4", "a1", "a2"])
    }

    @Test func `a health check waits for one other request of its address at most`() {
        var queue = Queue(limit: 1)
        for number in 0..<10 { queue.wait("a\(number)") }
        queue.wait("a health check", .healthCheck)
        for name in ["a10", "b1"] { queue.wait(name) }
        #expect(order(queue).prefix(4) == ["a0", "a1", "a health check", "b1"])
    }

    @Test func `as many have turns as the limit allows, and each end begins one`() {
        var queue = Queue(limit: 3)
        for number in 0..<6 { queue.wait("a\(number)") }
        #expect(queue.begun == ["a0", "a1", "a2"])
        // A connection without a turn ends none, whether it waits or has had its turn.
        queue.end("a5")
        queue.end("a1")
        queue.end("a1")
        #expect(queue.begun == ["a0", "a1", "a2", "a3"])
        // Nothing waits for a free turn.
        #expect(order(queue).count == 6)
        queue.wait("b1")
        #expect(queue.begun.last == "b1")
    }

    @Test(arguments: [1, 2, 3]) func `between two turns of an address, every other that waits has one`(
        seed: UInt64
    ) throws {
        var numbers = SeededNumbers(seed: seed)
        let limit = Int.random(in: 1...4, using: &numbers)
        var (queue, running, seen) = (Queue(limit: limit), [String](), 0)
        var waiting: [Character: Int] = [:]
        // How many turns others have had since an address began to wait or had its last turn.
        var passed: [Character: Int] = [:]
        for number in 0..<2_000 {
            if Int.random(in: 0..<5, using: &numbers) < 2, let name = running.randomElement(using: &numbers) {
                running.removeAll { $0 == name }
                queue.end(name)
            } else {
                let address = Character(["a", "a", "a", "b", "c", "d"].randomElement(using: &numbers) ?? "a")
                waiting[address, default: 0] += 1
                queue.wait("\(address)\(number)", Bool.random(using: &numbers) ? .first : .later)
            }
            for name in queue.begun.dropFirst(seen) {
                let address = try #require(name.first)
                running.append(name)
                waiting[address, default: 0] -= 1
                passed[address] = nil
                for (other, count) in waiting where count > 0 && other != address { passed[other, default: 0] += 1 }
            }
            seen = queue.begun.count
            #expect(running.count == min(limit, running.count + waiting.values.reduce(0, +)), "seed \(seed)")
            #expect(passed.values.allSatisfy { $0 <= 3 }, "seed \(seed)")
        }
        while let name = running.popLast() {
            queue.end(name)
            running += queue.begun.dropFirst(seen)
            seen = queue.begun.count
        }
        #expect(Set(queue.begun) == Set(queue.channels.keys), "seed \(seed)")
        #expect(queue.begun.count == queue.channels.count, "seed \(seed)")
    }
}
