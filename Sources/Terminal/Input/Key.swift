/// A key of the keyboard, without modifiers.
package enum Key: Hashable, Sendable {
    /// A key with a character; with Control, the lowercase letter or the symbol.
    case character(Character)
    /// Return, on the main block or the keypad.
    case enter
    /// The Tab key; with Shift, terminals call it back-tab.
    case tab
    /// The key that deletes to the left.
    case backspace
    /// The Esc key.
    case escape
    /// The up arrow.
    case up
    /// The down arrow.
    case down
    /// The left arrow.
    case left
    /// The right arrow.
    case right
    /// The Home key.
    case home
    /// The End key.
    case end
    /// The Page Up key.
    case pageUp
    /// The Page Down key.
    case pageDown
    /// The Insert key.
    case insert
    /// The key that deletes to the right.
    case delete
    /// The function key with this number, 1 to 35.
    case function(Int)
}

/// The modifier keys held with a key or a mouse button.
package struct KeyModifiers: OptionSet, Hashable, Sendable {
    /// The bits, which are the modifier parameter of xterm and kitty minus one.
    package let rawValue: UInt8

    /// Creates a set from a modifier parameter minus one.
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The Shift key.
    package static let shift = KeyModifiers(rawValue: 1)
    /// The Alt key, which terminals send as a leading Esc or as a parameter.
    package static let alt = KeyModifiers(rawValue: 2)
    /// The Control key.
    package static let control = KeyModifiers(rawValue: 4)
    /// The Super, Windows or Command key, if the terminal reports it.
    package static let superKey = KeyModifiers(rawValue: 8)
}

/// A key press with its modifiers.
///
/// ```text
/// Ctrl-C       .control("c")
/// Alt-F        .alt("f")
/// Shift-Tab    KeyEvent(.tab, .shift)
/// ```
package struct KeyEvent: Hashable, Sendable {
    /// The key.
    package var key: Key
    /// The modifiers held with it.
    package var modifiers: KeyModifiers

    package init(_ key: Key, _ modifiers: KeyModifiers = []) {
        self.key = key
        self.modifiers = modifiers
    }

    /// Returns a character pressed together with Control.
    package static func control(_ character: Character) -> KeyEvent { KeyEvent(.character(character), .control) }

    /// Returns a character pressed together with Alt.
    package static func alt(_ character: Character) -> KeyEvent { KeyEvent(.character(character), .alt) }
}
