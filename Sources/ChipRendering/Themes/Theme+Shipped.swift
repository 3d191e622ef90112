extension Theme {
    /// The names of the themes that come with the program.
    public static let shippedNames = ["light", "dark", "print"]

    /// The shipped theme of a name; `nil` where there is none.
    public init?(named name: String) {
        switch name {
        case "light": self = .light
        case "dark": self = .dark
        case "print": self = .print
        default: return nil
        }
    }

    /// Dark text on white, selected chips in blue.
    public static let light = Theme(
        background: ThemeColor(0xFFFFFF),
        chip: ChipPaint(0xF3F5F8, border: 0xD3D9E2, text: 0x2B3440),
        selected: ChipPaint(0x2457D6, border: 0x1B45B4, text: 0xFFFFFF)
    )

    /// Light text on near black, selected chips in light blue.
    public static let dark = Theme(
        background: ThemeColor(0x14171C),
        chip: ChipPaint(0x232830, border: 0x3B434F, text: 0xD6DCE5),
        selected: ChipPaint(0x8DB2FF, border: 0xB9D0FF, text: 0x0B1630)
    )

    /// Black on white with little ink: a selected chip has a heavy border.
    public static let print = Theme(
        background: nil,
        chip: ChipPaint(0xFFFFFF, border: 0x8C8C8C, borderWidth: 0.75, text: 0x1A1A1A),
        selected: ChipPaint(0xFFFFFF, border: 0x000000, borderWidth: 2, text: 0x000000)
    )

    /// A theme of these colours, with the distances that all shipped themes share.
    private init(background: ThemeColor?, chip: ChipPaint, selected: ChipPaint) {
        self.init(
            font: "Noto Sans, Sans 15",
            background: background,
            chip: chip,
            selected: selected,
            radius: nil,
            padding: ChipPadding(horizontal: 12, vertical: 2.5),
            lineHeight: 1.8,
            markSize: 11,
            markSpacing: 6,
            spacing: 8,
            lineSpacing: 8,
            margin: 16
        )
    }
}

extension ChipPaint {
    fileprivate init(_ fill: UInt32, border: UInt32, borderWidth: Double = 1, text: UInt32) {
        self.init(
            fill: ThemeColor(fill),
            border: ThemeColor(border),
            borderWidth: borderWidth,
            text: ThemeColor(text)
        )
    }
}

extension ThemeColor {
    fileprivate init(_ value: UInt32) {
        red = UInt8(truncatingIfNeeded: value >> 16)
        green = UInt8(truncatingIfNeeded: value >> 8)
        blue = UInt8(truncatingIfNeeded: value)
    }
}
