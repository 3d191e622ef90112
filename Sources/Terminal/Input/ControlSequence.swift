/// A parsed control sequence: `ESC [`, parameters, intermediates, a final byte.
///
/// ```swift
/// let sequence = ControlSequence(body: "1;5".utf8, final: UInt8(ascii: "C"))
/// #expect(sequence.parameters == [[1], [5]])
/// #expect(sequence.keyEvent == KeyEvent(.right, .control))
/// ```
struct ControlSequence {
    /// The private marker before the parameters: `?`, `<`, `=` or `>`.
    var marker: UInt8?
    /// The parameters, each split into its colon-separated parts; an empty part is nil.
    var parameters: [[Int?]] = []
    /// The bytes between the parameters and the final one.
    var intermediates: [UInt8] = []
    /// The byte that ends the sequence and identifies it.
    var final: UInt8

    /// The maximum value of a parameter; larger numbers are clamped.
    static let largestParameter = 0x10_FFFF

    /// Parses the bytes between `ESC [` and the final byte; any bytes are accepted.
    ///
    /// - Complexity: O(*n*) in the number of bytes.
    init(body: some Sequence<UInt8>, final: UInt8) {
        self.final = final
        var parts: [Int?] = [nil]
        var sawParameter = false
        for byte in body {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                sawParameter = true
                let digit = Int(byte - UInt8(ascii: "0"))
                let number = (parts[parts.count - 1] ?? 0) * 10 + digit
                parts[parts.count - 1] = min(number, Self.largestParameter)
            case UInt8(ascii: ":"):
                sawParameter = true
                parts.append(nil)
            case UInt8(ascii: ";"):
                sawParameter = true
                parameters.append(parts)
                parts = [nil]
            case UInt8(ascii: "<")...UInt8(ascii: "?"): marker = byte
            default: intermediates.append(byte)
            }
        }
        if sawParameter { parameters.append(parts) }
    }

    /// Returns the first part of a parameter, or the default if it's absent or empty.
    func parameter(_ index: Int, default standard: Int = 0) -> Int {
        guard index < parameters.count else { return standard }
        return parameters[index].first.flatMap { $0 } ?? standard
    }

    /// Returns a part of a parameter, or nil if it's absent or empty.
    func part(_ index: Int, _ part: Int) -> Int? {
        guard index < parameters.count, part < parameters[index].count else { return nil }
        return parameters[index][part]
    }

    /// The first part of each parameter, with 0 for empty parts.
    var numbers: [Int] { parameters.indices.map { parameter($0) } }
}

extension ControlSequence {
    /// The key that xterm, rxvt, the Linux console or kitty encodes as this sequence, or nil.
    var keyEvent: KeyEvent? {
        guard marker == nil else { return nil }
        switch final {
        case UInt8(ascii: "~"): return tildeKey
        case UInt8(ascii: "$"), UInt8(ascii: "^"), UInt8(ascii: "@"): return rxvtKey
        case UInt8(ascii: "u"): return kittyKey
        case UInt8(ascii: "Z"): return KeyEvent(.tab, modifiers(at: 1).union(.shift))
        default: return letterKey
        }
    }

    /// Returns the modifiers in a parameter.
    ///
    /// Its value is the modifiers' bits plus one.
    func modifiers(at index: Int) -> KeyModifiers {
        KeyModifiers(rawValue: UInt8(truncatingIfNeeded: max(parameter(index, default: 1), 1) - 1))
            .intersection([.shift, .alt, .control, .superKey])
    }

    private var tildeKey: KeyEvent? {
        if parameter(0) == 27 { return KeyCodes.key(codePoint: parameter(2)).map { KeyEvent($0, modifiers(at: 1)) } }
        return KeyCodes.numbered[parameter(0)].map { KeyEvent($0, modifiers(at: 1)) }
    }

    /// The key of rxvt's `CSI 3 $` family, whose final byte encodes the modifiers.
    private var rxvtKey: KeyEvent? {
        let held: KeyModifiers =
            switch final {
            case UInt8(ascii: "$"): .shift
            case UInt8(ascii: "^"): .control
            default: [.control, .shift]
            }
        return KeyCodes.numbered[parameter(0)].map { KeyEvent($0, held) }
    }

