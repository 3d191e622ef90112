import Terminal

/// Widths as common terminals have them, near enough for tests: 2 for emoji and East Asian, 0 for marks.
@Sendable func testWidth(_ character: Character) -> Int {
    guard let first = character.unicodeScalars.first else { return 0 }
    switch first.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: break
    }
    let scalars = character.unicodeScalars
    if first.properties.isEmojiPresentation || scalars.contains("\u{FE0F}") { return 2 }
    switch first.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xFF00...0xFF60: return 2
    default: return 1
    }
}
