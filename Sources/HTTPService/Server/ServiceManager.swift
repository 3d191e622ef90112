internal import Foundation

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Notifications to the service manager (`sd_notify`).
///
/// ```swift
/// let manager = ServiceManager(["NOTIFY_SOCKET": "/run/notify", "WATCHDOG_USEC": "30000000"])
/// let interval = manager.watchdogInterval  // 15 seconds, half the watchdog's limit
/// manager.send("READY=1")
/// ```
public struct ServiceManager: Sendable {
    private let path: String?
    /// The interval for watchdog notifications; `nil` if the service manager doesn't expect them.
    public let watchdogInterval: Duration?

    /// Reads the service manager's address from the environment.
    public init(_ environment: [String: String]) {
        path = environment["NOTIFY_SOCKET"]
        let isMeant = environment["WATCHDOG_PID"].map { Int32($0) == getpid() } ?? true
        let microseconds = environment["WATCHDOG_USEC"].flatMap(Int64.init)
        watchdogInterval = isMeant ? microseconds.map { .microseconds($0 / 2) } : nil
    }

    /// Sends a state, such as `READY=1`; does nothing without a service manager.
    public func send(_ state: String) {
        guard let path else { return }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var name = Array(path.utf8)
        // A name that begins with @ is in the abstract namespace.
        if name.first == UInt8(ascii: "@") { name[0] = 0 }
        guard name.count < 108 else { return }
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: name) }
        let descriptor = Self.datagramSocket()
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        let length = socklen_t(MemoryLayout<sa_family_t>.size + name.count)
        let bytes = Array(state.utf8)
        // Ignore a failure: the service manager gets the next notification.
        _ = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe sendto(descriptor, bytes, bytes.count, 0, $0, length)
            }
        }
    }

    /// Opens a socket that child processes don't inherit; returns a negative number on failure.
    private static func datagramSocket() -> Int32 {
        #if canImport(Darwin)
        let descriptor = socket(AF_UNIX, SOCK_DGRAM, 0)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        return descriptor
        #else
        return socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        #endif
    }
}
