/// The rules for connections: which addresses and ports are used, and in tests how names are resolved.
struct ConnectionPolicy: Sendable {
    /// Returns the reason to refuse an address, or nil to connect.
    var refusal: @Sendable (IPAddress) -> AddressKind?
    /// Returns the addresses of a host, or nil to resolve it as the system does; only tests replace it.
    var addresses: @Sendable (_ host: String) -> [String]? = { _ in nil }
    /// Whether requests to a port are allowed.
    var allowsPort: @Sendable (Int) -> Bool = { ConnectionPolicy.allowsPort($0) }

    /// Allows all addresses and ports, for servers that the user named.
    static let any = ConnectionPolicy(refusal: { _ in nil }, allowsPort: { _ in true })

    /// Allows public addresses only, except those of this machine.
    ///
    /// A connection to this machine's public address would pass by its firewall. Interfaces change, so they are read each time.
    static let publicAddresses = ConnectionPolicy { address in
        if let kind = AddressRange.kind(of: address) { return kind }
        guard let local = IPAddress.ofThisMachine() else { return .unknown }
        return local.contains(address) ? .thisMachine : nil
    }

    /// Whether pages are read from a port.
    ///
    /// In addition to 80 and 443, pages are served on high ports such as 8080 and 8443, which people bookmark. Ports below 1024 belong to
    /// mail, names, files and remote logins, which shouldn't receive lines that a stranger's location contains. The high ports of
    /// that kind are those that browsers refuse (the Fetch standard's port blocking), with databases and caches in addition.
    static func allowsPort(_ port: Int) -> Bool {
        port == 80 || port == 443 || (1_024...65_535).contains(port) && !refusedPorts.contains(port)
    }

    /// The refused ports from 1024.
    private static let refusedPorts: Set<Int> = [
        // Browsers refuse these: H.323, PPTP, NFS, Apple RTSP, NFS locks, SIP, X11, scanners, IRC, Amanda.
        1_719, 1_720, 1_723, 2_049, 3_659, 4_045, 4_190, 5_060, 5_061, 6_000, 6_566, 6_665, 6_666, 6_667, 6_668, 6_669,
        6_679, 6_697, 10_080,
        // SQL Server, Oracle, MySQL, PostgreSQL, Redis, memcached, MongoDB.
        1_433, 1_521, 3_306, 5_432, 6_379, 11_211, 27_017,
    ]
}
