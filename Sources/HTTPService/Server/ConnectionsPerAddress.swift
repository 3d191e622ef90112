internal import NIOCore
internal import Synchronization

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Counts the open connections of each client address, so that one client can't take all of them.
final class ConnectionsPerAddress: Sendable {
    private let limit: Int
    private let exempt: Set<String>
    private let counts = Mutex<[ClientNetwork: Int]>([:])

    /// Creates counters.
    ///
    /// - Parameters:
    ///   - limit: the greatest number of connections of an address.
    ///   - exempt: the addresses that may have any number, such as those of trusted proxies.
    init(limit: Int, exempt: Set<String>) {
        self.limit = limit
        self.exempt = exempt
    }

    /// Counts a connection until it is closed; returns whether its address may have it.
    ///
    /// Connections to a socket file have no address and aren't counted.
    func admit(_ channel: any Channel) -> Bool {
        guard let address = channel.remoteAddress?.ipAddress, !exempt.contains(address) else {
            return true
        }
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

/// The network that one client controls: an address of IPv4, or the first 64 bits of an address of IPv6.
struct ClientNetwork: Hashable, Sendable {
    private let name: String

    /// The network of an address as text; text that isn't an address is a separate network.
    init(_ address: String) {
        var bytes = [UInt8](repeating: 0, count: 16)
        guard address.contains(":"), unsafe inet_pton(AF_INET6, address, &bytes) == 1 else {
            name = address
            return
        }
        // ::ffff:192.0.2.1 is the address 192.0.2.1.
        let mapped = [UInt8](repeating: 0, count: 10) + [255, 255]
        let network = bytes.starts(with: mapped) ? bytes.suffix(4) : bytes.prefix(8)
        name = network.map { String($0) }.joined(separator: ".")
    }
}

/// Responds to a connection beyond its address's limit with 503, and closes it.
final class RefusingHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private static let response =
        "HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/problem+json\r\nConnection: close\r\n"
        + "Retry-After: 1\r\nContent-Length: \(Problem.tooManyConnections.body.count)\r\n\r\n"

    func channelActive(context: ChannelHandlerContext) {
        let buffer = ByteBuffer(
            bytes: Array(Self.response.utf8) + Problem.tooManyConnections.body
        )
        let channel = context.channel
        context.writeAndFlush(wrapOutboundOut(buffer))
            .whenComplete { _ in channel.close(promise: nil) }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // The request isn't read.
    }
}

extension Problem {
    static let tooManyConnections = Problem(
        503,
        "there are too many connections from your address; close some"
    )
}
