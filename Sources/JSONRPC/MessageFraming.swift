internal import JSON

/// How messages are told apart in a stream of bytes.
package enum MessageFraming: Hashable, Sendable {
    /// A header `Content-Length: N` and an empty line stand before each message of N bytes.
    case contentLength
    /// Each message is a line.
    case lines

    /// The bytes of a message.
    package func bytes(of message: Message) -> [UInt8] {
        let json = message.value.bytes
        return switch self {
        case .contentLength: Array("Content-Length: \(json.count)\r\n\r\n".utf8) + json
        case .lines: json + [0x0A]
        }
    }
}

/// What a reader takes before it gives up on a message.
package struct MessageLimits: Hashable, Sendable {
    /// The most bytes of a message.
    package var size: Int
    /// How many lists and objects may stand in one another.
    package var depth: Int
    /// The most bytes of a header.
    package var header: Int

    /// Limits; by default 64 MB, 64 levels and 8 KB.
    package init(size: Int = 64 << 20, depth: Int = 64, header: Int = 1 << 13) {
        self.size = size
        self.depth = depth
        self.header = header
    }
}
