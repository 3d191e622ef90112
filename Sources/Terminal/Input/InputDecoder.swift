/// A parser that turns the bytes of a terminal into events.
///
/// ```swift
/// var decoder = InputDecoder()
/// #expect(decoder.decode("\u{1B}[1;".utf8).isEmpty)
/// #expect(decoder.decode("5C".utf8) == [.key(KeyEvent(.right, .control))])
/// #expect(decoder.decode([0x1B]).isEmpty)
/// #expect(decoder.flush() == [.key(KeyEvent(.escape))])
/// ```
///
/// It doesn't matter how the bytes are divided between reads. The states are those of Paul Flo
/// Williams' parser for output to DEC terminals, extended with the forms that keyboards send: a lone
/// Esc, Alt as a leading Esc, `CSI [ A` of the Linux console and `CSI 3 $` of rxvt. Unknown sequences
/// are dropped.
///
/// Memory is bounded: a control sequence is limited to 1 kB, a string from the terminal to 4 kB,
/// and a paste to `pasteLimit`, after which it arrives in pieces.
package struct InputDecoder: Sendable {
    enum State: Sendable {
        case ground
        case escape
        case controlSequence
        case linuxFunction
        case singleShift
        case legacyMouse
        case string(UInt8)
        case stringEscape(UInt8)
        case paste
    }

    static let sequenceLimit = 1024
    static let stringLimit = 4096

    var state = State.ground
    var isAlt = false
    var buffer: [UInt8] = []
    var expectedCursorReports = 0
    var events: [TerminalEvent] = []
    private var utf8 = UTF8Accumulator()
    private var run = String.UnicodeScalarView()
    private var paste: PasteBuffer
    private let pasteLimit: Int

    /// Creates a decoder at the beginning of a stream.
    ///
    /// - Parameter pasteLimit: The maximum size in bytes of one `paste` event; a longer paste
    ///   becomes several events.
    package init(pasteLimit: Int = 16 << 20) {
        self.pasteLimit = pasteLimit
        paste = PasteBuffer(limit: pasteLimit)
    }

    /// Whether the input ends in an incomplete sequence; call `flush` if nothing follows for a
    /// while.
    package var isPending: Bool {
        switch state {
        case .ground: utf8.isPending
        case .paste: false
        default: true
        }
    }

    /// Makes the decoder read the next cursor report as a reply.
    ///
    /// Without this call, a report from the first row, such as `CSI 1 ; 5 R`, is decoded as F3 with
    /// modifiers.
    package mutating func expectCursorReport() { expectedCursorReports = min(expectedCursorReports + 1, 1000) }

    /// Decodes the bytes of one read and returns the events they complete.
    ///
    /// Ctrl-C aborts a paste whose end never arrives, but only if the user may have pressed it: after
    /// a silence, and alone in its read. Otherwise it's part of the pasted text. Treating it as a key
    /// would turn the rest of the paste into keys, for this program or for the shell after it.
    ///
    /// - Parameters:
    ///   - bytes: The bytes of one read.
    ///   - afterSilence: Whether nothing had arrived for a while before these bytes.
    /// - Returns: The events, in order.
    /// - Complexity: O(*n*) in the number of bytes, over all calls.
    package mutating func decode(_ bytes: some Sequence<UInt8>, afterSilence: Bool = false) -> [TerminalEvent] {
        if afterSilence, case .paste = state, Self.isInterrupt(bytes) { reset() }
        for byte in bytes { consume(byte) }
        return drainEvents()
    }

    /// Returns whether bytes are Ctrl-C and nothing else, in any encoding of the key.
    private static func isInterrupt(_ bytes: some Sequence<UInt8>) -> Bool {
        let start = Array(bytes.prefix(Self.longestInterrupt + 1))
        guard start.count <= Self.longestInterrupt else { return false }
        var decoder = InputDecoder()
        return decoder.decode(start) == [.key(.control("c"))] && !decoder.isPending
    }

    /// An upper bound for the number of bytes that a keyboard protocol uses for one key.
    private static let longestInterrupt = 32

    /// Completes pending input as if nothing followed.
    ///
    /// A lone Esc becomes the Esc key; an incomplete sequence is dropped.
    package mutating func flush() -> [TerminalEvent] {
        let wasPending = isPending
        if utf8.isPending {
            utf8.reset()
            appendScalar("\u{FFFD}")
        }
        switch state {
        case .ground, .paste: break
        case .escape: emit(KeyEvent(.escape, isAlt ? .alt : []))
        case .controlSequence where buffer.isEmpty: emit(.alt("["))
        case .singleShift where buffer.isEmpty: emit(.alt("O"))
        case .string(let introducer) where buffer.isEmpty: emit(.alt(Character(Unicode.Scalar(introducer))))
        default: break
        }
        if wasPending { reset() }
        return drainEvents()
    }

    mutating func consume(_ byte: UInt8) {
        switch state {
        case .ground: consumeGround(byte)
        case .escape: consumeEscape(byte)
        case .controlSequence: consumeControlSequence(byte)
        case .linuxFunction: consumeLinuxFunction(byte)
        case .singleShift: consumeSingleShift(byte)
        case .legacyMouse: consumeLegacyMouse(byte)
        case .string(let introducer): consumeString(byte, introducer)
        case .stringEscape(let introducer): consumeStringEscape(byte, introducer)
        case .paste: consumePaste(byte)
        }
    }

    mutating func reset() {
        state = .ground
        isAlt = false
        buffer.removeAll(keepingCapacity: true)
    }

    mutating func emit(_ event: TerminalEvent) {
        endRun()
        events.append(event)
    }

    mutating func emit(_ key: KeyEvent) { emit(.key(key)) }

    private mutating func drainEvents() -> [TerminalEvent] {
        endRun()
        defer { events.removeAll() }
        return events
    }
}

