internal import Foundation

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// A listening socket opened by systemd.
///
/// ```swift
/// let environment = ["LISTEN_FDS": "1", "LISTEN_PID": "\(getpid())"]
/// let descriptor = InheritedSocket.descriptor(environment)  // 3
/// ```
public enum InheritedSocket {
    /// The descriptor of the first socket from systemd (`sd_listen_fds`).
    private static let first: Int32 = 3

    /// Returns the socket in the environment; `nil` if there is none or it is for another process.
    public static func descriptor(_ environment: [String: String]) -> Int32? {
        guard let count = environment["LISTEN_FDS"].flatMap(Int.init), count >= 1,
            environment["LISTEN_PID"].flatMap(Int32.init) == getpid()
        else { return nil }
        return first
    }
}
