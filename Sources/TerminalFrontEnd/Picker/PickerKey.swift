internal import Terminal

/// A key other than Enter that completes the picker, with the name that fzf uses.
///
/// ```swift
/// #expect(PickerKey("ctrl-m")?.events == [.control("m"), KeyEvent(.enter)])
/// #expect(PickerKey("alt-x")?.events == [.alt("x")])
/// #expect(PickerKey.names(in: "ctrl-m,f1") == ["ctrl-m", "f1"])
/// ```
public struct PickerKey: Hashable, Sendable {
    /// The name as the user wrote it.
    public let name: String
    /// The events that terminals send for the key.
    let events: [KeyEvent]

    /// Creates a key from a name such as `ctrl-a`, `alt-x`, `f1`, `tab`, `page-up` or `?`.
    ///
    /// Returns nil if the name is unknown.
    public init?(_ name: String) {
        guard let events = Self.events(of: name) else { return nil }
        self.name = name
        self.events = events
    }

    /// Returns the names in a comma-separated list.
    ///
    /// In the list `,` and in a list with two adjacent commas, such as `f1,,`, the comma is also a key.
    public static func names(in list: String) -> [String] {
        let names = list.split(separator: ",").map(String.init)
        return list == "," || list.contains(",,") ? names + [","] : names
    }

    private static func events(of name: String) -> [KeyEvent]? {
        if name.count == 1, let character = name.first { return [KeyEvent(.character(character))] }
        let name = name.lowercased()
        if let events = named[name] { return events }
        if let number = name.first == "f" ? Int(name.dropFirst()) : nil, (1...12).contains(number) {
            return [KeyEvent(.function(number))]
        }
        for (prefix, held) in modifiers where name.hasPrefix(prefix) {
            return modified(String(name.dropFirst(prefix.count)), held)
        }
        return nil
    }

    /// Returns the events of a key, given its name without modifiers and the modifiers.
    private static func modified(_ name: String, _ held: KeyModifiers) -> [KeyEvent]? {
        if name.count == 1, let character = name.first {
            let isControl = held.contains(.control)
            guard !isControl || character.isASCII && (character.isLetter || "^/_\\]6".contains(character)) else {
                return nil
            }
            let key: Character = isControl && character == "6" ? "^" : character
            return [KeyEvent(.character(key), held)] + (held == .control ? (twins[key] ?? []) : [])
        }
        return named[name]?.filter { $0.modifiers.isEmpty }.map { KeyEvent($0.key, $0.modifiers.union(held)) }
    }

    /// The prefixes of modified keys, longest first.
    private static let modifiers: [(String, KeyModifiers)] = [
        ("ctrl-alt-", [.control, .alt]), ("ctrl-", .control), ("alt-", .alt), ("shift-", .shift),
    ]

    /// The other events that terminals send for these characters with Control.
    private static let twins: [Character: [KeyEvent]] = [
        "m": [KeyEvent(.enter)], "i": [KeyEvent(.tab)], "/": [.control("_")],
    ]

    private static let named: [String: [KeyEvent]] = [
        "enter": [KeyEvent(.enter), .control("m")], "return": [KeyEvent(.enter), .control("m")],
        "space": [KeyEvent(.character(" "))], "tab": [KeyEvent(.tab), .control("i")], "btab": [KeyEvent(.tab, .shift)],
        "shift-tab": [KeyEvent(.tab, .shift)], "esc": [KeyEvent(.escape), .control("[")],
        "bspace": [KeyEvent(.backspace)], "bs": [KeyEvent(.backspace)], "del": [KeyEvent(.delete)],
        "insert": [KeyEvent(.insert)], "up": [KeyEvent(.up)], "down": [KeyEvent(.down)], "left": [KeyEvent(.left)],
        "right": [KeyEvent(.right)], "home": [KeyEvent(.home)], "end": [KeyEvent(.end)], "page-up": [KeyEvent(.pageUp)],
        "pgup": [KeyEvent(.pageUp)], "page-down": [KeyEvent(.pageDown)], "pgdn": [KeyEvent(.pageDown)],
        "ctrl-space": [.control(" "), .control("@")],
    ]
}
