import Glibc

@testable import Terminal
@testable import TerminalSimulation

/// A real pseudo-terminal with a shell in a separate session that runs the probe.
///
/// The system calls are marked unsafe for the pointers that they take: each is to a local value, or to a C string
/// that lives until the call returns.
final class PseudoTerminal {
    enum Failure: Error {
        case system(String, Int32)
        case timeout(waitingFor: String, seen: String)
    }

    /// The terminal's content after all output of the process.
    private(set) var screen: InMemoryTerminal
    private let ends: Ends
    private let process: pid_t
    private var unread: [UInt8] = []

    /// Starts the probe, below a shell with job control so that it can be stopped and continued.
    ///
    /// - Parameters:
    ///   - arguments: the probe's.
    ///   - term: the terminal's type.
    ///   - before: the shell's first commands.
    ///   - prefix: a command that runs the probe.
    ///   - then: the shell's commands after it has reported the probe's status.
    /// - Throws: `Failure.system` if the system provides no terminal or no process.
    init(
        _ arguments: String = "", term: String = "xterm-256color", before: String = "trap : INT", prefix: String = "",
        then: String = "true"
    ) throws {
        let size = CellSize(columns: 100, rows: 12)
        ends = try Ends()
        screen = InMemoryTerminal(size: size, cellWidth: { _ in 1 })
        ends.setSize(size)
        let probe = try Self.probePath()
        let script = "\(before); set -m; \(prefix) '\(probe)' \(arguments); echo \"STATUS $?\"; \(then)"
        process = try spawnShell(script, terminal: ends.path, term: term)
    }

    deinit {
        kill(process, SIGKILL)
        var status: Int32 = 0
        unsafe waitpid(process, &status, 0)
    }

    /// The settings of the terminal, as `stty -a` prints them.
    var settings: [UInt32] { ends.settings }

    /// The settings of a pseudo-terminal that nobody has changed.
    static func initialSettings() throws -> [UInt32] { try Ends().settings }

    /// The process group in the foreground: the probe's or the shell's.
    var foreground: pid_t { tcgetpgrp(ends.master) }

    /// Types text.
    func type(_ text: String) throws { try SystemCall.writeAll(ends.master, Array(text.utf8)) }

    /// Gives the terminal another size.
    func resize(_ size: CellSize) {
        screen.resize(to: size)
        ends.setSize(size)
    }

    /// Closes the terminal, like closing its window.
    func closeTerminal() { ends.close() }

    /// Waits for the shell to end; the time limit only ends a failing test.
    func shellEnds() -> Bool {
        var status: Int32 = 0
        for _ in 0..<2000 {
            if unsafe waitpid(process, &status, WNOHANG) == process { return true }
            usleep(10_000)
        }
        return false
    }

    /// Reads until the output since the last wait contains a text; the time limit only ends a failing test.
    func wait(for text: String) throws {
        let wanted = Array(text.utf8)
        while true {
            if let range = unread.firstRange(of: wanted) {
                unread.removeSubrange(..<range.upperBound)
                return
            }
            guard let bytes = read() else {
                let seen = String(decoding: unread, as: UTF8.self)
                throw Failure.timeout(waitingFor: text, seen: seen)
            }
            unread += bytes
            let question = Array("\u{1B}[c".utf8)
            if bytes.firstRange(of: question) != nil { try type("\u{1B}[?0u\u{1B}[?62c") }
        }
    }

    private func read() -> [UInt8]? {
        var request = pollfd(fd: ends.master, events: Int16(POLLIN), revents: 0)
        var buffer = [UInt8](repeating: 0, count: 4096)
        guard unsafe poll(&request, 1, 20_000) == 1, let count = try? SystemCall.read(ends.master, into: &buffer),
            count > 0
        else { return nil }
        screen.feed(buffer[..<count])
        return Array(buffer[..<count])
    }

    /// The probe is built next to the test executable.
    private static func probePath() throws -> String {
        guard let name = unsafe realpath("/proc/self/exe", nil) else { throw Failure.system("realpath", errno) }
        defer { unsafe free(name) }
        let path = unsafe String(cString: name)
        return path.split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/TerminalProbe"
    }
}

/// The two ends of a pseudo-terminal; both are closed with it.
private final class Ends {
    let master: Int32
    let path: String
    private let slave: Int32
    private var open: [Int32]

    init() throws {
        var master: Int32 = -1
        var slave: Int32 = -1
        guard unsafe openpty(&master, &slave, nil, nil, nil) == 0, let name = unsafe ttyname(slave) else {
            throw PseudoTerminal.Failure.system("openpty", errno)
        }
        for end in [master, slave] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        self.master = master
        self.slave = slave
        open = [master, slave]
        path = unsafe String(cString: name)
    }

    deinit { close() }

    func close() {
        for end in open { _ = Glibc.close(end) }
        open = []
    }

    var settings: [UInt32] {
        var settings = termios()
        unsafe tcgetattr(slave, &settings)
        let controls = unsafe withUnsafeBytes(of: settings.c_cc) { unsafe $0.map(UInt32.init) }
        return [settings.c_iflag, settings.c_oflag, settings.c_cflag, settings.c_lflag] + controls
    }

    func setSize(_ size: CellSize) {
        var window = winsize()
        window.ws_col = UInt16(clamping: size.columns)
        window.ws_row = UInt16(clamping: size.rows)
        _ = unsafe ioctl(master, UInt(TIOCSWINSZ), &window)
    }
}

/// Runs a script in a shell that leads a session with the terminal as its own.
private func spawnShell(_ script: String, terminal: String, term: String) throws -> pid_t {
    // The value of POSIX_SPAWN_SETSID, which glibc declares under a macro only.
    let newSession: Int16 = 0x80
    var attributes = posix_spawnattr_t()
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawnattr_init(&attributes)
    unsafe posix_spawnattr_setflags(&attributes, newSession)
    unsafe posix_spawn_file_actions_init(&actions)
    // The first terminal that a session's leader opens becomes the session's.
    unsafe posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, 0, 1)
    unsafe posix_spawn_file_actions_adddup2(&actions, 0, 2)
    defer {
        unsafe posix_spawnattr_destroy(&attributes)
        unsafe posix_spawn_file_actions_destroy(&actions)
    }
    let environment = [
        "TERM=\(term)", "PATH=/usr/bin:/bin", "SWIFT_BACKTRACE=enable=no", "ASAN_OPTIONS=detect_leaks=0:handle_segv=0",
    ]
    let arguments = CStrings(["/bin/sh", "-c", script])
    let variables = CStrings(environment)
    var process: pid_t = 0
    let code = unsafe posix_spawn(&process, "/bin/sh", &actions, &attributes, arguments.pointers, variables.pointers)
    guard code == 0 else { throw PseudoTerminal.Failure.system("posix_spawn", code) }
    return process
}

/// A list of C strings, ended by a null pointer, that is freed with its owner.
@safe private final class CStrings {
    let pointers: [UnsafeMutablePointer<CChar>?]

    init(_ texts: [String]) {
        let copies: [UnsafeMutablePointer<CChar>?] = unsafe texts.map { unsafe strdup($0) }
        unsafe pointers = copies + [nil]
    }

    deinit { for index in unsafe pointers.indices { unsafe free(pointers[index]) } }
}
