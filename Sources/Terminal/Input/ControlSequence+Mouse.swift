extension ControlSequence {
    /// The mouse event of an SGR report, `CSI < button ; column ; row M` or `m`; nil for anything else.
    var mouseEvent: MouseEvent? {
        let isRelease = final == UInt8(ascii: "m")
        guard marker == UInt8(ascii: "<"), final == UInt8(ascii: "M") || isRelease,
            parameters.count == 3
        else { return nil }
        let position = CellPosition(
            row: max(parameter(2, default: 1) - 1, 0),
            column: max(parameter(1, default: 1) - 1, 0)
        )
        return MouseEvent(code: parameter(0), isRelease: isRelease, at: position)
    }
}

extension MouseEvent {
    /// Reads xterm's button code: two bits of button, three of modifiers, motion, and two of further buttons.
    init?(code: Int, isRelease: Bool, at position: CellPosition) {
        guard (0..<256).contains(code),
            let action = Self.action(code: code, isRelease: isRelease)
        else { return nil }
        var held: KeyModifiers = []
        if code & 4 != 0 { held.insert(.shift) }
        if code & 8 != 0 { held.insert(.alt) }
        if code & 16 != 0 { held.insert(.control) }
        self.init(action, at: position, held)
    }

    private static func action(code: Int, isRelease: Bool) -> Action? {
        let low = code & 3
        if code & 0b1100_0000 == 64 {
            return isRelease ? nil : [.wheelUp, .wheelDown, .wheelLeft, .wheelRight][low]
        }
        let button: Button? =
            code & 128 != 0 ? .other(8 + low) : [Button.left, .middle, .right, nil][low]
        if isRelease { return .release(button) }
        if code & 32 != 0 { return button.map { .drag($0) } ?? .move }
        return button.map { .press($0) } ?? .release(nil)
    }
}
