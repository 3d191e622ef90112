internal import Foundation
internal import Synchronization

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// A command that `sh` runs in the background, and its output so far.
final class PreviewJob: Sendable {
    private struct State {
        var bytes: [UInt8] = []
        var isDone = false
        var isStopped = false
        /// The process, while it runs.
        var process: pid_t?
    }

    private let state = Mutex(State())
    /// The maximum number of bytes to keep; a command that prints more is stopped.
    private let limit: Int

    /// Starts a command.
    ///
    /// - Parameters:
    ///   - command: The command.
    ///   - environment: The environment of the command.
    ///   - limit: The maximum number of bytes to keep.
    init(_ command: String, environment: [String: String], limit: Int) {
        self.limit = limit
        Thread { self.run(command, environment) }.start()
    }

    /// Stops the command and the programs that it started.
    func stop() {
        state.withLock { state in
            state.isStopped = true
            guard let process = state.process else { return }
            Self.stop(process)
        }
    }

    /// Waits until there are more bytes than the given number, or the command has ended.
    ///
    /// - Returns: The output so far, and whether it is complete.
    func output(after count: Int) async -> (bytes: [UInt8], isDone: Bool) {
        // A quick command has ended before output that isn't complete is worth showing.
        for check in 0... {
            let output: (bytes: [UInt8], isDone: Bool)? = state.withLock { state in
                let isDone = state.isDone || state.isStopped || Task.isCancelled
                guard isDone || check >= 10 && state.bytes.count > count else { return nil }
                return (state.bytes, isDone)
            }
            if let output { return output }
            do { try await Task.sleep(for: .milliseconds(10)) } catch { continue }
        }
        return ([], true)
    }

    private func run(_ command: String, _ environment: [String: String]) {
        defer { state.withLock { $0.isDone = true } }
        let pipe = Pipe()
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", command]
        process.environment = environment
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = pipe
        process.standardError = pipe
        guard !(state.withLock { $0.isStopped }) else { return }
        do { try process.run() } catch {
            state.withLock { $0.bytes = Array("can't run 'sh': \(Remark.text(of: error))".utf8) }
            return
        }
        let isStopped = state.withLock { state in
            state.process = process.processIdentifier
            return state.isStopped
        }
        if isStopped { Self.stop(process.processIdentifier) }
        read(from: pipe.fileHandleForReading.fileDescriptor, process.processIdentifier)
        // The number belongs to the process until it has been waited for.
        process.waitUntilExit()
        state.withLock { $0.process = nil }
    }

    private func read(from descriptor: Int32, _ process: pid_t) {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            // The buffer's count limits the read.
            let count = unsafe buffer.withUnsafeMutableBytes { bytes in unsafe Self.read(descriptor, bytes) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            let isFull = state.withLock { state in
                state.bytes += buffer[..<min(count, limit - state.bytes.count)]
                return state.bytes.count >= limit || state.isStopped
            }
            if isFull {
                Self.stop(process)
                return
            }
        }
    }

    private static func read(_ descriptor: Int32, _ bytes: UnsafeMutableRawBufferPointer) -> Int {
        #if canImport(Darwin)
        unsafe Darwin.read(descriptor, bytes.baseAddress, bytes.count)
        #else
        unsafe Glibc.read(descriptor, bytes.baseAddress, bytes.count)
        #endif
    }

    /// Kills a process, and its group if it leads one.
    private static func stop(_ process: pid_t) { kill(getpgid(process) == process ? -process : process, SIGKILL) }
}

/// Runs a command on the terminal, and waits for its end.
enum TerminalCommand {
    /// Runs a command with `sh`.
    ///
    /// Ctrl-C interrupts only the command.
    static func run(_ command: String) {
        let script = "exec </dev/tty >/dev/tty 2>&1\n\(command)"
        // The command is a C string during the call.
        _ = unsafe system(script)
    }
}
