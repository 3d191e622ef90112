/// A key and the actions that it is bound to.
///
/// ```swift
/// let bindings = try PickerBinding.list("ctrl-o:execute(less {})+abort,f1:toggle-preview")
/// #expect(bindings.map(\.key.name) == ["ctrl-o", "f1"])
/// ```
public struct PickerBinding: Hashable, Sendable {
    /// The key.
    public let key: PickerKey
    /// The actions, in order.
    public let actions: [PickerAction]

    /// Parses bindings that are separated by commas, in the notation of fzf.
    ///
    /// - Throws: `PickerOptionError` for an unknown key or action.
    public static func list(_ text: String) throws(PickerOptionError) -> [PickerBinding] {
        var bindings: [PickerBinding] = []
        var rest = text[...]
        while !rest.isEmpty {
            // The first character may be the key `:` or `,`.
            guard let colon = rest.dropFirst().firstIndex(of: ":") else { throw .noAction(String(rest)) }
            let names = PickerKey.names(in: String(rest[..<colon]))
            rest = rest[rest.index(after: colon)...]
            let actions = try actions(&rest)
            for name in names.isEmpty ? [""] : names {
                guard let key = PickerKey(name) else { throw .key(name) }
                bindings.append(PickerBinding(key: key, actions: actions))
            }
        }
        guard !bindings.isEmpty else { throw .noAction(text) }
        return bindings
    }

    /// Parses the actions of a key, and removes them and the comma after them.
    private static func actions(_ rest: inout Substring) throws(PickerOptionError) -> [PickerAction] {
        var actions: [PickerAction] = []
        while true {
            let name = rest.prefix { $0.isLetter || $0 == "-" }
            rest = rest[name.endIndex...]
            let command = command(&rest)
            if name.isEmpty, command == nil { throw rest.isEmpty ? .noAction(String(name)) : .action(String(rest)) }
            actions.append(try PickerAction(name.lowercased(), command: command))
            guard let separator = rest.popFirst() else { return actions }
            switch separator {
            case "+": continue
            case ",": return actions
            default: throw .action(name + String(separator) + rest.prefix { $0 != "," })
            }
        }
    }

    /// Removes and returns a command between delimiters, or after a colon to the end.
    private static func command(_ rest: inout Substring) -> String? {
        guard let open = rest.first else { return nil }
        if open == ":" {
            defer { rest = "" }
            return String(rest.dropFirst())
        }
        guard let close = closings[open] ?? ("~!@#$%^&*;/|".contains(open) ? open : nil) else { return nil }
        let inner = rest.dropFirst()
        // As in fzf, the command ends at the delimiter before a comma, a plus or the end.
        var end: Substring.Index?
        for place in inner.indices where inner[place] == close {
            let after = inner[inner.index(after: place)...].first
            if after == nil || after == "," || after == "+" {
                end = place
                break
            }
        }
        guard let end else { return nil }
        rest = inner[inner.index(after: end)...]
        return String(inner[..<end])
    }

    private static let closings: [Character: Character] = ["(": ")", "[": "]", "{": "}", "<": ">"]
}
