internal import HTTPTypes
internal import TagCore

/// A strong validator of a response (RFC 9110, 8.8.3): a checksum and the size of the content.
///
/// Two different contents of the same size have equal checksums with a probability of about 2⁻⁶⁴.
/// It isn't a SHA-256 because computing that for each response would take longer than many queries.
///
/// ```swift
/// let tag = EntityTag(of: Array("{}".utf8))
/// let isKnown = tag.isNamed(inNoneMatch: "\"x\", W/\(tag.text)")  // true
/// let isUnchanged = tag.isNamed(inMatch: "W/\(tag.text)")  // false: a weak validator
/// ```
struct EntityTag: Hashable, Sendable {
    /// The validator, including its quotes.
    let text: String

    /// Returns the validator of the same content in another encoding, marked with a suffix.
    func text(suffix: String) -> String { suffix.isEmpty ? text : "\(text.dropLast())\(suffix)\"" }

    /// Creates the validator of a response's content.
    init(of bytes: [UInt8]) {
        // An array of bytes has no padding, so all of its memory is initialized.
        let checksum = String(unsafe BlockChecksum.of(bytes.span.bytes), radix: 16)
        text = "\"\(checksum)-\(bytes.count)\""
    }

    /// Returns whether the value of `If-None-Match` matches this content.
    ///
    /// Weak validators count.
    func isNamed(inNoneMatch field: String) -> Bool {
        let matching = ["*", text, "W/\(text)"].map { Array($0.utf8) }
        return names(in: field).contains { matching.contains($0) }
    }

    /// Returns whether the value of `If-Match` matches this content.
    ///
    /// Weak validators never match.
    func isNamed(inMatch field: String) -> Bool {
        let matching = ["*", text].map { Array($0.utf8) }
        return names(in: field).contains { matching.contains($0) }
    }

    /// Returns the validators in a header field, without the suffix of compressed content.
    private func names(in field: String) -> [[UInt8]] {
        let suffix = Array("\(Self.compressedSuffix)\"".utf8)
        return Self.list(field)
            .map { name in
                let isCompressed = name.suffix(suffix.count).elementsEqual(suffix)
                return isCompressed ? name.dropLast(suffix.count) + [UInt8(ascii: "\"")] : name
            }
    }

    /// The suffix before the closing quote in the validator of compressed content.
    static let compressedSuffix = "-gzip"

    /// Splits a list of validators at commas, except those inside quotes.
    ///
    /// Validators are compared byte for byte, and characters of a hostile field can be as long as the field.
    private static func list(_ field: String) -> [[UInt8]] {
        var names: [[UInt8]] = [[]]
        var isQuoted = false
        for byte in field.utf8 {
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            if byte == UInt8(ascii: ","), !isQuoted {
                names.append([])
            } else if isQuoted || byte != UInt8(ascii: " ") && byte != UInt8(ascii: "\t") {
                names[names.count - 1].append(byte)
            }
        }
        return names.filter { !$0.isEmpty }
    }
}
