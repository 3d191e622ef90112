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
