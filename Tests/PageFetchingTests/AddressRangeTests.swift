import Testing

@testable import PageFetching

/// Tests of the table of refused ranges: the first and last address of each range, and their neighbors.
@Suite struct AddressRangeTests {
    @Test(arguments: [
        ("0.0.0.0", "0.255.255.255", AddressKind.unspecified), ("10.0.0.0", "10.255.255.255", .privateUse),
        ("100.64.0.0", "100.127.255.255", .carrierGradeNAT), ("127.0.0.0", "127.255.255.255", .loopback),
        ("168.63.129.16", "168.63.129.16", .cloudMetadata), ("169.254.0.0", "169.254.255.255", .linkLocal),
        ("172.16.0.0", "172.31.255.255", .privateUse), ("192.0.0.0", "192.0.0.255", .reserved),
        ("192.0.2.0", "192.0.2.255", .documentation), ("192.88.99.0", "192.88.99.255", .relay6to4),
        ("192.168.0.0", "192.168.255.255", .privateUse), ("198.18.0.0", "198.19.255.255", .benchmarking),
        ("198.51.100.0", "198.51.100.255", .documentation), ("203.0.113.0", "203.0.113.255", .documentation),
        ("224.0.0.0", "239.255.255.255", .multicast), ("240.0.0.0", "255.255.255.255", .reserved),
        ("::", "::", .unspecified), ("::1", "::1", .loopback), ("::2", "::ffff:ffff", .embeddedIPv4),
        ("::ffff:0:0", "::ffff:ffff:ffff", .embeddedIPv4), ("::ffff:0:0:0", "::ffff:0:ffff:ffff", .embeddedIPv4),
        ("64:ff9b::", "64:ff9b::ffff:ffff", .nat64), ("64:ff9b:1::", "64:ff9b:1:ffff:ffff:ffff:ffff:ffff", .nat64),
        ("100::", "100::ffff:ffff:ffff:ffff", .discard), ("100:0:0:1::", "100:0:0:1:ffff:ffff:ffff:ffff", .reserved),
        ("2001::", "2001:0:ffff:ffff:ffff:ffff:ffff:ffff", .teredo),
        ("2001:1::", "2001:1:ffff:ffff:ffff:ffff:ffff:ffff", .reserved),
        ("2001:2::", "2001:2:0:ffff:ffff:ffff:ffff:ffff", .benchmarking),
        ("2001:3::", "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff", .reserved),
        ("2001:db8::", "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff", .documentation),
        ("2002::", "2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff", .relay6to4),
        ("3fff::", "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff", .documentation),
        ("4000::", "5fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", .reserved),
        ("5f00::", "fbff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", .reserved),
        ("fc00::", "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", .privateUse),
        ("fd00:ec2::254", "fd20:ce::254", .privateUse),
        ("fe00::", "fe7f:ffff:ffff:ffff:ffff:ffff:ffff:ffff", .reserved),
        ("fe80::", "febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff", .linkLocal),
        ("fec0::", "feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", .privateUse),
        ("ff00::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", .multicast),
    ]) func `the first and last address of each range are refused`(
        first: String, last: String, kind: AddressKind
    ) throws {
        for text in [first, last] {
            let address = try #require(IPAddress(text))
            #expect(AddressRange.kind(of: address) == kind, "\(text)")
            #expect(ConnectionPolicy.publicAddresses.refusal(address) == kind, "\(text)")
        }
    }

    @Test(arguments: [
        "1.0.0.0", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255", "128.0.0.0",
        "168.63.129.15", "168.63.129.17", "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0",
        "191.255.255.255", "192.0.1.0", "192.0.1.255", "192.0.3.0", "192.88.98.255", "192.88.100.0", "192.167.255.255",
        "192.169.0.0", "198.17.255.255", "198.20.0.0", "198.51.99.255", "198.51.101.0", "203.0.112.255", "203.0.114.0",
        "223.255.255.255", "8.8.8.8", "2000::", "2001:200::", "2001:db7:ffff:ffff:ffff:ffff:ffff:ffff", "2001:db9::",
        "2001:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "2003::", "3ffe:ffff::", "3fff:1000::", "2606:4700:4700::1111",
    ]) func `the neighbors of the ranges are public`(text: String) throws {
        #expect(AddressRange.kind(of: try #require(IPAddress(text))) == nil)
    }

    @Test func `every range and every reason is tested`() {
        // Each range but the three for unassigned addresses contains its own prefix first.
        for range in AddressRange.refused {
            let kind = AddressRange.kind(of: IPAddress(bytes: range.prefix))
            #expect(kind == range.kind || range.kind == .reserved || range.bits == 96, "\(range)")
        }
        let reasons = Set(AddressRange.refused.map(\.kind)).union([.thisMachine, .unknown])
        #expect(reasons == Set(AddressKind.allCases))
    }

    @Test func `a range agrees with a comparison bit by bit`() {
        var generator = SystemRandomNumberGenerator()
        for range in AddressRange.refused {
            for _ in 0..<200 {
                // A prefix with one bit changed, so that both results occur.
                var bytes = range.prefix.map { _ in UInt8.random(in: 0...255, using: &generator) }
                let bit = Int.random(in: 0..<bytes.count * 8, using: &generator)
                for position in 0..<range.bits where position != bit || Bool.random() {
                    let mask = UInt8(0x80) >> (position % 8)
                    bytes[position / 8] &= ~mask
                    bytes[position / 8] |= range.prefix[position / 8] & mask
                }
                let isInside = (0..<range.bits)
                    .allSatisfy { position in
                        let mask = UInt8(0x80) >> (position % 8)
                        return bytes[position / 8] & mask == range.prefix[position / 8] & mask
                    }
                #expect(range.contains(IPAddress(bytes: bytes)) == isInside, "\(range) \(bytes)")
            }
        }
    }

    @Test func `addresses are read and written in the usual notation`() {
        for text in ["192.0.2.1", "2001:db8::1", "::", "::ffff:1.2.3.4", "ff02::1"] {
            #expect(IPAddress(text)?.description == text)
        }
        for text in ["", "1.2.3", "0x7f.1", "2130706433", "0177.0.0.1", "1.2.3.4.5", "::g", "host"] {
            #expect(IPAddress(text) == nil, "\(text)")
        }
    }

    @Test func `this machine's addresses are refused`() throws {
        let own = try #require(IPAddress.ofThisMachine())
        #expect(own.contains(IPAddress(bytes: [127, 0, 0, 1])))
        for address in own { #expect(ConnectionPolicy.publicAddresses.refusal(address) != nil) }
    }

    @Test(arguments: [80, 443, 1_024, 3_000, 5_000, 8_000, 8_080, 8_443, 9_090, 65_535])
    func `pages are read from a web server's port`(port: Int) { #expect(ConnectionPolicy.allowsPort(port)) }

    @Test(arguments: [
        0, 1, 21, 22, 23, 25, 53, 79, 81, 110, 111, 389, 442, 444, 445, 587, 993, 1_023, 1_433, 2_049, 3_306, 5_060,
        5_432, 6_000, 6_379, 6_667, 10_080, 11_211, 27_017, 65_536, -1,
    ]) func `other services' ports are refused`(port: Int) { #expect(!ConnectionPolicy.allowsPort(port)) }
}
