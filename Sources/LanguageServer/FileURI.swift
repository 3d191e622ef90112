internal import TagCore

/// Conversion between paths and `file` URIs such as `file:///a%20b`.
///
/// ```swift
/// FileURI.path(of: "file:///a%20b")  // "/a b"
/// FileURI.uri(of: "/a b")  // "file:///a%20b"
/// ```
enum FileURI {
    /// Returns the path of a URI, or nil if it isn't a `file` URI of this machine.
    static func path(of uri: String) -> String? {
        guard uri.lowercased().hasPrefix("file://") else { return nil }
        let rest = uri.dropFirst("file://".count)
        // The host is empty or this machine.
        guard let slash = rest.firstIndex(of: "/") else { return nil }
        let host = rest[..<slash].lowercased()
        guard host.isEmpty || host == "localhost" else { return nil }
        let path = rest[slash...].prefix { $0 != "?" && $0 != "#" }
        return decoded(path)
    }

    private static func decoded(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = String(decoding: rest.prefix(2), as: UTF8.self)
            guard digits.utf8.count == 2, let value = UInt8(digits, radix: 16), value != 0 else { return nil }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self).map(StreamSafeText.received)
    }

    /// Returns the URI of an absolute path.
    static func uri(of path: String) -> String {
        var uri = "file://"
        for byte in path.utf8 {
            let isPlain =
                byte < 0x80
                && (byte & 0xDF >= 0x41 && byte & 0xDF <= 0x5A || byte >= 0x30 && byte <= 0x39
                    || "/-._~".utf8.contains(byte))
            if isPlain {
                uri.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                uri += "%" + (digits.count == 1 ? "0" : "") + digits
            }
        }
        return uri
    }
}
