extension ControlSequence {
    /// The key this sequence stands for, as xterm, rxvt, linux and kitty send it; nil for none.
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

    /// The modifiers in a parameter: one more than their bits.
    func modifiers(at index: Int) -> KeyModifiers {
        KeyModifiers(rawValue: UInt8(truncatingIfNeeded: max(parameter(index, default: 1), 1) - 1))
            .intersection([.shift, .alt, .control, .superKey])
    }

    private var tildeKey: KeyEvent? {
        if parameter(0) == 27 {
            return KeyCodes.key(codePoint: parameter(2)).map { KeyEvent($0, modifiers(at: 1)) }
        }
        return KeyCodes.numbered[parameter(0)].map { KeyEvent($0, modifiers(at: 1)) }
    }

    /// The key of rxvt's `CSI 3 $` family, whose final byte tells the modifiers.
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
        guard case .character(let base) = key, let text = kittyText else {
            return KeyEvent(key, held)
        }
        let isShortcutLetter = held.contains(.control) && base.isLetter
        return isShortcutLetter
            ? KeyEvent(key, held) : KeyEvent(.character(text), held.subtracting(.shift))
    }

    /// The character a key produced, where the terminal tells it: associated text, else the shifted key.
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
