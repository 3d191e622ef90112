internal import Foundation
internal import TagCore

/// Percent-encoding of URLs (RFC 3986).
///
/// ```swift
/// let segment = PercentEncoding.segment("sea & sun/rain")  // "sea%20%26%20sun%2Frain"
/// let name = PercentEncoding.decoded("sea%20%26%20sun".utf8)  // "sea & sun"
/// let query = PercentEncoding.parameters("q=by+the&strict")  // [("q", "by the"), ("strict", "")]
/// ```
enum PercentEncoding {
    /// Decodes a part of a path.
    ///
    /// Returns `nil` for invalid UTF-8 or an incomplete escape.
    ///
    /// Foundation's `removingPercentEncoding` would drop a byte order mark at the beginning.
    static func decoded(_ text: some Sequence<UInt8>) -> String? {
        var bytes: [UInt8] = []
        var rest = text.makeIterator()
        while let byte = rest.next() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.next().flatMap(digit), let low = rest.next().flatMap(digit) else { return nil }
            bytes.append(high << 4 | low)
        }
        return String(validating: bytes, as: UTF8.self).map(StreamSafeText.received)
    }

    /// Decodes a query into its parameters.
    ///
    /// Plus signs become spaces.
    ///
    /// Returns `nil` for invalid UTF-8 or an incomplete escape.
    static func parameters(_ query: String) -> [(name: String, value: String)]? {
        let parts = parts(of: query)
        let parameters = parts.compactMap(\.self)
        return parameters.count == parts.count ? parameters : nil
    }

    /// Decodes a query into its parameters, without those that are invalid.
    static func validParameters(_ query: String) -> [(name: String, value: String)] {
        parts(of: query).compactMap(\.self)
    }

    /// Returns each parameter of a query; `nil` for an invalid one.
    private static func parts(of query: String) -> [(name: String, value: String)?] {
        let plain = query.utf8.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
        return plain.split(separator: UInt8(ascii: "&"))
            .map { part in
                let name = part.prefix { $0 != UInt8(ascii: "=") }
                guard let decodedName = decoded(name), let value = decoded(part.dropFirst(name.count + 1)) else {
                    return nil
                }
                return (decodedName, value)
            }
    }

    /// Encodes a name as a single segment of a path.
    static func segment(_ name: String) -> String {
        // Clients and proxies resolve "." and ".." as relative paths.
        if name == "." || name == ".." { return name == "." ? "%2E" : "%2E%2E" }
        return name.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }

    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

    private static func digit(_ byte: UInt8) -> UInt8? {
        Character(Unicode.Scalar(byte)).hexDigitValue.map { UInt8($0) }
    }
}
