internal import NIOCore

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// An error of a server that can't listen on its address.
///
/// ```
/// can't listen on 127.0.0.1:7733: another program is already listening there; stop it, or choose
/// another address with --listen
/// ```
public struct ListenError: Error, CustomStringConvertible {
    /// The address, the reason and the remedy, on one line.
    public let description: String

    init(_ address: ServerSettings.Address, _ error: any Error) {
        description = "can't listen on \(address.text): \(Self.reason(error))"
    }

    private static func reason(_ error: any Error) -> String {
        switch (error as? IOError)?.errnoCode {
        case EADDRINUSE: "another program is already listening there; stop it, or choose another address with --listen"
        case EACCES, EPERM: "permission denied; choose another address with --listen, with a port above 1023"
        case EADDRNOTAVAIL: "this machine doesn't have that address; use one of its addresses"
        default: "\(error)"
        }
    }
}

extension ServerSettings.Address {
    /// The address in the form of `--listen`.
    fileprivate var text: String {
        switch self {
        case .host(let host, let port): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
        case .unixSocket(let path): "unix:\(path)"
        case .inherited(let descriptor): "the inherited socket (file descriptor \(descriptor))"
        }
    }
}
