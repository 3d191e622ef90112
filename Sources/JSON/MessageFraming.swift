/// How messages are separated in a stream of bytes.
///
/// ```swift
/// let bytes = MessageFraming.contentLength.bytes(of: .result(id: .integer(1), nil))
/// ```
package enum MessageFraming: Hashable, Sendable {
    /// `Content-Length: N` and an empty line precede each message of N bytes, as in LSP.
    case contentLength
    /// One message per line, as in MCP.
    case lines

    /// Returns the bytes of a message, including its header or line end.
    package func bytes(of message: Message) -> [UInt8] {
        let json = message.value.bytes
        return switch self {
        case .contentLength: Array("Content-Length: \(json.count)\r\n\r\n".utf8) + json
        case .lines: json + [0x0A]
        }
    }
}

/// The size limits of incoming messages.
package struct MessageLimits: Hashable, Sendable {
    /// The maximum size of a message in bytes.
    package var size: Int
    /// The maximum nesting depth of lists and objects.
    package var depth: Int
    /// The maximum size of a header in bytes.
    package var header: Int

    /// Creates limits; the defaults are 64 MB, 64 levels and 8 KB.
    package init(size: Int = 64 << 20, depth: Int = 64, header: Int = 1 << 13) {
        self.size = size
        self.depth = depth
        self.header = header
    }
}
