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
