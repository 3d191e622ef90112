/// The reasons for not connecting to an address.
package enum AddressKind: Hashable, Sendable, CaseIterable {
    /// No address, or "this network" (0.0.0.0/8, ::).
    case unspecified
    /// The machine itself (127.0.0.0/8, ::1).
    case loopback
    /// An address of one of this machine's interfaces.
    case thisMachine
    /// An address that may be this machine's, whose interfaces can't be read.
    case unknown
    /// A private, unique-local or site-local address.
    case privateUse
    /// An address of the local link, which clouds use for the metadata of a machine.
    case linkLocal
    /// An address of a cloud's metadata service in a public range.
    case cloudMetadata
    /// An address shared behind a carrier's network address translation.
    case carrierGradeNAT
    /// A multicast address.
    case multicast
    /// An address for examples in documentation.
    case documentation
    /// An address for benchmarks of networks.
    case benchmarking
    /// An IPv6 address that contains an IPv4 address: IPv4-mapped, -compatible or -translated.
    case embeddedIPv4
    /// An IPv6 address that a gateway translates to IPv4.
    case nat64
    /// An address of a 6to4 tunnel or its relay.
    case relay6to4
    /// An address of a Teredo tunnel.
    case teredo
    /// An address whose packets are discarded.
    case discard
    /// An address reserved by IANA, unassigned or of an unknown family.
    case reserved

    /// An address of the kind as part of a message, such as `a private address`.
    var addressPhrase: String {
        switch self {
        case .unspecified: "an unspecified address"
        case .loopback: "a loopback address"
        case .thisMachine: "an address of this machine"
        case .unknown: "an address that may be this machine's"
        case .privateUse: "a private address"
        case .linkLocal: "a link-local address"
        case .cloudMetadata: "an address for the metadata of machines"
        case .carrierGradeNAT: "a carrier's shared address"
        case .multicast: "a multicast address"
        case .documentation: "an address for documentation"
        case .benchmarking: "an address for benchmarks"
        case .embeddedIPv4: "an IPv4 address inside an IPv6 address"
        case .nat64: "a NAT64 address"
        case .relay6to4: "a 6to4 address"
        case .teredo: "a Teredo address"
        case .discard: "a discard-only address"
        case .reserved: "a reserved address"
        }
    }
}
