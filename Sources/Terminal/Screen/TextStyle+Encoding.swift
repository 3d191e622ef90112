extension TextStyle {
    /// The style as a terminal of this depth shows it.
    func reduced(to depth: ColorDepth) -> TextStyle {
        TextStyle(
            foreground: foreground.reduced(to: depth),
            background: background.reduced(to: depth),
            attributes: attributes
        )
    }

    /// The SGR parameters that lead from another style to this one; empty where they are equal.
    ///
    /// Attributes are taken away by starting over, which is shorter than their several codes.
    func parameters(from other: TextStyle) -> [Int] {
        guard self != other else { return [] }
        guard self != .plain else { return [0] }
        guard attributes.isSuperset(of: other.attributes) else {
            return [0] + parameters(from: .plain)
        }
        var codes: [Int] = []
        let added = attributes.subtracting(other.attributes)
        for code in 1...9 where added.rawValue & 1 << code != 0 { codes.append(code) }
        if foreground != other.foreground { codes += foreground.parameters(base: 30) }
        if background != other.background { codes += background.parameters(base: 40) }
        return codes
    }
}

extension TerminalColor {
    /// The SGR parameters of the color: `base` is 30 for text and 40 for the background.
    fileprivate func parameters(base: Int) -> [Int] {
        switch self {
        case .standard: [base + 9]
        case .palette(let index) where index < 8: [base + Int(index)]
        case .palette(let index) where index < 16: [base + 60 + Int(index) - 8]
        case .palette(let index): [base + 8, 5, Int(index)]
        case .rgb(let red, let green, let blue): [base + 8, 2, Int(red), Int(green), Int(blue)]
        }
    }
}
