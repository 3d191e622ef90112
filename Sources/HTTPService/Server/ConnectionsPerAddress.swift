internal import NIOCore
internal import Synchronization

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Counters of open connections per client network, so that one client can't use all connections.
final class ConnectionsPerAddress: Sendable {
    private let limit: Int
    private let exempt: Set<String>
    private let counts = Mutex<[ClientNetwork: Int]>([:])

    /// Creates counters.
    ///
    /// - Parameters:
    ///   - limit: the maximum number of connections from a network.
    ///   - exempt: the addresses without a limit, such as those of trusted proxies.
    init(limit: Int, exempt: Set<String>) {
        self.limit = limit
        self.exempt = exempt
    }

    /// Counts a connection until it is closed, and returns whether it is within the limit.
    ///
    /// Connections to a socket file have no address and aren't counted.
    func admit(_ channel: any Channel) -> Bool {
        guard let address = channel.remoteAddress?.ipAddress, !exempt.contains(address) else { return true }
        let network = ClientNetwork(address)
        let isAdmitted = counts.withLock { counts in
            guard counts[network, default: 0] < limit else { return false }
            counts[network, default: 0] += 1
            return true
        }
        guard isAdmitted else { return false }
        channel.closeFuture.whenComplete { _ in
            self.counts.withLock { counts in
                let count = (counts[network] ?? 1) - 1
                counts[network] = count > 0 ? count : nil
            }
        }
        return true
    }
}

/// The network of one client: an IPv4 address, or the first 64 bits of an IPv6 address.
///
/// ```swift
/// let areSame = ClientNetwork("2001:db8::1") == ClientNetwork("2001:db8::2")  // true
/// let isMapped = ClientNetwork("::ffff:192.0.2.1") == ClientNetwork("192.0.2.1")  // true
/// ```
struct ClientNetwork: Hashable, Sendable {
    private let name: String

    /// Creates the network of an address.
    ///
    /// Text that isn't an address is a separate network.
    init(_ address: String) {
        var bytes = [UInt8](repeating: 0, count: 16)
        guard address.contains(":"), unsafe inet_pton(AF_INET6, address, &bytes) == 1 else {
            name = address
            return
        }
        // An IPv6 address such as ::ffff:192.0.2.1 contains the IPv4 address 192.0.2.1.
        let mapped = [UInt8](repeating: 0, count: 10) + [255, 255]
        let network = bytes.starts(with: mapped) ? bytes.suffix(4) : bytes.prefix(8)
        name = network.map { String($0) }.joined(separator: ".")
    }
}

/// A handler that sends 503 on a connection over the limit, and closes the connection.
final class RefusingHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private static let response =
        "HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/problem+json\r\nConnection: close\r\n"
        + "Retry-After: 1\r\nContent-Length: \(Problem.tooManyConnections.body.count)\r\n\r\n"

    func channelActive(context: ChannelHandlerContext) {
        let buffer = ByteBuffer(bytes: Array(Self.response.utf8) + Problem.tooManyConnections.body)
        let channel = context.channel
        context.writeAndFlush(wrapOutboundOut(buffer)).whenComplete { _ in channel.close(promise: nil) }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // Ignore the request.
    }
}

extension Problem {
    static let tooManyConnections = Problem(503, "too many connections from your address; close some of them")
}
