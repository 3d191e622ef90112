extension InputDecoder {
    /// Returns whether a byte can't occur in a sequence.
    ///
    /// Such a byte aborts the sequence and is decoded separately.
    private func abandons(_ byte: UInt8) -> Bool { byte < 0x20 || byte >= 0x7F }

    private mutating func abandon(with byte: UInt8) {
        reset()
        consume(byte)
    }

    mutating func consumeEscape(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "["): state = .controlSequence
        case UInt8(ascii: "O"): state = .singleShift
        case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"): state = .string(byte)
        case 0x1B:
            if isAlt { emit(KeyEvent(.escape)) }
            isAlt = true
        default:
            isAlt = true
            state = .ground
            consumeGround(byte)
        }
    }

    mutating func consumeControlSequence(_ byte: UInt8) {
        if abandons(byte) { return abandon(with: byte) }
        switch byte {
        case UInt8(ascii: "[") where buffer.isEmpty: state = .linuxFunction
        case UInt8(ascii: "M") where buffer.isEmpty: state = .legacyMouse
        case UInt8(ascii: "$") where isNumber(buffer): dispatch(final: byte)
        case 0x40...0x7E: dispatch(final: byte)
        default: if buffer.count < Self.sequenceLimit { buffer.append(byte) }
        }
    }

    private func isNumber(_ bytes: [UInt8]) -> Bool {
        !bytes.isEmpty && bytes.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    /// Ends a control sequence: emits its event or starts a paste.
    private mutating func dispatch(final: UInt8) {
        let sequence = ControlSequence(body: buffer, final: final)
        let isWhole = buffer.count < Self.sequenceLimit
        let held: KeyModifiers = isAlt ? .alt : []
        reset()
        guard isWhole else { return }
        if final == UInt8(ascii: "~"), sequence.marker == nil, sequence.parameter(0) == 200 { return beginPaste() }
        if let event = event(of: sequence, held: held) { emit(event) }
    }

    private mutating func event(of sequence: ControlSequence, held: KeyModifiers) -> TerminalEvent? {
        if expectedCursorReports > 0, let report = sequence.cursorReport {
            expectedCursorReports -= 1
            return .reply(report)
        }
        if var key = sequence.keyEvent {
            key.modifiers.formUnion(held)
            return .key(key)
        }
        if let mouse = sequence.mouseEvent { return .mouse(mouse) }
        if let reply = sequence.reply ?? sequence.cursorReport { return .reply(reply) }
        guard sequence.marker == nil, sequence.parameters.isEmpty else { return nil }
        switch sequence.final {
        case UInt8(ascii: "I"): return .focus(true)
        case UInt8(ascii: "O"): return .focus(false)
        default: return nil
        }
    }

    mutating func consumeLinuxFunction(_ byte: UInt8) {
        if abandons(byte) { return abandon(with: byte) }
        reset()
        guard (UInt8(ascii: "A")...UInt8(ascii: "E")).contains(byte) else { return }
        emit(KeyEvent(.function(Int(byte - UInt8(ascii: "A")) + 1)))
    }

    /// Reads the bytes after `ESC O`: an optional modifier, which old versions of xterm send, and a
    /// letter.
    mutating func consumeSingleShift(_ byte: UInt8) {
        if abandons(byte) { return abandon(with: byte) }
        if (UInt8(ascii: "1")...UInt8(ascii: "8")).contains(byte), buffer.isEmpty {
            buffer.append(byte)
            return
        }
        let bits = buffer.first.map { $0 - UInt8(ascii: "1") } ?? 0
        var held = KeyModifiers(rawValue: bits).intersection([.shift, .alt, .control])
        if isAlt { held.insert(.alt) }
        reset()
        if let key = KeyCodes.lettered[byte] ?? KeyCodes.keypad(byte) {
            emit(KeyEvent(key, held))
        } else if let key = KeyCodes.lettered[byte & 0xDF] {
            emit(KeyEvent(key, held.union(.control)))
        }
    }

    /// Reads the three bytes of the X10 mouse encoding, which is limited to 223 columns and rows.
    mutating func consumeLegacyMouse(_ byte: UInt8) {
        guard byte >= 0x20 else { return abandon(with: byte) }
        buffer.append(byte)
        guard buffer.count == 3 else { return }
        let code = Int(buffer[0]) - 32
        let position = CellPosition(row: max(Int(buffer[2]) - 33, 0), column: max(Int(buffer[1]) - 33, 0))
        reset()
        if let mouse = MouseEvent(code: code, isRelease: false, at: position) { emit(.mouse(mouse)) }
    }

    mutating func consumeString(_ byte: UInt8, _ introducer: UInt8) {
        switch byte {
        case 0x07: endString(introducer)
        case 0x18, 0x1A: reset()
        case 0x1B: state = .stringEscape(introducer)
        default: if buffer.count < Self.stringLimit { buffer.append(byte) }
        }
    }

    mutating func consumeStringEscape(_ byte: UInt8, _ introducer: UInt8) {
        if byte == UInt8(ascii: "\\") { return endString(introducer) }
        reset()
        state = .escape
        consumeEscape(byte)
    }

    private mutating func endString(_ introducer: UInt8) {
        let body = String(decoding: buffer, as: UTF8.self)
        let isWhole = buffer.count < Self.stringLimit
        reset()
        guard isWhole else { return }
        if introducer == UInt8(ascii: "P"), body.hasPrefix(">|") {
            emit(.reply(.version(String(body.dropFirst(2)))))
        } else if introducer == UInt8(ascii: "]") {
            let parts = body.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
            guard let code = parts.first.flatMap({ Int($0) }) else { return }
            emit(.reply(.operatingSystemCommand(code, parts.count > 1 ? String(parts[1]) : "")))
        }
    }
}
