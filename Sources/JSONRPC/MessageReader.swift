internal import JSON

/// Cuts a stream of bytes into messages.
///
/// No bytes stop it: a message that cannot be read is told, and the next one is looked for. Only a header without an end makes
/// the rest unreadable, since nothing says where a message begins then.
package struct MessageReader: Sendable {
    /// What was found.
    package enum Item: Hashable, Sendable {
        /// A message.
        case message(Message)
        /// Bytes that are none.
        case fault(MessageError)
    }

    private enum Stage: Equatable {
        /// A header, or a line.
        case start
        /// A message of a length.
        case body(Int)
        /// The rest of a message that is too long: so many bytes.
        case skippedBody(Int)
        /// The rest of a line that is too long.
        case skippedLine
        /// Nothing can be read any more.
        case broken
    }

    private let framing: MessageFraming
    private let limits: MessageLimits
    private var buffer: [UInt8] = []
    /// Where what was not read yet begins.
    private var start = 0
    /// Up to where the end of a line was looked for.
    private var searched = 0
    private var stage = Stage.start
    private var hasEnded = false

    /// Creates a reader of a framing.
    package init(_ framing: MessageFraming, limits: MessageLimits = MessageLimits()) {
        self.framing = framing
        self.limits = limits
    }

    /// Whether nothing that comes can be read any more.
    package var isBroken: Bool { stage == .broken }

    /// Adds bytes.
    ///
    /// - Complexity: amortised linear in the bytes.
    package mutating func append(_ bytes: [UInt8]) {
        guard stage != .broken else { return }
        if start > 0, start >= buffer.count / 2 {
            buffer.removeSubrange(..<start)
            searched -= start
            start = 0
        }
        buffer += bytes
    }

    /// Says that no more bytes come, so that a last line needs no end.
    package mutating func finish() {
        hasEnded = true
    }

    /// The next message or fault; `nil` until more bytes come.
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
            let value = try JSONValue(bytes, .messages(depth: limits.depth))
            do throws(MessageError) {
                return .message(try Message(value))
            } catch {
                return .fault(error)
            }
        } catch {
            return .fault(
                MessageError(.parseError("no JSON at byte \(error.offset): \(error.problem)"))
            )
        }
    }

    private var tooLong: Item {
        .fault(MessageError(.invalidRequest("a message has at most \(limits.size) bytes")))
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

    /// Reads a header; an item if something is wrong with it.
    private mutating func header() -> Item? {
        guard let end = endOfHeader() else {
            guard buffer.count - start > limits.header else { return nil }
            stage = .broken
            buffer = []
            (start, searched) = (0, 0)
            return .fault(
                MessageError(
                    .parseError("a header 'Content-Length' is missing; nothing more is read")
                )
            )
        }
        let lines = take(end - start).split(separator: 0x0A)
        guard let length = Self.length(in: lines) else {
            return .fault(MessageError(.parseError("a header 'Content-Length: N' is missing")))
        }
        stage = length > limits.size ? .skippedBody(length) : .body(length)
        return length > limits.size ? tooLong : nil
    }

    /// Where the empty line behind a header ends.
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
            let text = String(decoding: line, as: UTF8.self)
            guard let colon = text.firstIndex(of: ":"),
                text[..<colon].lowercased() == "content-length"
            else { continue }
            let digits = text[text.index(after: colon)...]
                .filter { $0 != " " && $0 != "\t" && $0 != "\r" && $0 != "\r\n" }
            guard let length = Int(digits), length >= 0, digits.allSatisfy(\.isNumber) else {
                return nil
            }
            return length
        }
        return nil
    }
}
