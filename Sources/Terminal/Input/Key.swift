/// A key of the keyboard, apart from the modifiers held with it.
package enum Key: Hashable, Sendable {
    /// A key of one character; with Control, the lower-case letter or the sign.
    case character(Character)
    /// Return, on the main block or the keypad.
    case enter
    /// The tab key; with Shift, terminals call it back-tab.
    case tab
    /// The key that deletes to the left.
    case backspace
    /// The Esc key.
    case escape
    /// The arrow up.
    case up
    /// The arrow down.
    case down
    /// The arrow left.
    case left
    /// The arrow right.
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
    /// A function key by its number, 1 to 35.
    case function(Int)
}

/// The modifier keys held with a key or a mouse button.
package struct KeyModifiers: OptionSet, Hashable, Sendable {
    /// The bits, in the order of xterm's and kitty's modifier parameter less one.
    package let rawValue: UInt8

    /// Makes a set from the bits of a modifier parameter less one.
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

/// A key that was pressed, with the modifiers held.
package struct KeyEvent: Hashable, Sendable {
    /// The key.
    package var key: Key
    /// The modifiers held with it.
    package var modifiers: KeyModifiers

    /// Makes a key press.
    package init(_ key: Key, _ modifiers: KeyModifiers = []) {
        self.key = key
        self.modifiers = modifiers
    }

    /// A character with Control held, as `.control("c")` for Ctrl-C.
    package static func control(_ character: Character) -> KeyEvent {
        KeyEvent(.character(character), .control)
    }

    /// A character with Alt held, as `.alt("f")`.
    package static func alt(_ character: Character) -> KeyEvent {
        KeyEvent(.character(character), .alt)
    }
}
