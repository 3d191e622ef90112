internal import HTTPTypes
internal import TagService

/// A strong validator of an answer (RFC 9110, 8.8.3): the SHA-256 of its content.
struct EntityTag: Hashable, Sendable {
    /// The validator with its quotes.
    let text: String

    /// The validator of the content in another encoding.
    func text(suffix: String) -> String {
        suffix.isEmpty ? text : "\(text.dropLast())\(suffix)\""
    }

    /// Hashes a content.
    init(of bytes: [UInt8]) throws {
        let quote = UInt8(ascii: "\"")
        var letters = [quote]
        letters.reserveCapacity(34)
        for byte in try SHA256.digest(of: bytes).prefix(16) {
            letters.append(Self.digit(byte >> 4))
            letters.append(Self.digit(byte & 0xF))
        }
        letters.append(quote)
        text = String(decoding: letters, as: UTF8.self)
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

    /// What is put before the closing quote where the content is compressed, which is another representation.
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

    /// A hexadecimal digit in ASCII.
    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
}
