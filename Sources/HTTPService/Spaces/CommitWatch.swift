internal import Foundation
internal import Synchronization
internal import TagService

#if canImport(Glibc)
internal import Glibc
#endif

/// Notices when another process writes to an open space.
///
/// On Linux, inotify wakes one thread for all spaces; a write to a log precedes its commit by the time that the disk takes, so
/// the space is then checked every few milliseconds for a second. Elsewhere, and without inotify, each space is
/// looked at ten times a second.
actor CommitWatch {
    private var spaces: [Int32: Space] = [:]
    private var looking: Set<Int32> = []
    /// Spaces that were written to again while they were looked at.
    private var writtenAgain: Set<Int32> = []
    private let descriptor: Int32

    init() {
        #if canImport(Glibc)
        descriptor = inotify_init1(Int32(IN_CLOEXEC))
        #else
        descriptor = -1
        #endif
    }

    /// Begins to watch a space; returns its number.
    func watch(_ space: Space) -> Int32 {
        var number: Int32 = -1
        #if canImport(Glibc)
        if descriptor >= 0 {
            number = unsafe inotify_add_watch(descriptor, "\(space.path)-wal", UInt32(IN_MODIFY))
        }
        #endif
        guard number >= 0 else {
            number = (spaces.keys.min().map { min($0, -1) } ?? -1) - 1
            spaces[number] = space
            Task(executorPreference: WorkerPool.lookups) { await self.poll(number) }
            return number
        }
        spaces[number] = space
        return number
    }

    /// Ends the watch of a space.
    func unwatch(_ number: Int32) {
        spaces[number] = nil
        #if canImport(Glibc)
        if number >= 0 { _ = inotify_rm_watch(descriptor, number) }
        #endif
    }

    /// Handles the events of the system; returns when the task is cancelled.
    func run() async {
        #if canImport(Glibc)
        guard descriptor >= 0 else { return }
        for await numbers in InotifyEvents(descriptor: descriptor).numbers {
            for number in numbers {
                if looking.insert(number).inserted {
                    Task(executorPreference: WorkerPool.lookups) {
                        await self.lookWhileWritten(number)
                    }
                } else {
                    writtenAgain.insert(number)
                }
            }
        }
        #endif
    }

    private func lookWhileWritten(_ number: Int32) async {
        repeat {
            writtenAgain.remove(number)
            await look(number)
        } while writtenAgain.contains(number)
        looking.remove(number)
    }

    /// Looks at a space until its commit is seen, or for a second.
    private func look(_ number: Int32) async {
        for wait in [0, 1, 2, 4] + Array(repeating: 8, count: 124) {
            guard let space = spaces[number] else { return }
            // A token that was revoked moves no number.
            space.tokens.clear()
            await space.feed.endRevokedStreams()
            if await space.feed.follow() { break }
            do { try await Task.sleep(for: .milliseconds(wait)) } catch { return }
        }
    }

    private func poll(_ number: Int32) async {
        while let space = spaces[number] {
            await space.followCommits()
            do { try await Task.sleep(for: .milliseconds(100)) } catch { return }
        }
    }
}

#if canImport(Glibc)
/// The events of an inotify descriptor, read by a separate thread.
private struct InotifyEvents {
    /// The numbers of the watches whose files were written, as many as arrived together.
    let numbers: AsyncStream<Set<Int32>>

    init(descriptor: Int32) {
        let (stream, continuation) = AsyncStream<Set<Int32>>.makeStream()
        numbers = stream
        Thread.detachNewThread {
            var buffer = [UInt8](repeating: 0, count: 64 * 1_024)
            while true {
                let count = unsafe read(descriptor, &buffer, buffer.count)
                guard count > 0 || errno == EINTR else { break }
                continuation.yield(Self.numbers(in: buffer.prefix(max(0, count))))
            }
            continuation.finish()
        }
    }

    /// An event is the number of its watch, three further numbers of four bytes, and the last is the length of the rest.
    private static func numbers(in bytes: ArraySlice<UInt8>) -> Set<Int32> {
        var numbers: Set<Int32> = []
        var rest = bytes
        while rest.count >= 16 {
            let words = (0..<4)
                .map { word in
                    (0..<4)
                        .reduce(UInt32(0)) { value, byte in
                            value | UInt32(rest[rest.startIndex + 4 * word + byte])
                                << (8 * UInt32(byte))
                        }
                }
            numbers.insert(Int32(bitPattern: words[0]))
            rest = rest.dropFirst(16 + Int(words[3]))
        }
        return numbers
    }
}
#endif
