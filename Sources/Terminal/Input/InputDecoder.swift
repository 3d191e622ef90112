/// Turns a terminal's bytes into events, however reads split them.
///
/// The states are those of Paul Flo Williams' parser for DEC terminals, adapted from output to input, with what
/// keyboards add: a lone Esc, Alt as a leading Esc, linux's `CSI [ A` and rxvt's `CSI 3 $`. Bytes that
/// mean nothing are dropped. Memory stays bounded: a control sequence is held to 1 kB, a string the
/// terminal sends to 4 kB, and a paste to `pasteLimit`, after which it arrives in pieces.
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

    /// Makes a decoder at the beginning of a stream.
    ///
    /// - Parameter pasteLimit: the most bytes of a paste that are held before it is handed on in part.
    package init(pasteLimit: Int = 16 << 20) {
        self.pasteLimit = pasteLimit
        paste = PasteBuffer(limit: pasteLimit)
    }

    /// Whether bytes wait that only time can settle: call `flush` when nothing follows for a while.
    package var isPending: Bool {
        switch state {
        case .ground: utf8.isPending
        case .paste: false
        default: true
        }
    }

    /// Makes the decoder expect a report of the cursor's position.
    ///
    /// The answer, `CSI 1 ; 5 R`, is else taken for F3 with modifiers when it comes from the first row.
    package mutating func expectCursorReport() {
        expectedCursorReports = min(expectedCursorReports + 1, 1000)
    }

    /// Takes bytes as they came and returns the events they complete.
    ///
    /// A paste whose end never comes is left by Ctrl-C, and only by a Ctrl-C that a person can have pressed: after a
    /// silence, with nothing else in the same read. One within the stream of a paste is part of it. Were that taken for
    /// the key, the rest of the paste would be taken for keys too, by this program or by the shell after it.
    ///
    /// - Parameters:
    ///   - bytes: the bytes of one read.
    ///   - afterSilence: whether nothing had come for a while before them.
    /// - Returns: the events, in order.
    /// - Complexity: O(*n*) in the number of bytes, over all calls.
    package mutating func decode(
        _ bytes: some Sequence<UInt8>,
        afterSilence: Bool = false
    ) -> [TerminalEvent] {
        if afterSilence, case .paste = state, Self.isInterrupt(bytes) { reset() }
        for byte in bytes { consume(byte) }
        return drainEvents()
    }

    /// Whether bytes are Ctrl-C and nothing else, in whichever way the keyboard sends it.
    private static func isInterrupt(_ bytes: some Sequence<UInt8>) -> Bool {
        let start = Array(bytes.prefix(Self.longestInterrupt + 1))
        guard start.count <= Self.longestInterrupt else { return false }
        var decoder = InputDecoder()
        return decoder.decode(start) == [.key(.control("c"))] && !decoder.isPending
    }

    /// More bytes than any keyboard protocol takes for one key.
    private static let longestInterrupt = 32

    /// Completes pending input as if nothing could follow: a lone Esc is the Esc key, an incomplete sequence is dropped.
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
        case .string(let introducer) where buffer.isEmpty:
            emit(.alt(Character(Unicode.Scalar(introducer))))
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

    /// Appends a replacement character for bytes that are not UTF-8, and drops an Esc before them.
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
