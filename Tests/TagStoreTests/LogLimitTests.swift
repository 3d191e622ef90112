import Foundation
import TagStore
import TestSupport
import Testing

@Suite struct LogLimitTests {
    /// Threads that read continuously and overlap, so that there is always a reader.
    private final class Readers: @unchecked Sendable {
        private let store: TagStore
        private let threads = DispatchGroup()
        private let lock = NSLock()
        private var hasEnded = false

        init(of store: TagStore) {
            self.store = store
            for _ in 0..<3 {
                Thread.detachNewThread {
                    self.threads.enter()
                    self.read()
                    self.threads.leave()
                }
            }
        }

        private func read() {
            while !lock.withLock({ hasEnded }) {
                // An error here also occurs in the test itself, which reports it.
                try? store.read { reader in
                    _ = try reader.names(of: [1])
                    Thread.sleep(forTimeInterval: .random(in: 0.002...0.02))
                }
            }
        }

        func end() {
            lock.withLock { hasEnded = true }
            threads.wait()
        }
    }

    @Test func `the log stays small while reads always overlap`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("tags.sqlite")
        let store = try TagStore(.file(path: path), concurrency: .pool)
        let readers = Readers(of: store)
        defer { readers.end() }
        var (longest, last, written) = (0, 0, 0)
        for number in 0..<80 {
            try store.write(at: Int64(number)) { writer in
                for tag in 1...50 {
                    let name = String(repeating: "tag \(number % 7) ", count: 160) + "\(tag)"
                    try writer.apply(.putTag(TagRow(id: Int64(tag), name: name)))
                }
                writer.summary = "rename"
            }
            let size = try log(of: path)
            written += max(0, size - last)
            (longest, last) = (max(longest, size), size)
        }
        #expect(written > 32 << 20, "too little was written for the test: \(written) bytes")
        #expect(longest < 48 << 20, "the log grew to \(longest) bytes")
    }

    /// Returns the size of a database's log in bytes.
    private func log(of path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path + "-wal")
        return attributes[.size] as? Int ?? 0
    }
}
