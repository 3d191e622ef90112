import Terminal

extension LineEditor {
    /// Types text, a grapheme an event as a keyboard sends it.
    mutating func type(_ text: String) {
        for character in text {
            _ = update(character.isASCII ? .key(KeyEvent(.character(character))) : .text(String(character)))
        }
    }

    /// Presses keys written as Emacs does, separated by blanks: `C-a M-f Left C-Right`.
    @discardableResult mutating func press(_ keys: String) -> LineEditorAction {
        var last = LineEditorAction.ignored
        for name in keys.split(separator: " ") { last = update(.key(Self.key(named: name))) }
        return last
    }

    private static let names: [String: Key] = [
        "Left": .left, "Right": .right, "Up": .up, "Down": .down, "Home": .home, "End": .end, "Enter": .enter,
        "Tab": .tab, "Esc": .escape, "Backspace": .backspace, "Delete": .delete,
    ]

    private static func key(named name: Substring) -> KeyEvent {
        var name = name
        var held: KeyModifiers = []
        let prefixes: [(String, KeyModifiers)] = [("C-", .control), ("M-", .alt), ("S-", .shift)]
        for (prefix, modifier) in prefixes where name.hasPrefix(prefix) && name.count > 2 {
            held.insert(modifier)
            name = name.dropFirst(2)
        }
        return KeyEvent(names[String(name)] ?? .character(name.first ?? " "), held)
    }

    /// The text with `|` at the cursor.
    var picture: String { textBeforeCursor + "|" + text.dropFirst(cursor) }
}
