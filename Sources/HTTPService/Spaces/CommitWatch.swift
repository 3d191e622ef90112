internal import Foundation
internal import Synchronization
internal import TagService

#if canImport(Glibc)
internal import Glibc
#endif

/// Notices when another process writes to an open space.
///
/// On Linux, inotify reports writes to the write-ahead logs of all spaces to one thread. The log is written slightly
/// before the commit is visible, so the space is then polled every few milliseconds until there is a commit, and at
/// growing intervals for a minute, because a slow disk can delay the last of several commits. On other systems, or if
/// inotify isn't available, each space is polled ten times a second.
actor CommitWatch {
    private var spaces: [Int32: Space] = [:]
    private var looking: Set<Int32> = []
    /// The spaces that were written to again while they were being polled.
    private var writtenAgain: Set<Int32> = []
    /// Looks for commits that became visible only after a space was polled.
    private var lateLooks: [Int32: Task<Void, Never>] = [:]
    private let descriptor: Int32

    init() {
        #if canImport(Glibc)
        descriptor = inotify_init1(Int32(IN_CLOEXEC))
        #else
        descriptor = -1
        #endif
    }

    /// Starts watching a space, and returns the number of the watch.
    func watch(_ space: Space) -> Int32 {
        var number: Int32 = -1
        #if canImport(Glibc)
        if descriptor >= 0 { number = unsafe inotify_add_watch(descriptor, "\(space.path)-wal", UInt32(IN_MODIFY)) }
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

    /// Stops watching a space.
    func unwatch(_ number: Int32) {
        spaces[number] = nil
        lateLooks.removeValue(forKey: number)?.cancel()
        #if canImport(Glibc)
        if number >= 0 { _ = inotify_rm_watch(descriptor, number) }
        #endif
    }

    /// Handles inotify events until the task is cancelled.
    func run() async {
        #if canImport(Glibc)
        guard descriptor >= 0 else { return }
        for await numbers in InotifyEvents(descriptor: descriptor).numbers {
            for number in numbers {
                if looking.insert(number).inserted {
                    Task(executorPreference: WorkerPool.lookups) { await self.lookWhileWritten(number) }
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
        guard spaces[number] != nil else { return }
        lateLooks[number]?.cancel()
        lateLooks[number] = Task(executorPreference: WorkerPool.lookups) { await self.lookLate(number) }
    }

    /// Polls a space until there is a new commit, for up to a second.
    private func look(_ number: Int32) async {
        for wait in [0, 1, 2, 4] + Array(repeating: 8, count: 124) {
            guard let hasCommitted = await follow(number), !hasCommitted else { return }
            do { try await Task.sleep(for: .milliseconds(wait)) } catch { return }
        }
    }

    /// Polls a space at growing intervals for a minute.
    ///
    /// The commit that `look` finds may be an earlier one than the commit that was written last.
    private func lookLate(_ number: Int32) async {
        for wait in [10, 40, 150, 600, 2_500, 10_000, 45_000] {
            do { try await Task.sleep(for: .milliseconds(wait)) } catch { return }
            guard await follow(number) != nil else { return }
        }
    }

    /// Delivers new commits of a space; returns whether there were any, or `nil` if the space is no longer watched.
    private func follow(_ number: Int32) async -> Bool? {
        guard let space = spaces[number] else { return nil }
        // Revoking a token doesn't change the commit number that the feed checks.
        space.tokens.clear()
        await space.feed.endRevokedStreams()
        return await space.feed.follow()
    }

    private func poll(_ number: Int32) async {
        while let space = spaces[number] {
            await space.followCommits()
            do { try await Task.sleep(for: .milliseconds(100)) } catch { return }
        }
    }
}

#if canImport(Glibc)
/// The events of an inotify descriptor, which a separate thread reads.
private struct InotifyEvents {
    /// The numbers of the watches whose files were written, one set for each read.
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

    /// Parses `inotify_event` structures: the watch number, two more words, the length of the name, and the name.
    private static func numbers(in bytes: ArraySlice<UInt8>) -> Set<Int32> {
        var numbers: Set<Int32> = []
        var rest = bytes
        while rest.count >= 16 {
            let words = (0..<4)
                .map { word in
                    (0..<4)
                        .reduce(UInt32(0)) { value, byte in
                            value | UInt32(rest[rest.startIndex + 4 * word + byte]) << (8 * UInt32(byte))
                        }
                }
            numbers.insert(Int32(bitPattern: words[0]))
            rest = rest.dropFirst(16 + Int(words[3]))
        }
        return numbers
    }
}
#endif
