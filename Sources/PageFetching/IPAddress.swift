#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// An IPv4 or IPv6 address, without a port.
struct IPAddress: Hashable, Sendable {
    /// The address in network order: 4 bytes for IPv4, 16 for IPv6.
    let bytes: [UInt8]

    /// Whether it's an IPv4 address.
    var isIPv4: Bool { bytes.count == 4 }

    /// Creates an address from 4 or 16 bytes in network order.
    init(bytes: [UInt8]) { self.bytes = bytes }

    /// Reads a socket address; nil for another family and for too few bytes.
    ///
    /// - Parameter socketAddress: The bytes of a `sockaddr_in` or `sockaddr_in6`.
    init?(socketAddress: UnsafeRawBufferPointer) {
        guard socketAddress.count >= MemoryLayout<sockaddr>.size else { return nil }
        let header = unsafe socketAddress.loadUnaligned(as: sockaddr.self)
        switch Int32(header.sa_family) {
        case AF_INET where socketAddress.count >= MemoryLayout<sockaddr_in>.size:
            let address = unsafe socketAddress.loadUnaligned(as: sockaddr_in.self)
            bytes = unsafe withUnsafeBytes(of: address.sin_addr) { unsafe Array($0) }
        case AF_INET6 where socketAddress.count >= MemoryLayout<sockaddr_in6>.size:
            let address = unsafe socketAddress.loadUnaligned(as: sockaddr_in6.self)
            bytes = unsafe withUnsafeBytes(of: address.sin6_addr) { unsafe Array($0) }
        default: return nil
        }
    }

    /// Reads an address in its usual notation, such as `192.0.2.1` or `2001:db8::1`.
    ///
    /// It's nil for anything else, including the decimal and octal notations of IPv4.
    init?(_ text: String) {
        var storage = [UInt8](repeating: 0, count: 16)
        if unsafe inet_pton(AF_INET, text, &storage) == 1 {
            bytes = Array(storage[..<4])
        } else if unsafe inet_pton(AF_INET6, text, &storage) == 1 {
            bytes = storage
        } else {
            return nil
        }
    }
}

extension IPAddress: CustomStringConvertible {
    /// The usual notation.
    var description: String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let family = isIPv4 ? AF_INET : AF_INET6
        let size = socklen_t(text.count)
        guard unsafe inet_ntop(family, bytes, &text, size) != nil else { return "" }
        let characters = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return String(decoding: characters, as: UTF8.self)
    }
}

extension IPAddress {
    /// Returns the addresses of this machine's interfaces, or nil if the system doesn't list them.
    static func ofThisMachine() -> Set<IPAddress>? {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard unsafe getifaddrs(&first) == 0 else { return nil }
        defer { unsafe freeifaddrs(first) }
        var addresses: Set<IPAddress> = []
        var next = unsafe first
        while let interface = unsafe next {
            unsafe next = interface.pointee.ifa_next
            guard let address = unsafe interface.pointee.ifa_addr else { continue }
            let size =
                switch Int32(unsafe address.pointee.sa_family) {
                case AF_INET: MemoryLayout<sockaddr_in>.size
                case AF_INET6: MemoryLayout<sockaddr_in6>.size
                default: 0
                }
            let buffer = unsafe UnsafeRawBufferPointer(start: address, count: size)
            if let found = unsafe IPAddress(socketAddress: buffer) { addresses.insert(found) }
        }
        return addresses
    }
}

/// A range of addresses that pages are never read from.
struct AddressRange: Hashable, Sendable {
    /// The first bytes of its addresses, padded with zeros to 4 or 16.
    let prefix: [UInt8]
    /// The number of leading bits that its addresses share.
    let bits: Int
    /// The reason for refusing it.
    let kind: AddressKind

    /// A range of IPv4 addresses; missing bytes are 0.
    private init(v4 prefix: [UInt8], _ bits: Int, _ kind: AddressKind) {
        self.prefix = prefix + Array(repeating: 0, count: 4 - prefix.count)
        self.bits = bits
        self.kind = kind
    }

