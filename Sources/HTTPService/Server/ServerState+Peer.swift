internal import HTTPTypes
internal import HummingbirdCore
internal import NIOCore

extension ServerState {
    /// Returns the client of a request, as reported by a trusted proxy or else by the connection.
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

    /// Returns the client's address as reported by the nearest proxy, without a port.
    ///
    /// ```
    /// X-Forwarded-For: 203.0.113.9, 198.51.100.7:5000   198.51.100.7
    /// X-Forwarded-For: [2001:db8::1]:443                2001:db8::1
    /// ```
    private static func client(_ request: Request) -> String? {
        guard let last = request.headers[.forwardedFor]?.split(separator: ",").last else { return nil }
        let address = last.filter { !$0.isWhitespace }
        if address.hasPrefix("[") { return String(address.dropFirst().prefix { $0 != "]" }) }
        // One colon separates an IPv4 address and a port. An IPv6 address has several.
        return address.count { $0 == ":" } == 1 ? String(address.prefix { $0 != ":" }) : address
    }
}
