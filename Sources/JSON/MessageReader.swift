internal import TagCore

/// Splits a stream of bytes into messages.
///
/// An invalid message is reported as an error, and reading continues with the next message. Reading stops only if a
/// header is too long, because the start of the next message is then unknown.
///
/// ```swift
/// var reader = MessageReader(.lines)
/// reader.append(Array(#"{"jsonrpc":"2.0","method":"exit"}"#.utf8) + [0x0A])
/// while let item = reader.next() { handle(item) }
/// ```
package struct MessageReader: Sendable {
    /// A message or an error.
    package enum Item: Hashable, Sendable {
        /// A valid message.
        case message(Message)
        /// Input that isn't a valid message.
        case error(MessageError)
    }

    private enum Stage: Equatable {
        /// Before a header or a line.
        case start
        /// Before a message of the given size in bytes.
        case body(Int)
        /// Inside a message that is too long, with the given number of bytes left to skip.
        case skippedBody(Int)
        /// Inside a line that is too long.
        case skippedLine
        /// After a header that was too long; nothing more can be read.
        case broken
    }

    private let framing: MessageFraming
    private let limits: MessageLimits
    private var buffer: [UInt8] = []
    /// The index of the first unread byte.
    private var start = 0
    /// The end of the part of the buffer that was searched for a line end.
    private var searched = 0
    private var stage = Stage.start
    private var hasEnded = false

    /// Creates a reader for a framing.
    package init(_ framing: MessageFraming, limits: MessageLimits = MessageLimits()) {
        self.framing = framing
        self.limits = limits
    }

    /// Whether the stream can't be read any further.
    package var isBroken: Bool { stage == .broken }

    /// Appends received bytes.
    ///
    /// - Complexity: O(*n*) amortized in the number of bytes.
    package mutating func append(_ bytes: [UInt8]) {
        guard stage != .broken else { return }
        if start > 0, start >= buffer.count / 2 {
            buffer.removeSubrange(..<start)
            searched -= start
            start = 0
        }
        buffer += bytes
    }

    /// Marks the end of the stream, so that the last line doesn't need a line end.
    package mutating func finish() { hasEnded = true }

    /// Returns the next message or error, or nil until more bytes are appended.
    package mutating func next() -> Item? {
        while true {
            let hadBytes = buffer.count - start
            let stageBefore = stage
            let item =
                switch framing {
                case .contentLength: nextByLength()
                case .lines: nextLine()
                }
            if let item { return item }
            guard buffer.count - start != hadBytes || stage != stageBefore else { return nil }
        }
    }

    private mutating func take(_ count: Int) -> ArraySlice<UInt8> {
        defer {
            start += count
            searched = start
        }
        return buffer[start..<start + count]
    }

    private func item(_ bytes: ArraySlice<UInt8>) -> Item {
        do throws(JSONSyntaxError) {
            // An editor refers to its documents, which are members named 'text', by positions.
            let rules = JSONRules.messages(depth: limits.depth, exactMember: framing == .contentLength ? "text" : nil)
            let value = try JSONValue(bytes, rules)
            do throws(MessageError) { return .message(try Message(value)) } catch { return .error(error) }
        } catch { return .error(MessageError(.parseError("invalid JSON at byte \(error.offset): \(error.message)"))) }
    }

    private var tooLong: Item {
        .error(MessageError(.invalidRequest("message too long; at most \(limits.size) bytes")))
    }

    // MARK: Lines

    private mutating func nextLine() -> Item? {
        let end = buffer[searched...].firstIndex(of: 0x0A)
        searched = end ?? buffer.count
        let isLast = end == nil && hasEnded && start < buffer.count
        if stage == .skippedLine {
            _ = take((end.map { $0 + 1 } ?? buffer.count) - start)
            if end != nil { stage = .start }
            return nil
        }
        guard (end ?? buffer.count) - start <= limits.size else {
            stage = .skippedLine
            return tooLong
        }
        guard end != nil || isLast else { return nil }
        let line = take((end ?? buffer.count) - start)
        if end != nil { _ = take(1) }
        let isBlank = line.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
        return isBlank ? nil : item(line)
    }

    // MARK: Headers

    private mutating func nextByLength() -> Item? {
        switch stage {
        case .start: return header()
        case .body(let length):
            guard buffer.count - start >= length else { return nil }
            stage = .start
            return item(take(length))
        case .skippedBody(let length):
            let count = min(length, buffer.count - start)
            _ = take(count)
            stage = count == length ? .start : .skippedBody(length - count)
            return nil
        case .skippedLine, .broken: return nil
        }
    }

    /// Reads a header and returns an error if it's invalid.
    private mutating func header() -> Item? {
        guard let end = endOfHeader() else {
            guard buffer.count - start > limits.header else { return nil }
            stage = .broken
            buffer = []
            (start, searched) = (0, 0)
            return .error(
                MessageError(.parseError("missing header 'Content-Length'; the rest of the input is ignored")))
        }
        let lines = take(end - start).split(separator: 0x0A)
        guard let length = Self.length(in: lines) else {
            return .error(MessageError(.parseError("missing header 'Content-Length: N'")))
        }
        stage = length > limits.size ? .skippedBody(length) : .body(length)
        return length > limits.size ? tooLong : nil
    }

    /// Returns the index after the empty line that ends a header.
    private mutating func endOfHeader() -> Int? {
        while let end = buffer[searched...].firstIndex(of: 0x0A) {
            let lineStart = buffer[start..<end].lastIndex(of: 0x0A).map { $0 + 1 } ?? start
            searched = end + 1
            let line = buffer[lineStart..<end]
            if line.isEmpty || line.elementsEqual([0x0D]) { return end + 1 }
            if end - start > limits.header { return nil }
        }
        searched = buffer.count
        return nil
    }

    private static func length(in lines: [ArraySlice<UInt8>]) -> Int? {
        for line in lines {
            let text = StreamSafeText.received(String(decoding: line, as: UTF8.self))
            guard let colon = text.firstIndex(of: ":"), text[..<colon].lowercased() == "content-length" else {
                continue
            }
            let digits = text[text.index(after: colon)...]
                .filter { $0 != " " && $0 != "\t" && $0 != "\r" && $0 != "\r\n" }
            guard let length = Int(digits), length >= 0, digits.allSatisfy(\.isNumber) else { return nil }
            return length
        }
        return nil
    }
}
