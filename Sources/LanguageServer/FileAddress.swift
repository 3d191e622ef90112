/// The address of a file, `file:///a%20b`, as editors name documents.
enum FileAddress {
    /// The path of an address; `nil` for one that is no file's.
    static func path(of address: String) -> String? {
        guard address.lowercased().hasPrefix("file://") else { return nil }
        let rest = address.dropFirst("file://".count)
        // A host may stand in front of the path: none, or this machine.
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
            guard digits.utf8.count == 2, let value = UInt8(digits, radix: 16), value != 0 else {
                return nil
            }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    /// The address of an absolute path.
    static func address(of path: String) -> String {
        var address = "file://"
        for byte in path.utf8 {
            let isPlain =
                byte < 0x80
                && (byte & 0xDF >= 0x41 && byte & 0xDF <= 0x5A
                    || byte >= 0x30 && byte <= 0x39 || "/-._~".utf8.contains(byte))
            if isPlain {
                address.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                address += "%" + (digits.count == 1 ? "0" : "") + digits
            }
        }
        return address
    }
}
