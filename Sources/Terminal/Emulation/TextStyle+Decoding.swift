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
            case 23, 24, 27, 29:
                style.attributes.remove(Attributes(rawValue: 1 << (number - 20)))
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