    private var kittyKey: KeyEvent? {
        let isRelease = part(1, 1) == 3
        guard !isRelease, let key = KeyCodes.key(codePoint: parameter(0)) else { return nil }
        let held = modifiers(at: 1)
        guard case .character(let base) = key, let text = kittyText else { return KeyEvent(key, held) }
        let isShortcutLetter = held.contains(.control) && base.isLetter
        return isShortcutLetter ? KeyEvent(key, held) : KeyEvent(.character(text), held.subtracting(.shift))
    }

    /// The character that a key produced, if the terminal reports it.
    ///
    /// This is the associated text, or the shifted key if there is no associated text.
    private var kittyText: Character? {
        let shifted = modifiers(at: 1).contains(.shift) ? part(0, 1) : nil
        guard let code = part(2, 0) ?? shifted, code >= 0x20 else { return nil }
        return Unicode.Scalar(UInt32(clamping: code)).map(Character.init)
    }

    private var letterKey: KeyEvent? {
        if let key = KeyCodes.lettered[final] {
            let isKeyShape = parameters.count <= 2 && parameter(0, default: 1) == 1
            return isKeyShape ? KeyEvent(key, modifiers(at: 1)) : nil
        }
        guard parameters.isEmpty, let key = KeyCodes.lettered[final & 0xDF],
            (UInt8(ascii: "a")...UInt8(ascii: "d")).contains(final)
        else { return nil }
        return KeyEvent(key, .shift)
    }
}

extension ControlSequence {
    /// The mouse event of an SGR report, `CSI < button ; column ; row M` or `m`; nil for any other
    /// sequence.
    var mouseEvent: MouseEvent? {
        let isRelease = final == UInt8(ascii: "m")
        guard marker == UInt8(ascii: "<"), final == UInt8(ascii: "M") || isRelease, parameters.count == 3 else {
            return nil
        }
        let position = CellPosition(
            row: max(parameter(2, default: 1) - 1, 0), column: max(parameter(1, default: 1) - 1, 0))
        return MouseEvent(code: parameter(0), isRelease: isRelease, at: position)
    }
}

extension MouseEvent {
    /// Decodes xterm's button code.
    ///
    /// From the lowest bit: two bits for the button, three for modifiers, one for motion, and two
    /// for the wheel and further buttons.
    init?(code: Int, isRelease: Bool, at position: CellPosition) {
        guard (0..<256).contains(code), let action = Self.action(code: code, isRelease: isRelease) else { return nil }
        var held: KeyModifiers = []
        if code & 4 != 0 { held.insert(.shift) }
        if code & 8 != 0 { held.insert(.alt) }
        if code & 16 != 0 { held.insert(.control) }
        self.init(action, at: position, held)
    }

    private static func action(code: Int, isRelease: Bool) -> Action? {
        let low = code & 3
        if code & 0b1100_0000 == 64 { return isRelease ? nil : [.wheelUp, .wheelDown, .wheelLeft, .wheelRight][low] }
        let button: Button? = code & 128 != 0 ? .other(8 + low) : [Button.left, .middle, .right, nil][low]
        if isRelease { return .release(button) }
        if code & 32 != 0 { return button.map { .drag($0) } ?? .move }
        return button.map { .press($0) } ?? .release(nil)
    }
}

extension ControlSequence {
    /// The terminal's reply in this sequence, or nil.
    ///
    /// Doesn't include a cursor report without a marker, because it could also be F3 with modifiers;
    /// see `cursorReport`.
    var reply: TerminalReply? {
        switch (marker, final) {
        case (UInt8(ascii: "?"), UInt8(ascii: "c")): .deviceAttributes(numbers)
        case (UInt8(ascii: ">"), UInt8(ascii: "c")): .secondaryDeviceAttributes(numbers)
        case (UInt8(ascii: "?"), UInt8(ascii: "u")): .keyboardFlags(parameter(0))
        case (UInt8(ascii: "?"), UInt8(ascii: "R")): cursorReport
        case (UInt8(ascii: "?"), UInt8(ascii: "y")) where intermediates == [UInt8(ascii: "$")]:
            .mode(parameter(0), state: parameter(1))
        case (nil, UInt8(ascii: "t")) where parameter(0) == 8:
            .textAreaSize(CellSize(columns: parameter(2), rows: parameter(1)))
        default: nil
        }
    }

    /// The cursor's position, if the sequence has the form `CSI row ; column R`.
    var cursorReport: TerminalReply? {
        guard final == UInt8(ascii: "R"), parameters.count >= 2 else { return nil }
        return .cursorPosition(CellPosition(row: max(parameter(0), 1) - 1, column: max(parameter(1), 1) - 1))
    }
}
