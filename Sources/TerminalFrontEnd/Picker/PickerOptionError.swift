internal import TextMeasurement

/// An invalid value of an option of the picker.
public enum PickerOptionError: Error, Hashable, Sendable {
    /// A delimiter that is empty or an unsupported regular expression.
    case delimiter(String)
    /// Not a range of fields.
    case field(String)
    /// Not a key.
    case key(String)
    /// A binding of a key without an action.
    case noAction(String)
    /// Not an action.
    case action(String)
    /// An action that needs a command in parentheses.
    case noCommand(String)
    /// Not a position or size of the preview.
    case window(String)
}

extension PickerOptionError: CustomStringConvertible {
    /// The problem and the remedy, in one line, to put after the name of the option.
    public var description: String {
        switch self {
        case .delimiter(let text):
            "invalid delimiter \(text.quoted); use a text such as ':' or '\\t', or characters such as '[:,]+'"
        case .field(let text):
            "invalid field \(text.quoted); use numbers from 1 and ranges, such as 2, -1, 2.. or 1,3..4"
        case .key(let name): "unknown key \(name.quoted); expected a name such as ctrl-a, alt-x, f1, tab, page-up or x"
        case .noAction(let text): "\(text.quoted) has no action; write KEY:ACTION, such as ctrl-a:select-all"
        case .action(let name):
            "unknown action \(name.quoted); expected one of \(PickerAction.names.joined(separator: ", "))"
        case .noCommand(let name): "\(name.quoted) needs a command; write \(name)(COMMAND)"
        case .window(let text):
            "invalid \(text.quoted); use right or down, a size such as 40%, and hidden, such as right:40%"
        }
    }
}
