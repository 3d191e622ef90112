/// The words of a URL or path.
///
/// The whole host is one word, because a site often decides the tags. The words of its name and of the path follow.
///
/// ```
/// let words = LocationWords("https://www.swift.org:443/blog/2024/Swift-6?page=2")
/// words.hostWord  // "@swift.org"
/// words.words     // ["swift", "blog", "swift"]
/// ```
package struct LocationWords: Hashable, Sendable {
    /// `@` and the host in lowercase, without `www.` and port; `nil` for a path or a host longer than 253 bytes.
    package let hostWord: String?
    /// The words of the host, without its ending such as `.org`, and of the path.
    ///
    /// Single letters and numbers are left out.
    package let words: [String]

    /// The maximum number of words of a location.
    package static let limit = 24
    /// The maximum length of a host name in bytes (RFC 1035); a longer host isn't a word.
    private static let longestHost = 253

    /// Splits a location.
    ///
    /// Query, fragment, user and password of a URL are ignored.
    ///
    /// - Complexity: O(*n*) in the length of the location.
    package init(_ location: String) {
        // Bytes are compared instead of characters: comparing characters with many combining marks takes quadratic time.
        var path = location.utf8[...]
        var host = ""
        if let mark = path.firstRange(of: "://".utf8) {
            let rest = path[mark.upperBound...].prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
            host = Self.host(ofAuthority: rest.prefix { $0 != UInt8(ascii: "/") })
            path = rest.drop { $0 != UInt8(ascii: "/") }
        }
        hostWord = host.isEmpty ? nil : "@\(host)"
        let text = Self.withoutEnding(host) + " " + Self.percentDecoded(path)
        let all = ItemWords.words(of: text, limit: ItemWords.bodyLimit)
        words = Array(all.filter { Self.isInformative($0) }.prefix(Self.limit))
    }

    /// Returns the host of a URL's authority in lowercase, without user, password, `www.` and port; empty if it is too long.
    private static func host(ofAuthority authority: Substring.UTF8View) -> String {
        var host = authority
        if let mark = host.lastIndex(of: UInt8(ascii: "@")) { host = host[host.index(after: mark)...] }
        if let colon = host.lastIndex(of: UInt8(ascii: ":")),
            host[colon...].dropFirst().allSatisfy({ (0x30...0x39).contains($0) })
        {
            host = host[..<colon]
        }
        guard host.count <= longestHost else { return "" }
        let lowercased = String(Substring(host)).lowercased()
        return lowercased.hasPrefix("www.") ? String(lowercased.dropFirst(4)) : lowercased
    }

    /// Returns a host without its last label, if that has two to five letters.
    private static func withoutEnding(_ host: String) -> String {
        guard let dot = host.lastIndex(of: "."), (2...5).contains(host[dot...].dropFirst().unicodeScalars.count) else {
            return host
        }
        return String(host[..<dot])
    }

    private static func isInformative(_ word: String) -> Bool {
        let scalars = word.unicodeScalars
        return scalars.count > 1 && !scalars.allSatisfy(isDigit)
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
        // Ideographs such as 三 are numeric too, but are words.
        [.decimal, .digit].contains(scalar.properties.numericType)
    }

    /// Replaces escapes such as `%20`; bytes that aren't UTF-8 become U+FFFD, which separates words.
    private static func percentDecoded(_ path: Substring.UTF8View) -> String {
        guard path.contains(UInt8(ascii: "%")) else { return String(Substring(path)) }
        let bytes = Array(path)
        var decoded: [UInt8] = []
        var index = 0
        while index < bytes.count {
            let digits = bytes[index...].dropFirst().prefix(2)
            if bytes[index] == UInt8(ascii: "%"), digits.count == 2, digits.allSatisfy(isHexadecimal),
                let byte = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
            {
                decoded.append(byte)
                index += 3
            } else {
                decoded.append(bytes[index])
                index += 1
            }
        }
        return StreamSafeText.received(String(decoding: decoded, as: UTF8.self))
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte) || (0x61...0x66).contains(byte)
    }
}
