@testable import Terminal

/// Splits a program's output into instructions.
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

extension TextStyle {
    /// The style after an SGR sequence; parameters that are not known change nothing.
    func applying(_ sequence: ControlSequence) -> TextStyle {
        var style = self
        var numbers = sequence.numbers[...]
        if numbers.isEmpty { return .plain }
        while let number = numbers.popFirst() {
            switch number {
            case 0: style = .plain
            case 1, 2, 3, 4, 7, 9: style.attributes.insert(Attributes(rawValue: 1 << number))
            case 22: style.attributes.subtract([.bold, .dim])
            case 23, 24, 27, 29: style.attributes.remove(Attributes(rawValue: 1 << (number - 20)))
            default: style.applyColor(number, &numbers)
            }
        }
        return style
    }

    private mutating func applyColor(_ number: Int, _ rest: inout ArraySlice<Int>) {
        let isBackground = (40...49).contains(number) || (100...107).contains(number)
        guard let color = Self.color(number, &rest) else { return }
        if isBackground { background = color } else { foreground = color }
    }

    private static func color(_ number: Int, _ rest: inout ArraySlice<Int>) -> TerminalColor? {
        switch number {
        case 30...37, 40...47: return .palette(UInt8(clamping: number % 10))
        case 90...97, 100...107: return .palette(UInt8(clamping: number % 10 + 8))
        case 39, 49: return .standard
        case 38, 48:
            switch rest.popFirst() {
            case 5: return rest.popFirst().map { .palette(UInt8(clamping: $0)) }
            case 2:
                let parts = (0..<3).map { _ in UInt8(clamping: rest.popFirst() ?? 0) }
                return .rgb(parts[0], parts[1], parts[2])
            default: return nil
            }
        default: return nil
        }
    }
}
