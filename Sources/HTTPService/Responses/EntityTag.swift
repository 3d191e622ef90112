internal import HTTPTypes
internal import TagCore

/// A strong validator of an response (RFC 9110, 8.8.3): the size of its content and a checksum.
///
/// Two contents of one size have the same checksum about once in 2⁶⁴. It is worked out for each response, for which SHA-256 would take
/// longer than some queries.
struct EntityTag: Hashable, Sendable {
    /// The validator with its quotes.
    let text: String

    /// The validator of the content in another encoding.
    func text(suffix: String) -> String {
        suffix.isEmpty ? text : "\(text.dropLast())\(suffix)\""
    }

    /// Hashes a content.
    init(of bytes: [UInt8]) {
        // Bytes have no padding between them that nothing has written.
        let checksum = String(unsafe BlockChecksum.of(bytes.span.bytes), radix: 16)
        text = "\"\(checksum)-\(bytes.count)\""
    }

    /// Whether a header field of `If-None-Match` names this content; weak validators count.
    func isNamed(inNoneMatch field: String) -> Bool {
        names(in: field).contains { $0 == "*" || $0 == text || $0 == "W/\(text)" }
    }

    /// Whether a header field of `If-Match` names this content; weak validators never do.
    func isNamed(inMatch field: String) -> Bool {
        names(in: field).contains { $0 == "*" || $0 == text }
    }

    /// The validators in a list; one that was sent with compressed content is that of the plain one with a suffix.
    private func names(in field: String) -> [String] {
        Self.list(field).map { $0.replacing("\(Self.compressedSuffix)\"", with: "\"") }
    }

    /// The suffix before the closing quote for compressed content, which is a different representation.
    static let compressedSuffix = "-gzip"

    /// Splits a list of validators at the commas between their quotes.
    private static func list(_ field: String) -> [String] {
        var names: [String] = [""]
        var isQuoted = false
        for character in field {
            if character == "\"" { isQuoted.toggle() }
            if character == ",", !isQuoted {
                names.append("")
            } else if isQuoted || !character.isWhitespace {
                names[names.count - 1].append(character)
            }
        }
        return names.filter { !$0.isEmpty }
    }
}
