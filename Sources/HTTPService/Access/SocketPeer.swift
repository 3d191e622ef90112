internal import HTTPTypes
internal import HummingbirdCore
internal import NIOCore

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// The process at the other end of a socket file.
enum SocketPeer {
    /// The kernel's `struct ucred`, which Swift doesn't import.
    private struct Credentials {
        var process: Int32 = 0
        var user: UInt32 = 0
        var group: UInt32 = 0
    }

    /// Returns whether the connected process runs as the server's user or as root.
    ///
    /// The kernel reports the process's user: `SO_PEERCRED` on Linux, `LOCAL_PEERCRED` on macOS. `false` elsewhere.
    static func isOwnerOrRoot(_ channel: any Channel) async -> Bool {
        #if canImport(Glibc)
        guard let options = channel as? any SocketOptionProvider else { return false }
        do {
            let credentials: Credentials =
                try await options.unsafeGetSocketOption(level: .socket, name: .init(rawValue: SO_PEERCRED)).get()
            return credentials.user == geteuid() || credentials.user == 0
        } catch {
            // The connection is already closed.
            return false
        }
        #elseif canImport(Darwin)
        guard let options = channel as? any SocketOptionProvider else { return false }
        do {
            let credentials: xucred =
                try await options.unsafeGetSocketOption(
                    level: .init(rawValue: SOL_LOCAL), name: .init(rawValue: LOCAL_PEERCRED)
                )
                .get()
            return credentials.cr_uid == geteuid() || credentials.cr_uid == 0
        } catch { return false }
        #else
        return false
        #endif
    }
}

extension Request {
    /// Whether the header shows that the request came from a browser or through a proxy.
    var isRelayed: Bool {
        headers.contains { field in
            let name = field.name.canonicalName
            return Self.relayFields.contains(name) || name.hasPrefix("sec-fetch-") || name.hasPrefix("x-forwarded-")
        }
    }

    private static let relayFields: Set<String> = ["origin", "cookie", "referer", "forwarded", "via", "x-real-ip"]
}