// MARK: - Text and control characters

extension InputDecoder {
    mutating func consumeGround(_ byte: UInt8) {
        switch utf8.push(byte) {
        case .incomplete: break
        case .scalar(let scalar): consumeScalar(scalar)
        case .invalid: appendReplacement()
        case .truncated:
            appendReplacement()
            consumeGround(byte)
        }
    }

    /// Appends a replacement character for bytes that aren't UTF-8, and drops an Esc before them.
    private mutating func appendReplacement() {
        appendScalar("\u{FFFD}")
        isAlt = false
    }

    private mutating func consumeScalar(_ scalar: Unicode.Scalar) {
        defer { if case .ground = state { isAlt = false } }
        guard !scalar.isASCII else { return consumeASCII(UInt8(truncatingIfNeeded: scalar.value)) }
        guard scalar.value >= 0xA0 else { return }
        guard isAlt else { return appendScalar(scalar) }
        emit(.alt(Character(scalar)))
    }

    private mutating func consumeASCII(_ byte: UInt8) {
        if byte == 0x1B {
            endRun()
            state = .escape
            return
        }
        var key = Self.key(ofASCII: byte)
        if isAlt { key.modifiers.insert(.alt) }
        emit(key)
    }

    private static func key(ofASCII byte: UInt8) -> KeyEvent {
        switch byte {
        case 0x00: .control(" ")
        case 0x09: KeyEvent(.tab)
        case 0x0D: KeyEvent(.enter)
        case 0x01...0x1A: .control(Character(Unicode.Scalar(byte | 0x60)))
        case 0x1B...0x1F: .control(Character(Unicode.Scalar(byte | 0x40)))
        case 0x7F: KeyEvent(.backspace)
        default: KeyEvent(.character(Character(Unicode.Scalar(byte))))
        }
    }

    private mutating func appendScalar(_ scalar: Unicode.Scalar) { run.append(scalar) }

    private mutating func endRun() {
        guard !run.isEmpty else { return }
        events.append(.text(String(run)))
        run = String.UnicodeScalarView()
    }

    mutating func beginPaste() {
        paste = PasteBuffer(limit: pasteLimit)
        state = .paste
    }

    private mutating func consumePaste(_ byte: UInt8) {
        guard case .text(let text, let isLast) = paste.push(byte) else { return }
        emit(.paste(text))
        if isLast { reset() }
    }
}