    /// A range of IPv6 addresses, in groups of 16 bits; missing groups are 0.
    private init(v6 groups: [UInt16], _ bits: Int, _ kind: AddressKind) {
        let prefix = groups.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xff)] }
        self.prefix = prefix + Array(repeating: 0, count: 16 - prefix.count)
        self.bits = bits
        self.kind = kind
    }

    /// Whether an address has the range's leading bits.
    ///
    /// An IPv4 address is in no IPv6 range.
    func contains(_ address: IPAddress) -> Bool {
        guard address.bytes.count == prefix.count else { return false }
        let whole = bits / 8
        guard address.bytes[..<whole] == prefix[..<whole] else { return false }
        let rest = bits % 8
        guard rest > 0 else { return true }
        return (address.bytes[whole] ^ prefix[whole]) >> (8 - rest) == 0
    }
}

extension AddressRange {
    /// The refused ranges; the first that contains an address gives the reason.
    ///
    /// They are the special-purpose registries of IANA (RFC 6890 and its updates) except the ranges that are public, such as AS112,
    /// and the address of a cloud's metadata service that is in a public range. All of IPv6 outside 2000::/3 is refused, so that
    /// ranges assigned later are refused, too.
    static let refused: [AddressRange] = [
        AddressRange(v4: [0], 8, .unspecified), AddressRange(v4: [10], 8, .privateUse),
        AddressRange(v4: [100, 64], 10, .carrierGradeNAT), AddressRange(v4: [127], 8, .loopback),
        // Azure's WireServer, which gives a virtual machine its secrets.
        AddressRange(v4: [168, 63, 129, 16], 32, .cloudMetadata), AddressRange(v4: [169, 254], 16, .linkLocal),
        AddressRange(v4: [172, 16], 12, .privateUse), AddressRange(v4: [192, 0, 0], 24, .reserved),
        AddressRange(v4: [192, 0, 2], 24, .documentation), AddressRange(v4: [192, 88, 99], 24, .relay6to4),
        AddressRange(v4: [192, 168], 16, .privateUse), AddressRange(v4: [198, 18], 15, .benchmarking),
        AddressRange(v4: [198, 51, 100], 24, .documentation), AddressRange(v4: [203, 0, 113], 24, .documentation),
        AddressRange(v4: [224], 4, .multicast), AddressRange(v4: [240], 4, .reserved),

        AddressRange(v6: [], 128, .unspecified), AddressRange(v6: [0, 0, 0, 0, 0, 0, 0, 1], 128, .loopback),
        AddressRange(v6: [], 96, .embeddedIPv4), AddressRange(v6: [0, 0, 0, 0, 0, 0xffff], 96, .embeddedIPv4),
        // IPv4-translated, of RFC 2765.
        AddressRange(v6: [0, 0, 0, 0, 0xffff], 96, .embeddedIPv4), AddressRange(v6: [0x64, 0xff9b], 96, .nat64),
        AddressRange(v6: [0x64, 0xff9b, 1], 48, .nat64), AddressRange(v6: [0x100], 64, .discard),
        AddressRange(v6: [0x2001, 0], 32, .teredo), AddressRange(v6: [0x2001, 2], 48, .benchmarking),
        AddressRange(v6: [0x2001, 0], 23, .reserved), AddressRange(v6: [0x2001, 0xdb8], 32, .documentation),
        AddressRange(v6: [0x2002], 16, .relay6to4), AddressRange(v6: [0x3fff], 20, .documentation),
        AddressRange(v6: [0xfc00], 7, .privateUse), AddressRange(v6: [0xfe80], 10, .linkLocal),
        AddressRange(v6: [0xfec0], 10, .privateUse), AddressRange(v6: [0xff00], 8, .multicast),
        AddressRange(v6: [], 3, .reserved), AddressRange(v6: [0x4000], 2, .reserved),
        AddressRange(v6: [0x8000], 1, .reserved),
    ]

    /// Returns the reason to refuse an address, or nil for a public address.
    ///
    /// Linear in the number of ranges.
    static func kind(of address: IPAddress) -> AddressKind? { refused.first { $0.contains(address) }?.kind }
}

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
