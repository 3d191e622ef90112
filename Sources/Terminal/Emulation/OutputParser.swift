/// Splits what a program sends to a terminal into instructions.
struct OutputParser: Sendable {
    enum Instruction {
        case print(Unicode.Scalar)
        case control(UInt8)
        case escape(UInt8)
        case sequence(ControlSequence)
        case unrecognized(String)
    }

    private enum State: Sendable {
        case ground
        case escape
        case sequence
        case string
        case stringEscape
    }

    private var state = State.ground
    private var buffer: [UInt8] = []
    private var utf8 = UTF8Accumulator()

    /// Takes a byte; gives an instruction when one is complete.
    mutating func push(_ byte: UInt8) -> Instruction? {
        switch state {
        case .ground: return pushGround(byte)
        case .escape: return pushEscape(byte)
        case .sequence: return pushSequence(byte)
        case .string: return pushString(byte)
        case .stringEscape:
            state = .ground
            return byte == UInt8(ascii: "\\") ? nil : pushEscape(byte)
        }
    }

    private mutating func pushGround(_ byte: UInt8) -> Instruction? {
        switch utf8.push(byte) {
        case .incomplete: return nil
        case .invalid: return .print("\u{FFFD}")
        case .truncated: return pushGround(byte)
        case .scalar(let scalar):
            if byte == 0x1B {
                state = .escape
                return nil
            }
            return scalar.value < 0x20 || byte == 0x7F ? .control(byte) : .print(scalar)
        }
    }

    private mutating func pushEscape(_ byte: UInt8) -> Instruction? {
        buffer.removeAll(keepingCapacity: true)
        switch byte {
        case UInt8(ascii: "["): state = .sequence
        case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"): state = .string
        case 0x1B: state = .escape
        default:
            state = .ground
            return .escape(byte)
        }
        return nil
    }

    private mutating func pushSequence(_ byte: UInt8) -> Instruction? {
        switch byte {
        case 0x20...0x3F:
            if buffer.count < 256 { buffer.append(byte) }
            return nil
        case 0x40...0x7E:
            state = .ground
            return .sequence(ControlSequence(body: buffer, final: byte))
        case 0x1B:
            state = .escape
            return .unrecognized("torn sequence")
        default:
            state = .ground
            return .unrecognized("byte \(byte) in a sequence")
        }
    }

    private mutating func pushString(_ byte: UInt8) -> Instruction? {
        if byte == 0x07 { state = .ground }
        if byte == 0x1B { state = .stringEscape }
        return nil
    }
}
