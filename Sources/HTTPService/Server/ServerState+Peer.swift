internal import HTTPTypes
internal import HummingbirdCore
internal import NIOCore

extension ServerState {
    /// Determines the client of a request: as named by a trusted proxy, otherwise the other end of the connection.
    func peer(of request: Request, on channel: any Channel) async -> Peer {
        let number = channel.remoteAddress?.ipAddress
        let address = number ?? ServerSettings.socketProxy
        guard settings.trustedProxies.contains(address) else {
            var peer = Peer(address: address)
            if settings.socketPeersAreAdmin, number == nil, !request.isRelayed {
                peer.isSocketAdmin = await SocketPeer.isOwnerOrRoot(channel)
            }
            return peer
        }
        var peer = Peer(address: Self.client(request) ?? address)
        peer.isSecure = request.headers[.forwardedProtocol] == "https"
        peer.isProxied = true
        return peer
    }

    /// The client that the nearest proxy names, without a port.
    private static func client(_ request: Request) -> String? {
        guard let last = request.headers[.forwardedFor]?.split(separator: ",").last else {
            return nil
        }
        let address = last.filter { !$0.isWhitespace }
        if address.hasPrefix("[") { return String(address.dropFirst().prefix { $0 != "]" }) }
        // An address of IPv6 has several colons, and one of IPv4 with a port has one.
        return address.count { $0 == ":" } == 1 ? String(address.prefix { $0 != ":" }) : address
    }
}
