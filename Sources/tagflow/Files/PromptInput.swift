import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A reader that busy-waits for input while input arrives quickly, and sleeps otherwise.
///
/// A program that sends one query after another gets faster responses, because a sleeping process
/// wakes late and with cold caches. Waiting for a person uses no processor time.
struct PromptInput {
    /// The maximum time of a busy wait.
    private static let longest = Duration.microseconds(200)
    /// Whether other processes can run during a busy wait.
    private static let canWait = ProcessInfo.processInfo.activeProcessorCount > 1

    /// Whether the last input arrived quickly.
    private var isPrompt = false

    /// Reads input, after a busy wait if the wait is likely to be short.
    ///
    /// - Parameters:
    ///   - descriptor: the file descriptor to read.
    ///   - read: reads from the descriptor, and sleeps until input arrives.
    /// - Returns: the input.
    mutating func read<Result>(_ descriptor: Int32, _ read: () throws -> Result) rethrows -> Result {
        guard Self.canWait else { return try read() }
        let start = ContinuousClock.now
        if isPrompt {
            repeat { isPrompt = Self.isReady(descriptor) } while !isPrompt && ContinuousClock.now - start < Self.longest
            return try read()
        }
        defer { isPrompt = ContinuousClock.now - start < Self.longest }
        return try read()
    }

    /// Returns whether a read wouldn't block.
    private static func isReady(_ descriptor: Int32) -> Bool {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        // The structure is valid during the call.
        return unsafe poll(&request, 1, 0) != 0
    }
}
