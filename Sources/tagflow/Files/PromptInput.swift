import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Busy-waits for input while it arrives quickly, as from a program that sends one query at a time.
///
/// A sleeping process wakes late and with cold caches, which can take a quarter of the time of a short query. After
/// slow input the process sleeps instead, so that waiting for a person uses no processor time.
struct PromptInput {
    /// The longest time that is waited awake.
    private static let longest = Duration.microseconds(200)
    /// Whether somebody else can run while this process waits awake.
    private static let canWait = ProcessInfo.processInfo.activeProcessorCount > 1

    /// Whether input arrived quickly the last time.
    private var isPrompt = false

    /// Reads, and waits awake before that if it is likely to be a short wait.
    ///
    /// - Parameters:
    ///   - descriptor: the descriptor that is read from.
    ///   - read: reads from it, asleep until there is something.
    /// - Returns: the input.
    mutating func read<Result>(_ descriptor: Int32, _ read: () throws -> Result) rethrows -> Result
    {
        guard Self.canWait else { return try read() }
        let start = ContinuousClock.now
        if isPrompt {
            repeat {
                isPrompt = Self.isReady(descriptor)
            } while !isPrompt && ContinuousClock.now - start < Self.longest
            return try read()
        }
        defer { isPrompt = ContinuousClock.now - start < Self.longest }
        return try read()
    }

    /// Whether a read would not wait.
    private static func isReady(_ descriptor: Int32) -> Bool {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        // One record, for the length of the call.
        return unsafe poll(&request, 1, 0) != 0
    }
}
